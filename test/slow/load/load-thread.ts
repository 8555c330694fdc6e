import { randomInt } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import autocannon from 'autocannon';
import type { LoadStage, OfferedLoad } from './offer-load.ts';
import { nextRequest } from './request-mix.ts';

/** So many clients that each stays below the rate limit, which is active as in production. */
const clients = 2 ** 16;

/** Connections open in this many groups within the first second, so that they do not all send at the same moment. */
const groups = 10;

/** Maximum undocumented responses that are reported. */
const shown = 5;

const { url, connections, seconds, perConnection } = workerData as LoadStage & { url: string };
const statuses: Record<string, number> = {};
const admittedMs: number[] = [];
/** Latencies of the responses that needed a search. */
const searchedMs: number[] = [];
const undocumented: string[] = [];
let broken = 0;
let asked = 0;

function note(status: number, body: string, path: string, headers: Record<string, string>): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
  const isDocumented =
    status < 400 || (status === 404 && path.endsWith('/7')) || isRefusal(status, body, headers);
  if (!isDocumented && undocumented.length < shown) undocumented.push(`${path} → ${status} ${body}`);
}

/** Whether a response is the documented 503: the error envelope with Retry-After. */
function isRefusal(status: number, body: string, headers: Record<string, string>): boolean {
  if (status !== 503 || !(Number(headers['Retry-After']) >= 1)) return false;
  const { success, error } = JSON.parse(body);
  return success === false && ['unavailable', 'overloaded'].includes(error.code);
}

/** Whether the newest response needed a search, for which requests wait in a queue. */
let isSearched = false;

const wasSearched = (path: string, headers: Record<string, string>) =>
  path.includes('/export/') || headers['Server-Timing']?.includes('desc=miss') === true;

async function offer(group: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, (1000 * group) / groups));
  const { errors, timeouts } = await autocannon({
    url,
    connections: Math.floor(connections / groups) + (group < connections % groups ? 1 : 0),
    duration: seconds - group / groups,
    timeout: 60,
    ...(perConnection && { connectionRate: perConnection }),
    setupClient: (client) => {
      client.on('response', (status, _bytes, ms) => {
        if (status >= 400) return;
        admittedMs.push(ms);
        // `onResponse` has just run for the same response.
        if (isSearched) searchedMs.push(ms);
      });
    },
    requests: [
      {
        setupRequest: (request, context) => {
          asked++;
          const path = nextRequest();
          Object.assign(context, { path });
          const client = `10.${randomInt(clients >> 8)}.${randomInt(256)}.1`;
          return { ...request, path, headers: { 'x-forwarded-for': client } };
        },
        onResponse: (status, body, context, received) => {
          const { path } = context as { path: string };
          const headers = received as Record<string, string>;
          isSearched = wasSearched(path, headers);
          note(status, body, path, headers);
        },
      },
    ],
  });
  broken += errors + timeouts;
}

await Promise.all(Array.from({ length: Math.min(groups, connections) }, (_, group) => offer(group)));
const answered = Object.values(statuses).reduce((a, b) => a + b, 0);
admittedMs.sort((a, b) => a - b);
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);
const quantile = (q: number) => admittedMs[Math.floor(q * (admittedMs.length - 1))] ?? Number.NaN;
parentPort!.postMessage({
  offeredPerS: asked / seconds,
  answeredPerS: answered / seconds,
  refusedPerS: (statuses[503] ?? 0) / seconds,
  statuses,
  // Little's law: mean number of waiting requests = arrival rate × mean waiting time.
  waiting: sum(searchedMs) / 1000 / seconds,
  medianMs: quantile(0.5),
  p99Ms: quantile(0.99),
  broken,
  undocumented,
} satisfies OfferedLoad);

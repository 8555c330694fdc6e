import { randomInt } from 'node:crypto';
import autocannon from 'autocannon';
import { nextRequest } from './request-mix.ts';

/** So many clients that each stays below the rate limit, which is active as in production. */
const clients = 2 ** 16;

/** Connections open in this many groups within the first second, so that they do not all send at the same moment. */
const groups = 10;

/** A number of simultaneous connections for some time. */
export interface LoadStage {
  connections: number;
  seconds: number;
  /** Requests per second of each connection; by default, each response is followed by the next request. */
  perConnection?: number | undefined;
}

/** The results of a stage. */
export interface OfferedLoad {
  answeredPerS: number;
  /** Responses with 503 per second. */
  refusedPerS: number;
  statuses: Record<string, number>;
  /** Mean number of requests that waited for a search. */
  waiting: number;
  /** Median latency of successful responses. */
  medianMs: number;
  /** Number of broken connections and unanswered requests. */
  broken: number;
  /** Responses that are not documented. */
  undocumented: string[];
}

/** Sends a mix of cached and new requests to every path. */
export async function offerLoad(
  url: string,
  { connections, seconds, perConnection }: LoadStage,
): Promise<OfferedLoad> {
  const statuses: Record<string, number> = {};
  const admittedMs: number[] = [];
  let searchedMs = 0;
  let broken = 0;
  const undocumented: string[] = [];

  /** Whether the newest response needed a search, for which requests wait in a queue. */
  let isSearched = false;
  function note(status: number, body: string, path: string, headers: Record<string, string>): void {
    isSearched = path.includes('/export/') || headers['Server-Timing']?.includes('desc=miss') === true;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const isMissing = status === 404 && path.endsWith('/7');
    if (status >= 400 && !isMissing && !isRefusal(status, body, headers))
      undocumented.push(`${path} → ${status} ${body}`);
  }

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
          if (isSearched) searchedMs += ms;
        });
      },
      requests: [
        {
          setupRequest: (request, context) => {
            const path = nextRequest();
            Object.assign(context, { path });
            const client = `10.${randomInt(clients >> 8)}.${randomInt(256)}.1`;
            return { ...request, path, headers: { 'x-forwarded-for': client } };
          },
          onResponse: (status, body, context, headers) =>
            note(status, body, (context as { path: string }).path, headers as Record<string, string>),
        },
      ],
    });
    broken += errors + timeouts;
  }

  await Promise.all(Array.from({ length: Math.min(groups, connections) }, (_, group) => offer(group)));
  return {
    answeredPerS: Object.values(statuses).reduce((a, b) => a + b, 0) / seconds,
    refusedPerS: (statuses[503] ?? 0) / seconds,
    statuses,
    // Little's law: mean number of waiting requests = arrival rate × mean waiting time.
    waiting: searchedMs / 1000 / seconds,
    medianMs: admittedMs.sort((a, b) => a - b)[admittedMs.length >> 1] ?? Number.NaN,
    broken,
    undocumented,
  };
}

/** Whether a response is the documented 503: the error envelope with Retry-After. */
function isRefusal(status: number, body: string, headers: Record<string, string>): boolean {
  if (status !== 503 || !(Number(headers['Retry-After']) >= 1)) return false;
  const { success, error } = JSON.parse(body);
  return success === false && ['unavailable', 'overloaded'].includes(error.code);
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateAuctions } from '../../support/build-auction.ts';
import { anyRequest, type GeneratedRequest } from '../../support/contract/any-request.ts';
import { describedPaths as described, faultsOf } from '../../support/contract/contract.ts';
import { endWithTest } from '../../support/end-with-test.ts';
import { getFrom, type PlainAnswer } from '../../support/get-from.ts';
import { createTestIndex } from '../../support/test-index.ts';
import { liveHeapMb } from './live-heap.ts';
import { memoryTrend, trendFromSeconds } from './memory-trend.ts';
import { anyModelledRequest } from './modelled-requests.ts';
import { startTarget } from './start-target.ts';
import { watchProcess } from './watch-process.ts';

const seconds = Number(process.env.LOAD_WALK_SECONDS ?? 1200);
const seed = Number(process.env.LOAD_SEED ?? Date.now());
const isLong = seconds >= trendFromSeconds;
const clients = 16;
/** Resident memory of the process, and its heap after a garbage collection. */
const limitMb = { resident: 768, live: 256 };
/** The refusals of a busy service. */
const refusals = [429, 503];

it('16 clients that walk all paths with random parameters get right responses, and memory stays within its limit', async () => {
  console.log(`LOAD_SEED=${seed}`);
  // Elasticsearch interpolates in doubles: of larger prices the last published decimal of a quantile may be noise.
  const records = generateAuctions(2000, 5).filter(
    ({ price_per_carat_usd }) => (price_per_carat_usd ?? 0) < 1e9,
  );
  const index = await createTestIndex(records);
  const api = await startTarget(index.alias, endWithTest, { TRUST_PROXY: '', RATE_LIMIT_MAX: '0' });
  const anyModelled = anyModelledRequest(records);
  const walked = new Map<string, number>();
  const statuses: Record<number, number> = {};
  const faults: string[] = [];

  /** Sends a request, and notes what its response has that the description does not. */
  async function ask(client: number, path: string, target: string): Promise<PlainAnswer> {
    const answer = await getFrom(`127.0.2.${client}`, `${api.url}${target}`);
    const headers = new Headers(
      Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { status, text: body } = answer;
    walked.set(path, (walked.get(path) ?? 0) + 1);
    statuses[status] = (statuses[status] ?? 0) + 1;
    for (const fault of faultsOf(path, { status, headers, body })) faults.push(`${target}: ${fault}`);
    // Parameters that exclude each other, and headers that are too long, are refused.
    if (![200, 400, 404, 431, ...refusals].includes(status)) faults.push(`${target}: ${status} ${body}`);
    return answer;
  }

  const end = Date.now() + 1000 * seconds;
  const generated = described
    .filter(({ path }) => path !== '/metrics')
    .map((one): { path: string; requests: fc.Arbitrary<GeneratedRequest> } => {
      const plain = fc.constant<GeneratedRequest>({ target: one.path, broken: [] });
      return { path: one.path, requests: one.parameters.length > 0 ? anyRequest(one) : plain };
    });
  const walk = async (client: number) => {
    for (let round = 0; Date.now() < end; round++) {
      const options = { numRuns: 4, seed: seed + client + clients * round };
      for (const { path, query, check } of fc.sample(anyModelled, options)) {
        const target = `/api/v1/${path}?${new URLSearchParams(query)}`;
        const { status, text } = await ask(client, `/api/v1/${path}`.replace(/\/\d+$/, '/{id}'), target);
        if (status === 200) check(JSON.parse(text));
        else if (!refusals.includes(status)) faults.push(`${target}: ${status} ${text}`);
      }
      const { path, requests } = generated[(client + round) % generated.length]!;
      for (const { target, broken } of fc.sample(requests, options)) {
        if (broken.length === 0) await ask(client, path, target);
      }
    }
  };

  const watch = watchProcess(api.url, api.pid);
  await Promise.all(Array.from({ length: clients }, (_, n) => walk(n + 1)));
  await watch.end();
  const liveMb = await liveHeapMb(api.pid, api.inspectorPort);
  const residentMb = Math.max(...watch.samples.map((one) => one.residentMb));
  const { growth } = memoryTrend(watch.samples);
  console.log(
    `${JSON.stringify(statuses)}; ${residentMb.toFixed(0)} MB at most, ${liveMb.toFixed(0)} MB live; ` +
      `growth ${growth.toFixed(3)}`,
  );
  await index.remove();
  expect(faults).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(0);
  expect(watch.samples.filter(({ healthStatus }) => healthStatus !== 200)).toEqual([]);
  expect(residentMb).toBeLessThan(limitMb.resident);
  expect(liveMb).toBeLessThan(limitMb.live);
  if (isLong) {
    expect(growth).toBeLessThan(0.1);
    // Every documented path was walked.
    expect([...walked.keys()].sort()).toEqual(
      described
        .map(({ path }) => path)
        .filter((path) => path !== '/metrics')
        .sort(),
    );
  }
});

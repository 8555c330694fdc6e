import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateAuctions } from '../../support/build-auction.ts';
import { anyRequest } from '../../support/contract/any-request.ts';
import { describedPaths as described, faultsOf } from '../../support/contract/contract.ts';
import { getFrom } from '../../support/get-from.ts';
import { createTestIndex } from '../../support/test-index.ts';
import { startTarget } from './start-target.ts';
import { expectBounded, trendFromSeconds, watchProcess } from './watch-process.ts';

const seconds = Number(process.env.LOAD_WALK_SECONDS ?? 1200);
const seed = Number(process.env.LOAD_SEED ?? Date.now());
const isLong = seconds >= trendFromSeconds;
const clients = 16;

/** Rules between parameters, which the schema of a single parameter cannot express. */
const between =
  / is above | cannot be used together |the groups have no | in both directions\. | is not a (year|quarter)\. | requires (q|sample|from|to|dollars=real)\. | there is no consumer price index for | Use meta\.next_cursor /;

it('16 clients that walk all paths with random parameters get only responses that the description allows, and memory stays within its limit', async () => {
  console.log(`LOAD_SEED=${seed}`);
  const index = await createTestIndex(generateAuctions(2000, 5));
  const api = await startTarget(index.alias);
  const walked = new Map<string, number>();
  const statuses: Record<number, number> = {};
  const faults: string[] = [];

  /** Sends a request, and notes what its response has that the description does not. */
  async function ask(client: number, path: string, target: string): Promise<void> {
    const answer = await getFrom(`127.0.2.${client}`, `${api.url}${target}`);
    const headers = new Headers(
      Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { status, text: body } = answer;
    walked.set(path, (walked.get(path) ?? 0) + 1);
    statuses[status] = (statuses[status] ?? 0) + 1;
    for (const fault of faultsOf(path, { status, headers, body })) faults.push(`${target}: ${fault}`);
    if (status === 400)
      for (const { message } of JSON.parse(body).error.details)
        if (!between.test(message)) faults.push(`${target}: ${message}`);
    // Parameters that exclude each other, and headers that are too long, are refused; a busy service refuses any.
    if (![200, 400, 404, 429, 431, 503].includes(status)) faults.push(`${target}: ${status} ${body}`);
  }

  const end = Date.now() + 1000 * seconds;
  const generated = described
    .filter(({ path }) => path !== '/metrics')
    .map((one) => ({ path: one.path, requests: anyRequest(one) }));
  const walk = async (client: number) => {
    for (let round = 0; Date.now() < end; round++) {
      const options = { numRuns: 4, seed: seed + client + clients * round };
      const { path, requests } = generated[(client + round) % generated.length]!;
      for (const target of fc.sample(requests, options)) await ask(client, path, target);
    }
  };

  const watch = watchProcess(api);
  await Promise.all(Array.from({ length: clients }, (_, n) => walk(n + 1)));
  await watch.end();
  console.log(JSON.stringify(statuses));
  expectBounded(watch.samples);
  await index.remove();
  expect(faults).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(0);
  if (isLong) {
    // Every documented path was walked.
    expect([...walked.keys()].sort()).toEqual(
      described
        .map(({ path }) => path)
        .filter((path) => path !== '/metrics')
        .sort(),
    );
  }
});

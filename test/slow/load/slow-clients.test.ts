import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAuction } from '../../support/build-auction.ts';
import { get } from '../../support/get.ts';
import { openSocket, readOnSlowly, readStatus, sendOnSlowly } from '../../support/slow-sockets.ts';
import { createTestIndex, type TestIndex } from '../../support/test-index.ts';
import { startTarget } from './start-target.ts';
import { sample } from './watch-process.ts';

const list = '/api/v1/auctions';
const memoryLimitMb = 768;
const exportsAtOnce = 16;
let index: TestIndex;

beforeAll(async () => {
  // Each export exceeds the buffers between server and client, so that it waits for its client.
  const title = 'long '.repeat(600);
  index = await createTestIndex(Array.from({ length: 12_000 }, (_, n) => buildAuction({ id: n + 1, title })));
});
afterAll(() => index?.remove());

/** A request of a new client address, which is below its rate limit. */
const request = (path: string) =>
  `GET ${path} HTTP/1.1\r\nHost: api\r\nX-Forwarded-For: 10.0.${clients >> 8}.${clients++ & 255}\r\n\r\n`;
let clients = 0;
const say = (what: string, { residentMb, descriptors, inFlight }: Awaited<ReturnType<typeof sample>>) =>
  console.log(`${what}: ${residentMb.toFixed(0)} MB, ${descriptors} descriptors, ${inFlight} in flight`);

describe('slow clients', () => {
  it('clients that read exports slowly or not at all hold few places and little memory, and are cut off', async () => {
    const api = await startTarget(index.alias);
    const sockets = await Promise.all(
      Array.from({ length: 300 }, () =>
        openSocket(api.url, request('/api/ext/export/auctions?format=ndjson')),
      ),
    );
    const statuses = await Promise.all(sockets.map(readStatus));
    for (const socket of sockets.filter((_, n) => n % 2 === 0)) readOnSlowly(socket);
    expect(statuses.filter((status) => status === 200)).toHaveLength(exportsAtOnce);
    expect(statuses.filter((status) => status === 503)).toHaveLength(300 - exportsAtOnce);

    const held = await sample(api);
    say('300 readers of exports', held);
    expect(held.residentMb).toBeLessThan(memoryLimitMb);
    expect(held.inFlight).toBe(exportsAtOnce);
    expect((await get(api.url, list)).status).toBe(200);

    const inFlight = async () => (await sample(api)).inFlight;
    await expect.poll(inFlight, { interval: 1000 }).toBe(0);
    say('when they were cut off', await sample(api));
    const next = await fetch(`${api.url}/api/ext/export/auctions?format=csv&fields=id`);
    expect((await next.text()).split('\r\n')).toHaveLength(12_002);
    for (const socket of sockets) socket.destroy();
  });

  it('clients that send their headers byte by byte get 408 and are disconnected, without delaying others', async () => {
    const api = await startTarget(index.alias);
    const before = await sample(api);
    const sockets = await Promise.all(
      Array.from({ length: 300 }, () => openSocket(api.url, `GET ${list} HTTP/1.1\r\nHost: api\r\nX-Slow: `)),
    );
    sockets.forEach(sendOnSlowly);
    const held = await sample(api);
    say('300 senders', held);
    expect(held.inFlight).toBe(0);
    expect((await get(api.url, list)).status).toBe(200);
    expect(await Promise.all(sockets.map(readStatus))).toEqual(sockets.map(() => 408));
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'close')));
    expect((await sample(api)).descriptors).toBeLessThan(before.descriptors + 20);
  });
});

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy before a server that can delay, hold or break connections. */
export interface FaultProxy {
  url: string;
  /** Holds all further requests. */
  hold(): void;
  /** Holds further requests whose beginning matches, and everything after them on their connections. */
  holdWhen(matches: (request: string) => boolean): void;
  /** Sends the held requests, and holds no more. */
  release(): void;
  /** Open connections stay open, but transfer nothing any more in either direction. New connections work. */
  silence(): void;
  /** Number of open connections with a held request. */
  waiting(): number;
  /** A network partition: nothing arrives in either direction, not even the end of a connection. */
  freeze(): void;
  /** Ends the partition; everything that was kept back arrives. */
  thaw(): void;
  /** Milliseconds since anything was last sent to the server. */
  quietMs(): number;
  /** Delays everything that is sent to the server by so many milliseconds; 0 for no delay. */
  delay(ms: number): void;
  /** Cuts every nth chunk of the responses in half and closes its connection; 0 for none. */
  cutEvery(nth: number): void;
  /** Number of responses cut so far. */
  cuts(): number;
  /** Breaks all connections and refuses new ones, or accepts them again. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
}

/** Number of bytes that are matched: the request line, the headers, and the beginning of the body. */
const matchedBytes = 4_096;

/** @param target the server: `http://127.0.0.1:9200`, `redis://127.0.0.1:6379` */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port, protocol } = new URL(target);
  const open = new Map<Socket, { waiting: number; isSilent: boolean }>();
  let held: PromiseWithResolvers<void> | undefined;
  let holds: (request: string) => boolean = () => true;
  let frozen: PromiseWithResolvers<void> | undefined;
  let lastSent = performance.now();
  let delayMs = 0;
  let nth = 0;
  let pieces = 0;
  let cuts = 0;
  let isAway = false;

  const server = createServer((client) => {
    if (isAway) return void client.destroy();
    const upstream = connect(Number(port), hostname);
    const connection = { waiting: 0, isSilent: false };
    open.set(client, connection);
    let before = Promise.resolve();
    let answered = Promise.resolve();
    client.on('data', (chunk: Buffer) => {
      if (connection.isSilent) return;
      const due = performance.now() + delayMs;
      connection.waiting++;
      before = before.then(async () => {
        if (held && holds(chunk.toString('latin1', 0, matchedBytes))) await held.promise;
        await frozen?.promise;
        const leftMs = due - performance.now();
        if (leftMs > 0) await pause(leftMs);
        connection.waiting--;
        lastSent = performance.now();
        upstream.write(chunk);
      });
    });
    const end = async () => {
      await answered;
      await frozen?.promise;
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    const answer = (chunk: Buffer) => {
      if (nth === 0 || ++pieces % nth !== 0) return void client.write(chunk);
      cuts++;
      client.write(chunk.subarray(0, chunk.length / 2), end);
    };
    upstream.on('data', (chunk: Buffer) => {
      if (connection.isSilent) return;
      answered = answered.then(() => frozen?.promise).then(() => answer(chunk));
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const breakAll = () => {
    for (const client of open.keys()) client.destroy();
  };
  return {
    url: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      holds = () => true;
      held ??= Promise.withResolvers();
    },
    holdWhen(matches) {
      holds = matches;
      held ??= Promise.withResolvers();
    },
    release() {
      held?.resolve();
      held = undefined;
    },
    freeze() {
      frozen ??= Promise.withResolvers();
    },
    thaw() {
      frozen?.resolve();
      frozen = undefined;
    },
    quietMs: () => performance.now() - lastSent,
    silence() {
      for (const connection of open.values()) connection.isSilent = true;
    },
    waiting: () => [...open.values()].filter(({ waiting }) => waiting > 0).length,
    delay(ms) {
      delayMs = ms;
    },
    cutEvery(every) {
      nth = every;
    },
    cuts: () => cuts,
    setAway(away) {
      isAway = away;
      if (away) breakAll();
    },
    async close() {
      held?.resolve();
      frozen?.resolve();
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Matches requests by method, path and the beginning of the body. */
export const request =
  (method: string, path: RegExp, body = '') =>
  (text: string): boolean => {
    const [asMethod, asPath = ''] = text.split(' ', 2);
    return asMethod === method && path.test(asPath) && text.includes(body);
  };

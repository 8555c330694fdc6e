import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Stands before a server and makes the way to it slow, or breaks it. */
export interface FaultProxy {
  url: string;
  /** From now on requests wait. */
  hold(): void;
  /** From now on requests wait whose beginning matches, and what follows them on their connections. */
  holdWhen(matches: (request: string) => boolean): void;
  /** What waits goes on, and nothing waits any more. */
  release(): void;
  /** Connections that are open now stay open, and nothing that is sent on them arrives any more, either way. */
  silence(): void;
  /** Open connections whose request waits. */
  waiting(): number;
  /** A partition: from now on nothing arrives in either direction, not even the end of a connection; all stay open. */
  freeze(): void;
  /** What was kept back arrives. */
  thaw(): void;
  /** Milliseconds since anything was last sent to the server. */
  quietMs(): number;
  /** From now on what is sent to the server arrives so much later; 0 for at once. */
  delay(ms: number): void;
  /** From now on every nth piece of an answer is the last of its connection, and comes by half; 0 for none. */
  cutEvery(nth: number): void;
  /** Answers cut so far. */
  cuts(): number;
  /** Breaks every connection and takes no new one, or takes them again. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
}

/** As much of a request is matched: its line, its headers, and the beginning of its body. */
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

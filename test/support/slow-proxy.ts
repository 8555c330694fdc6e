import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a server and lets what is sent to it wait, so that the server seems slow. */
export interface SlowProxy {
  url: string;
  /** From now on requests wait. */
  hold(): void;
  /** What waits goes on, and nothing waits any more. */
  release(): void;
  /** Open connections whose request waits. */
  waiting(): number;
  close(): Promise<void>;
}

/** @param target the server: `http://127.0.0.1:9200` */
export async function startSlowProxy(target: string): Promise<SlowProxy> {
  const { hostname, port } = new URL(target);
  const backlogs = new Map<Socket, { upstream: Socket; chunks: Buffer[] }>();
  let isHeld = false;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const backlog = { upstream, chunks: [] as Buffer[] };
    backlogs.set(client, backlog);
    client.on('data', (chunk: Buffer) => {
      if (isHeld) backlog.chunks.push(chunk);
      else upstream.write(chunk);
    });
    upstream.pipe(client);
    const end = () => {
      backlogs.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const { upstream, chunks } of backlogs.values()) {
        for (const chunk of chunks.splice(0)) upstream.write(chunk);
      }
    },
    waiting: () => [...backlogs.values()].filter(({ chunks }) => chunks.length > 0).length,
    async close() {
      for (const client of backlogs.keys()) client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

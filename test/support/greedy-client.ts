import type { Socket } from 'node:net';
import { getFrom } from './get-from.ts';
import { openSocket, readOnSlowly, readStatus } from './slow-sockets.ts';

/** The load of the greedy client. */
export interface Greed {
  /** Number of simultaneous requests for statistics, each followed by another. */
  costly: number;
  /** Number of connections that read `slowPath` slowly. */
  slowReaders: number;
  /** Number of connections that read `exportPath` slowly. */
  slowExports: number;
  slowPath: string;
  exportPath: string;
  /** Reading speed, just fast enough not to be cut off. */
  bytesPerS: number;
}

/** A client that uses all it can get until `end` is called. */
export interface GreedyClient {
  /** Number of slow connections that are still open. */
  reading(): number;
  /** Number of responses by status. */
  statuses: Record<number, number>;
  end(): Promise<void>;
}

/** Starts all requests at once; resolves with the first responses. */
export async function startGreedyClient(
  url: string,
  localAddress: string,
  greed: Greed,
): Promise<GreedyClient> {
  const sockets: Socket[] = [];
  const readers: Socket[] = [];
  const statuses: Record<number, number> = {};
  let isOver = false;
  let asked = 0;
  const note = (status: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };

  async function readSlowly(path: string): Promise<void> {
    const socket = await openSocket(url, `GET ${path} HTTP/1.1\r\nHost: api\r\n\r\n`, localAddress);
    sockets.push(socket);
    const status = await readStatus(socket);
    note(status);
    if (status === 200) readers.push(socket);
    readOnSlowly(socket, greed.bytesPerS);
  }

  async function askOn(): Promise<void> {
    while (!isOver) {
      // Each request is new, so that no response is cached.
      const path = `/api/v1/stats/market?group_by=gem_type,origin&limit=1000&price_min=${asked++}`;
      const { status } = await getFrom(localAddress, `${url}${path}`);
      note(status);
      // The client waits as long as Retry-After says.
      if (status !== 200 && !isOver) await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  const reading = [
    ...Array.from({ length: greed.slowReaders }, () => readSlowly(greed.slowPath)),
    ...Array.from({ length: greed.slowExports }, () => readSlowly(greed.exportPath)),
  ];
  const asking = Array.from({ length: greed.costly }, askOn);
  await Promise.any([...reading, ...asking]);
  return {
    reading: () => readers.filter((socket) => !socket.closed).length,
    statuses,
    async end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
      await Promise.all([...asking, ...reading]);
    },
  };
}

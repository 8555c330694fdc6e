import type { Socket } from 'node:net';
import { getFrom } from './get-from.ts';
import { openSocket, readOnSlowly, readStatus } from './slow-sockets.ts';

/** How much one client asks for at once. */
export interface Greed {
  /** Requests for statistics, each followed by another one. */
  costly: number;
  /** Answers of `slowPath` that are read slowly. */
  slowReaders: number;
  /** Exports of `exportPath` that are read slowly. */
  slowExports: number;
  slowPath: string;
  exportPath: string;
  /** How fast they are read: fast enough not to be cut off. */
  bytesPerS: number;
}

/** A client that takes all that it can get, until it is told to end. */
export interface GreedyClient {
  /** Slow connections that read an answer and are still open. */
  reading(): number;
  /** Statuses of all answers so far, with their numbers. */
  statuses: Record<number, number>;
  end(): Promise<void>;
}

/** Begins all at once; resolves when the first answers are there. */
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
      // Never asked before, and so never kept.
      const path = `/api/v1/stats/market?group_by=gem_type,origin&limit=1000&price_min=${asked++}`;
      const { status } = await getFrom(localAddress, `${url}${path}`);
      note(status);
      // As any client would: the answer says when to come back.
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

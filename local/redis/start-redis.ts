import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { type Server, type ServerPlan, startServer } from '../server.ts';

/** The local Redis. */
interface RedisPlan extends Pick<ServerPlan, 'log' | 'onUnexpectedExit'> {
  /** The redis-server binary. */
  program: string;
  /** Folder of its data. */
  dir: string;
  port: number;
}

/** Starts Redis; resolves when it answers and has read its data. */
export function startRedis({ program, dir, port, ...plan }: RedisPlan): Promise<Server> {
  mkdirSync(dir, { recursive: true });
  return startServer({
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    command: [
      program,
      ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir],
      // Jobs and the numbers of imports survive a restart; at most the last second is lost when the machine dies.
      ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', ''],
      // Redis must never evict keys of BullMQ.
      ...['--maxmemory-policy', 'noeviction'],
    ],
    answers: (pid) => answers(port, pid),
    ...plan,
  });
}

/** While Redis reads its data back it refuses INFO with LOADING. */
async function answers(port: number, pid: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    socket.setTimeout(1000, () => socket.destroy(new Error('Redis does not answer.')));
    socket.write('INFO server\r\n');
    const [reply] = await once(socket, 'data');
    return String(reply).includes(`process_id:${pid}\r\n`);
  } finally {
    socket.destroy();
  }
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyFreePorts } from '../../local/process/ports.ts';
import { findRedis } from '../../local/redis/find-redis.ts';
import { startRedis } from '../../local/redis/start-redis.ts';
import type { Server } from '../../local/server.ts';

/** Starts a Redis for one test, which may fill, freeze and break it. */
export async function startOwnRedis(): Promise<Server & { close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'own-redis-'));
  const program = await findRedis('.local/build', () => {});
  const [port] = await anyFreePorts(1);
  const server = await startRedis({ program, dir, log: join(dir, 'redis.log'), port: port! });
  return Object.assign(server, {
    async close() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  });
}

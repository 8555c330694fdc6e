import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFreePort } from '../../local/process/ports.ts';
import { findRedis } from '../../local/redis/find-redis.ts';
import { startRedis } from '../../local/redis/start-redis.ts';
import type { Server } from '../../local/server.ts';

/** Starts a Redis for one test, which may fill, freeze and break it. */
export async function startOwnRedis(): Promise<Server & { close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'own-redis-'));
  const program = await findRedis('.local/build', () => {});
  const server = await onFreePort({ setting: 'REDIS_PORT', port: 0, exact: false }, (port) =>
    startRedis({ program, dir, log: join(dir, 'redis.log'), port }),
  );
  return Object.assign(server, {
    async close() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  });
}

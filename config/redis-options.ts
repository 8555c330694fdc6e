import type { RedisOptions } from 'ioredis';
import { trusting } from './trusting.ts';

/**
 * The common options of all Redis connections. The library name is not sent to Redis: the users of the service
 * lack the permission (`deploy/redis/users.acl`), because Redis before 7.2 does not know the command.
 */
export const redisOptions = (caFile: string | undefined): RedisOptions => ({
  ...trusting(caFile),
  disableClientInfo: true,
});

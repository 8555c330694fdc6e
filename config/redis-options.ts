import type { RedisOptions } from 'ioredis';
import { trusting } from './trusting.ts';

/**
 * What every connection to Redis has in common. It does not tell Redis the name of its library: the users of the service
 * have no right to (`deploy/redis/users.acl`), for a Redis before 7.2 does not know the command.
 */
export const redisOptions = (caFile: string | undefined): RedisOptions => ({
  ...trusting(caFile),
  disableClientInfo: true,
});

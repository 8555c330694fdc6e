import { inject } from 'vitest';
import { readConfig } from '../../api/config.ts';
import { type RunningApi, startApi as start } from '../../api/server.ts';

/** The current day for the tests, so that lots may have later dates. */
export const testToday = '2020-06-01';

/**
 * The API on any free port with the services of the test run, without a rate limit and without logs.
 * @param settings environment variables that differ
 * @param today the current day for the API
 * @param checkEveryMs how often it checks its index; by default only at the start, so that tests know all requests
 * @param services the addresses of the servers, outside of a test
 */
export function startApi(
  settings: Record<string, string>,
  today = testToday,
  checkEveryMs = 24 * 3600 * 1000,
  services = { elasticsearchUrl: inject('elasticsearchUrl'), redisUrl: inject('redisUrl') },
): Promise<RunningApi> {
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_MAX: '0',
    // For hangs: a busy machine must not fail a test.
    ELASTICSEARCH_TIMEOUT_MS: '600000',
    ELASTICSEARCH_URL: services.elasticsearchUrl,
    REDIS_URL: services.redisUrl,
    ...settings,
  });
  return start(config, () => new Date(`${today}T12:00:00Z`), checkEveryMs);
}

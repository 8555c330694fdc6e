import { type Services, Unavailable } from './services.ts';

/**
 * The services whose addresses are in the environment.
 * @throws Unavailable when there are none; Error when only one is given, or Elasticsearch does not answer
 */
export async function useGivenServices(): Promise<Services> {
  const { ELASTICSEARCH_URL: elasticsearchUrl, REDIS_URL: redisUrl } = process.env;
  if (!elasticsearchUrl && !redisUrl) throw new Unavailable('ELASTICSEARCH_URL and REDIS_URL are not set.');
  if (!elasticsearchUrl || !redisUrl) {
    throw new Error('Give both ELASTICSEARCH_URL and REDIS_URL to test on them, or neither.');
  }
  await fetch(elasticsearchUrl.split(',')[0]!).catch((error: Error) => {
    throw new Error(`Elasticsearch does not answer at ${elasticsearchUrl}.`, { cause: error });
  });
  const description = `the given ${elasticsearchUrl} and ${redisUrl}`;
  return { description, elasticsearchUrl, redisUrl, stop: async () => {} };
}

import { readStackOptions } from './stack-options.ts';
import { startStack } from './start-stack.ts';

/**
 * The URLs of Elasticsearch and Redis: those that are given, else of a local engine that is started now.
 * @throws Error when one of the two is given without the other, or the engine does not start.
 */
export async function startEngine(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
  onUnexpectedExit: (message: string) => void,
): Promise<{ ELASTICSEARCH_URL: string; REDIS_URL: string }> {
  const { ELASTICSEARCH_URL, REDIS_URL } = environment;
  if (ELASTICSEARCH_URL && REDIS_URL) return { ELASTICSEARCH_URL, REDIS_URL };
  if (ELASTICSEARCH_URL || REDIS_URL) {
    throw new Error('Give both ELASTICSEARCH_URL and REDIS_URL, or neither to start the local engine.');
  }
  say('Starting Elasticsearch and Redis …');
  const stack = await startStack({
    ...readStackOptions(environment),
    onWork: say,
    onUnexpectedExit,
  });
  return { ELASTICSEARCH_URL: stack.elasticsearchUrl, REDIS_URL: stack.redisUrl };
}

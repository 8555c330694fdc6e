import { readSettings } from '../config/read-settings.ts';
import { endInOrder } from './process/guarded-process.ts';
import { choosePorts } from './process/ports.ts';
import { type StackOptions, startStack } from './start-stack.ts';

/**
 * Starts real Elasticsearch and Redis by the settings of this process; resolves with their URLs once both answer.
 * @throws Error with a message for the user
 */
export async function startEngine(events: Pick<StackOptions, 'onWork' | 'onUnexpectedExit'>) {
  const { LOCAL_DIR, ELASTICSEARCH_HEAP } = readSettings(['LOCAL_DIR', 'ELASTICSEARCH_HEAP'], process.env);
  const ports = await choosePorts(['ELASTICSEARCH_PORT', 'REDIS_PORT']);
  const stack = await startStack({ dir: LOCAL_DIR, heap: ELASTICSEARCH_HEAP, ports, ...events });
  return { ELASTICSEARCH_URL: stack.elasticsearchUrl, REDIS_URL: stack.redisUrl };
}

/** `npm run stack` prints the addresses, and stays until Ctrl-C. */
if (import.meta.main) {
  const end = endInOrder();
  const onUnexpectedExit = (message: string) => end(1, message);
  try {
    const urls = await startEngine({ onWork: console.error, onUnexpectedExit });
    for (const [name, url] of Object.entries(urls)) console.log(`${name}=${url}`);
  } catch (error) {
    await end(1, (error as Error).message);
  }
}

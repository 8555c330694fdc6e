import { checkPorts, type PortSetting } from './process/ports.ts';
import { readStackOptions } from './stack-options.ts';
import { startStack } from './start-stack.ts';

/** The events of the engine while it starts and runs. */
interface EngineEvents {
  say(line: string): void;
  onUnexpectedExit(message: string): void;
}

/** The URLs of Elasticsearch and Redis. */
export interface Engine {
  urls: { ELASTICSEARCH_URL: string; REDIS_URL: string };
  /** Called for each process that uses the engine: the next start waits for its end. */
  noteProcess(name: string, pid: number): void;
}

/**
 * Returns the given URLs of Elasticsearch and Redis, or starts the local engine and returns its URLs.
 * @param ports further ports to check before anything is started
 * @throws Error when one of the two is given without the other, a port is taken, or the engine does not start.
 */
export async function startEngine(
  environment: NodeJS.ProcessEnv,
  ports: PortSetting[],
  { say, onUnexpectedExit }: EngineEvents,
): Promise<Engine> {
  const { ELASTICSEARCH_URL, REDIS_URL } = environment;
  if (ELASTICSEARCH_URL && REDIS_URL) {
    await checkPorts(ports);
    return { urls: { ELASTICSEARCH_URL, REDIS_URL }, noteProcess: () => {} };
  }
  if (ELASTICSEARCH_URL || REDIS_URL) {
    throw new Error('Set both ELASTICSEARCH_URL and REDIS_URL, or neither to start the local engine.');
  }
  say('Starting Elasticsearch and Redis …');
  const { elasticsearchUrl, redisUrl, noteProcess } = await startStack({
    ...readStackOptions(environment),
    furtherPorts: ports,
    onWork: say,
    onUnexpectedExit,
  });
  return { urls: { ELASTICSEARCH_URL: elasticsearchUrl, REDIS_URL: redisUrl }, noteProcess };
}

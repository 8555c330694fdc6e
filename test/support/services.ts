import type { TestProject } from 'vitest/node';
import { startContainerServices } from './services/container-services.ts';
import { useGivenServices } from './services/given-services.ts';
import { startLocalServices } from './services/local-services.ts';
import { type Services, Unavailable } from './services/services.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Elasticsearch of this run; `inject('elasticsearchUrl')` in a test. */
    elasticsearchUrl: string;
    redisUrl: string;
  }
}

/** The kinds of services, tried in this order. `TEST_SERVICES` selects one of them. */
const kinds = { given: useGivenServices, containers: startContainerServices, local: startLocalServices };

/**
 * Provides Elasticsearch and Redis for integration tests: those of `ELASTICSEARCH_URL` and `REDIS_URL`, or containers if a
 * Docker engine and the images are available, or the local engine. Prints which of them is used.
 * @throws Error if the kind of `TEST_SERVICES` is not available
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { elasticsearchUrl, redisUrl, release } = await shareServices();
  project.provide('elasticsearchUrl', elasticsearchUrl);
  project.provide('redisUrl', redisUrl);
  return release;
}

/** The state is kept in the process, because each project of a run loads this module again. */
const run = globalThis as { testServices?: { found: Promise<Services>; users: number } };

/** The services of the run, started by the first project that needs them and stopped by the last. */
async function shareServices() {
  run.testServices ??= { found: announced(findServices(process.env.TEST_SERVICES || undefined)), users: 0 };
  const shared = run.testServices;
  shared.users++;
  const services = await shared.found;
  const release = async () => {
    if (--shared.users > 0) return;
    delete run.testServices;
    await services.stop();
  };
  return { ...services, release };
}

async function announced(found: Promise<Services>): Promise<Services> {
  const services = await found;
  console.log(`Integration tests run on ${services.description}.`);
  return services;
}

async function findServices(demanded: string | undefined): Promise<Services> {
  if (demanded && !(demanded in kinds)) {
    throw new Error(`TEST_SERVICES is ${demanded}. Set it to one of ${Object.keys(kinds).join(', ')}.`);
  }
  for (const [kind, start] of Object.entries(kinds)) {
    if (demanded && kind !== demanded) continue;
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (demanded) throw new Error(`TEST_SERVICES=${demanded} is not available: ${error.message}`);
      if (kind === 'containers') console.log(`No containers: ${error.message}`);
    }
  }
  throw new Error('Unreachable: the local engine is there or throws.');
}

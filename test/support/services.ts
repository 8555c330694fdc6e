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

/** In this order; `TEST_SERVICES` demands one of them. */
const kinds = { given: useGivenServices, containers: startContainerServices, local: startLocalServices };

/**
 * Gives the integration tests real Elasticsearch and Redis: those of `ELASTICSEARCH_URL` and `REDIS_URL`, else
 * containers where a Docker engine answers and the images can be had, else the local engine. Says which it took.
 * @throws Error when the one that `TEST_SERVICES` demands cannot be had
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await findServices(process.env.TEST_SERVICES || undefined);
  console.log(`Integration tests run on ${services.description}.`);
  project.provide('elasticsearchUrl', services.elasticsearchUrl);
  project.provide('redisUrl', services.redisUrl);
  return services.stop;
}

async function findServices(demanded: string | undefined): Promise<Services> {
  if (demanded && !(demanded in kinds)) {
    throw new Error(`TEST_SERVICES=${demanded}: Allowed: ${Object.keys(kinds).join(', ')}.`);
  }
  for (const [kind, start] of Object.entries(kinds)) {
    if (demanded && kind !== demanded) continue;
    try {
      return await start();
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (demanded) throw new Error(`TEST_SERVICES=${demanded} cannot be had: ${error.message}`);
      if (kind === 'containers') console.log(`No containers: ${error.message}`);
    }
  }
  throw new Error('Unreachable: the local engine is there or throws.');
}

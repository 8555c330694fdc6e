import type { StartedTestContainer } from 'testcontainers';
import { connectDocker, obtainImage, preferReaper } from './docker-images.ts';
import { elasticsearchContainer, engineImages, redisContainer } from './engine-containers.ts';
import type { Services } from './services.ts';

/**
 * Elasticsearch and Redis in containers, of `ELASTICSEARCH_IMAGE` and `REDIS_IMAGE`.
 * @throws Unavailable when no Docker engine answers or an image cannot be had
 */
export async function startContainerServices(): Promise<Services> {
  const docker = await connectDocker();
  const images = engineImages();
  await obtainImage(docker, images.redis);
  await obtainImage(docker, images.elasticsearch);
  await preferReaper(docker);

  const [elasticsearch, redis] = await allOrNone([
    elasticsearchContainer(images.elasticsearch).start(),
    redisContainer(images.redis).start(),
  ]);
  const elasticsearchUrl = `http://${elasticsearch!.getHost()}:${elasticsearch!.getMappedPort(9200)}`;
  const redisUrl = `redis://${redis!.getHost()}:${redis!.getMappedPort(6379)}`;
  const stop = async () => {
    await Promise.all([elasticsearch, redis].map((container) => container?.stop()));
  };
  return {
    description: `containers of ${images.elasticsearch} and ${images.redis}`,
    elasticsearchUrl,
    redisUrl,
    stop,
  };
}

async function allOrNone(starts: Promise<StartedTestContainer>[]): Promise<StartedTestContainer[]> {
  const results = await Promise.allSettled(starts);
  const started = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return started;
  await Promise.all(started.map((container) => container.stop()));
  throw failure.reason;
}

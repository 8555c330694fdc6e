import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';
import { readSettings } from '../../../config/read-settings.ts';
import { diskSettings, sharedSettings } from '../../../local/elasticsearch/settings.ts';
import { connectDocker, obtainImage, preferReaper } from './docker-images.ts';
import type { Services } from './services.ts';

/** The images that production uses; docker-compose.yml names the same. */
const officialElasticsearch = 'docker.elastic.co/elasticsearch/elasticsearch:9.5.3';
const officialRedis = 'redis:8-alpine';

/**
 * Elasticsearch and Redis in containers, of `ELASTICSEARCH_IMAGE` and `REDIS_IMAGE`.
 * @throws Unavailable when no Docker engine answers or an image cannot be had
 */
export async function startContainerServices(): Promise<Services> {
  const settings = readSettings(['ELASTICSEARCH_IMAGE', 'REDIS_IMAGE', 'ELASTICSEARCH_HEAP'], process.env);
  const {
    ELASTICSEARCH_IMAGE = officialElasticsearch,
    REDIS_IMAGE = officialRedis,
    ELASTICSEARCH_HEAP,
  } = settings;
  const docker = await connectDocker();
  await obtainImage(docker, REDIS_IMAGE);
  await obtainImage(docker, ELASTICSEARCH_IMAGE);
  await preferReaper(docker);

  const [elasticsearch, redis] = await allOrNone([
    startElasticsearch(ELASTICSEARCH_IMAGE, ELASTICSEARCH_HEAP),
    startRedis(REDIS_IMAGE),
  ]);
  const elasticsearchUrl = `http://${elasticsearch!.getHost()}:${elasticsearch!.getMappedPort(9200)}`;
  const redisUrl = `redis://${redis!.getHost()}:${redis!.getMappedPort(6379)}`;
  const stop = async () => {
    await Promise.all([elasticsearch, redis].map((container) => container?.stop()));
  };
  return {
    description: `containers of ${ELASTICSEARCH_IMAGE} and ${REDIS_IMAGE}`,
    elasticsearchUrl,
    redisUrl,
    stop,
  };
}

function startElasticsearch(image: string, heap: string): Promise<StartedTestContainer> {
  return new GenericContainer(image)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap}`,
      ...sharedSettings,
      ...diskSettings,
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200).forStatusCode(200))
    .withStartupTimeout(180_000)
    .start();
}

function startRedis(image: string): Promise<StartedTestContainer> {
  return new GenericContainer(image)
    .withCommand(['redis-server', '--protected-mode', 'no', '--save', '', '--maxmemory-policy', 'noeviction'])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'))
    .start();
}

async function allOrNone(starts: Promise<StartedTestContainer>[]): Promise<StartedTestContainer[]> {
  const results = await Promise.allSettled(starts);
  const started = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return started;
  await Promise.all(started.map((container) => container.stop()));
  throw failure.reason;
}

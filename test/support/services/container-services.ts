import {
  chooseImages,
  elasticsearchContainer,
  redisContainer,
  startAll,
} from '../../../clients/typescript/src/containers.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { diskSettings, sharedSettings } from '../../../local/elasticsearch/settings.ts';
import { connectDocker, obtainImage, preferReaper } from './docker-images.ts';
import type { Services } from './services.ts';

/**
 * Elasticsearch and Redis in containers, of `ELASTICSEARCH_IMAGE` and `REDIS_IMAGE`.
 * @throws Unavailable when no Docker engine answers or an image cannot be had
 */
export async function startContainerServices(): Promise<Services> {
  const docker = await connectDocker();
  const images = chooseImages();
  await obtainImage(docker, images.redisImage);
  await obtainImage(docker, images.elasticsearchImage);
  await preferReaper(docker);

  const { ELASTICSEARCH_HEAP: heap } = readSettings(['ELASTICSEARCH_HEAP'], process.env);
  const { elasticsearch, redis } = await startAll({
    elasticsearch: elasticsearchContainer(images.elasticsearchImage).withEnvironment({
      ...sharedSettings,
      ...diskSettings,
      // Tests set the bounds themselves, and see what a full disk does.
      'cluster.routing.allocation.disk.threshold_enabled': 'true',
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -XX:TieredStopAtLevel=1`,
    }),
    redis: redisContainer(images.redisImage),
  });
  return {
    description: `containers of ${images.elasticsearchImage} and ${images.redisImage}`,
    elasticsearchUrl: `http://${elasticsearch.getHost()}:${elasticsearch.getMappedPort(9200)}`,
    redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    async stop() {
      await Promise.all([elasticsearch.stop(), redis.stop()]);
    },
  };
}

import { GenericContainer, Wait } from 'testcontainers';
import { readSettings } from '../../../config/read-settings.ts';
import { diskSettings, sharedSettings } from '../../../local/elasticsearch/settings.ts';

/** The images that production uses, unless the settings name others; docker-compose.yml names the same. */
export function engineImages(): { elasticsearch: string; redis: string } {
  const images = readSettings(['ELASTICSEARCH_IMAGE', 'REDIS_IMAGE'], process.env);
  return {
    elasticsearch: images.ELASTICSEARCH_IMAGE ?? 'docker.elastic.co/elasticsearch/elasticsearch:9.5.3',
    redis: images.REDIS_IMAGE ?? 'redis:8.4.0-alpine',
  };
}

/** One node, ready when it answers with its health. */
export function elasticsearchContainer(image: string): GenericContainer {
  const { ELASTICSEARCH_HEAP: heap } = readSettings(['ELASTICSEARCH_HEAP'], process.env);
  return new GenericContainer(image)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      // A container lives for minutes: too short for the optimizing compiler of Java to pay.
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap} -XX:TieredStopAtLevel=1`,
      ...sharedSettings,
      ...diskSettings,
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200).forStatusCode(200))
    .withStartupTimeout(180_000);
}

/** @param options further options of redis-server; nothing is kept on disk without them */
export function redisContainer(image: string, options = ['--save', '']): GenericContainer {
  const command = ['redis-server', '--protected-mode', 'no', '--maxmemory-policy', 'noeviction'];
  return new GenericContainer(image)
    .withCommand([...command, ...options])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'));
}

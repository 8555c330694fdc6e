import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';

export interface Images {
  /** The image of the service. Default: the environment's `GEM_AUCTIONS_IMAGE`, or the published image of this version. */
  image?: string;
  /** Default: `ELASTICSEARCH_IMAGE`, or the official image. */
  elasticsearchImage?: string;
  /** Default: `REDIS_IMAGE`, or the official image. */
  redisImage?: string;
}

/** The images to start, each from the options, the environment or the default. An empty variable is unset. */
export function chooseImages(options: Images = {}): Required<Images> {
  const { GEM_AUCTIONS_IMAGE, ELASTICSEARCH_IMAGE, REDIS_IMAGE } = process.env;
  return {
    image: options.image || GEM_AUCTIONS_IMAGE || 'ghcr.io/OWNER/gem-auctions:1.0.0',
    elasticsearchImage:
      options.elasticsearchImage ||
      ELASTICSEARCH_IMAGE ||
      'docker.elastic.co/elasticsearch/elasticsearch:9.5.3',
    redisImage: options.redisImage || REDIS_IMAGE || 'redis:8.4.0-alpine',
  };
}

/** One node without security, ready when it answers with its health. */
export function elasticsearchContainer(image: string): GenericContainer {
  return new GenericContainer(image)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      'action.auto_create_index': 'false',
      // Otherwise it refuses to write on a disk that is 95% full, as a developer's often is with gigabytes free.
      'cluster.routing.allocation.disk.threshold_enabled': 'false',
      // A container lives for minutes: too short for the optimizing compiler of Java to pay.
      ES_JAVA_OPTS: '-Xms512m -Xmx512m -XX:TieredStopAtLevel=1',
    })
    .withExposedPorts(9200)
    .withWaitStrategy(untilAnswers('/_cluster/health', 9200));
}

export function redisContainer(image: string): GenericContainer {
  return new GenericContainer(image)
    .withCommand([
      'redis-server',
      '--protected-mode',
      'no',
      '--maxmemory-policy',
      'noeviction',
      '--appendonly',
      'yes',
    ])
    .withExposedPorts(6379)
    .withWaitStrategy(Wait.forLogMessage('Ready to accept connections'));
}

/** The API, ready when it answers; it has data after the first import. */
export const apiContainer = (image: string, environment: Record<string, string> = {}) =>
  new ServiceContainer(image, environment)
    .withExposedPorts(3000)
    .withWaitStrategy(untilAnswers('/healthz', 3000));

/** A worker, ready when it reaches Elasticsearch and Redis. */
export const workerContainer = (image: string, environment: Record<string, string> = {}) =>
  new ServiceContainer(image, { ...environment, WORKER_PORT: '3001' })
    .withCommand(['node', 'ingest/worker.ts'])
    .withExposedPorts(3001)
    .withWaitStrategy(untilAnswers('/readyz', 3001));

/** The time limit is for hangs: a busy machine must not fail a test. */
const untilAnswers = (path: string, port: number) =>
  Wait.forHttp(path, port, { abortOnContainerExit: true }).forStatusCode(200).withStartupTimeout(600_000);

/** A container of the service, restricted as in docker-compose.yml: it writes to its volumes alone. */
class ServiceContainer extends GenericContainer {
  constructor(image: string, environment: Record<string, string>) {
    super(image);
    this.hostConfig.ReadonlyRootfs = true;
    this.createOpts.Volumes = { '/data': {}, '/tmp': {} };
    this.withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges:true')
      .withEnvironment({
        ELASTICSEARCH_URL: 'http://elasticsearch:9200',
        REDIS_URL: 'redis://redis:6379',
        RATE_LIMIT_MAX: '0',
        ...environment,
      });
  }
}

/** Starts containers at the same time. If one fails, the others are stopped. */
export async function startAll<Name extends string>(
  containers: Record<Name, GenericContainer>,
): Promise<Record<Name, StartedTestContainer>> {
  const names = Object.keys(containers) as Name[];
  const results = await Promise.allSettled(names.map((name) => containers[name].start()));
  const failure = results.find((result) => result.status === 'rejected');
  const started = results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));
  if (failure) {
    await Promise.all(started.map((container) => container?.stop()));
    throw failure.reason;
  }
  return Object.fromEntries(names.map((name, place) => [name, started[place]])) as Record<
    Name,
    StartedTestContainer
  >;
}

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { GenericContainer, Network, type StartedTestContainer, Wait } from 'testcontainers';
import { heapFlag } from '../../../config/process-memory.ts';
import { readSettings } from '../../../config/read-settings.ts';
import { connectDocker, obtainImage, preferReaper } from './docker-images.ts';
import { elasticsearchContainer, engineImages, redisContainer } from './engine-containers.ts';

const root = join(import.meta.dirname, '../../..');
const image = 'gemstone-auction-data-service:test';
const graceSeconds = 15;

export type ServiceContainers = Awaited<ReturnType<typeof startServiceContainers>>;

/** The service's own image, built and run as docker-compose.yml runs it, with both engines, on a network of its own. */
export async function startServiceContainers() {
  const docker = await connectDocker();
  const { NODE_IMAGE: base = 'node:26.10.0-slim' } = readSettings(['NODE_IMAGE'], process.env);
  const images = engineImages();
  for (const name of [images.redis, images.elasticsearch, base]) await obtainImage(docker, name);
  await preferReaper(docker);
  await GenericContainer.fromDockerfile(root)
    .withBuildArgs({ NODE_IMAGE: base })
    .build(image, { deleteOnExit: false });

  const network = await new Network().start();
  const volume = `imports-${randomBytes(5).toString('hex')}`;
  const engine = docker.container.dockerode;
  const started: StartedTestContainer[] = [];
  const start = async (name: string, container: GenericContainer) => {
    const running = await container.withNetwork(network).withNetworkAliases(name).start();
    started.push(running);
    return running;
  };
  const [elasticsearch, redis] = await Promise.all([
    start('elasticsearch', elasticsearchContainer(images.elasticsearch)),
    start('redis', redisContainer(images.redis, ['--appendonly', 'yes'])),
  ]);
  const api = await start('api', new ServiceContainer([]).withExposedPorts(3000));
  const worker = await start('worker', new ServiceContainer(workerCommand, { WORKER_PORT: '3001' }, volume));

  return {
    api,
    worker,
    redis,
    elasticsearch,
    url: () => `http://${api.getHost()}:${api.getMappedPort(3000)}`,

    /** A worker that is in its own network, where it meets nobody. */
    startLonelyWorker: async () => {
      const lonely = new ServiceContainer(workerCommand, { WORKER_PORT: '3001' }, volume);
      const running = await lonely.start();
      started.push(running);
      return running;
    },

    /** Sizes in MB: of the image, and of what it adds to its base. */
    async imageSize() {
      const [own, below] = await Promise.all([image, base].map((name) => engine.getImage(name).inspect()));
      return { whole: own!.Size / 1e6, added: (own!.Size - below!.Size) / 1e6 };
    },

    /** Ends a container as Docker does, by SIGTERM and after the grace period by SIGKILL; resolves with its exit code. */
    async end(container: StartedTestContainer): Promise<number> {
      const ended = engine.getContainer(container.getId());
      await ended.stop({ t: graceSeconds });
      return (await ended.inspect()).State.ExitCode;
    },

    async stop() {
      await Promise.all(started.map((container) => container.stop()));
      await network.stop();
      await engine.getVolume(volume).remove();
    },
  };
}

const workerCommand = ['node', heapFlag(), 'ingest/worker.ts'];

/** What docker-compose.yml demands of the service's containers. */
class ServiceContainer extends GenericContainer {
  constructor(command: string[], environment: Record<string, string> = {}, volume?: string) {
    super(image);
    this.hostConfig.ReadonlyRootfs = true;
    this.withCommand(command)
      .withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges:true')
      .withResourcesQuota({ memory: 0.75 })
      .withEnvironment({
        ELASTICSEARCH_URL: 'http://elasticsearch:9200',
        REDIS_URL: 'redis://redis:6379',
        RATE_LIMIT_MAX: '0',
        ...environment,
      })
      .withWaitStrategy(Wait.forHealthCheck());
    if (volume) this.withBindMounts([{ source: volume, target: '/data' }]);
  }
}

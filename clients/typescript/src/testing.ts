import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Network, type StartedTestContainer } from 'testcontainers';
import type { Lot } from './client.ts';
import {
  apiContainer,
  chooseImages,
  elasticsearchContainer,
  type Images,
  redisContainer,
  startAll,
  workerContainer,
} from './containers.ts';

/** A lot to import: a record with at least these three fields. */
export type NewLot = Pick<Lot, 'id' | 'title' | 'gem_type'> & Partial<Lot>;

export interface GemAuctionsOptions extends Images {
  /** The lots that the service has at first. Without any it answers 503 until the first import. */
  lots?: readonly NewLot[];
  /** Settings of the API and the worker. The service has no rate limit unless they set one. */
  environment?: Record<string, string>;
}

/** The service in containers, for one test or for all tests of a file. */
export interface GemAuctions extends AsyncDisposable {
  /** Where the API answers: the address for `createClient`. */
  readonly url: string;
  readonly containers: Record<'api' | 'worker' | 'elasticsearch' | 'redis', StartedTestContainer>;
  /**
   * Adds lots, and overwrites those with the same id. They are visible when it resolves.
   * @throws Error that names what is wrong with each lot
   */
  import(lots: readonly NewLot[]): Promise<void>;
  /** Stops and removes the containers. */
  stop(): Promise<void>;
}

/**
 * Starts Elasticsearch, Redis, a worker and the API in containers, with the given lots.
 *
 *     await using service = await startGemAuctions({ lots: [{ id: 1, title: 'A ruby ring', gem_type: 'Ruby' }] });
 *     const client = createClient(service.url);
 *
 * @throws Error when Docker does not answer, an image cannot be had, or a lot is not valid
 */
export async function startGemAuctions({
  lots,
  environment,
  ...images
}: GemAuctionsOptions = {}): Promise<GemAuctions> {
  const { image, elasticsearchImage, redisImage } = chooseImages(images);
  const network = await new Network().start();
  const started: StartedTestContainer[] = [];
  const stop = async () => {
    await Promise.all(started.splice(0).map((container) => container.stop()));
    await network.stop();
  };
  try {
    const engines = await startAll({
      elasticsearch: elasticsearchContainer(elasticsearchImage)
        .withNetwork(network)
        .withNetworkAliases('elasticsearch'),
      redis: redisContainer(redisImage).withNetwork(network).withNetworkAliases('redis'),
    });
    started.push(...Object.values(engines));
    const programs = await startAll({
      api: apiContainer(image, environment).withNetwork(network),
      worker: workerContainer(image, environment).withNetwork(network),
    });
    started.push(...Object.values(programs));
    const { api, worker } = programs;
    if (lots && lots.length > 0) await importLots(worker, lots);
    return {
      // A restart can change the port.
      get url() {
        return `http://${api.getHost()}:${api.getMappedPort(3000)}`;
      },
      containers: { ...engines, ...programs },
      import: (more) => importLots(worker, more),
      stop,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function importLots(worker: StartedTestContainer, lots: readonly NewLot[]): Promise<void> {
  const file = `/data/imports/lots-${randomUUID()}.ndjson.gz`;
  // Through a command, because Docker cannot copy into a read-only container. One argument has less than 128 KiB.
  const content = gzipSync(lots.map((lot) => JSON.stringify(lot)).join('\n')).toString('base64');
  for (const part of content.match(/.{1,100000}/g) ?? []) {
    await run(
      worker,
      'node',
      '-e',
      "fs.appendFileSync(process.argv[1], process.argv[2], 'base64')",
      file,
      part,
    );
  }
  const { exitCode, stdout } = await run(worker, ...cli, 'import', file, '--json');
  if (exitCode === 0) return;
  const rejects = await run(worker, ...cli, 'rejects', String(JSON.parse(stdout).id));
  throw new Error(`These lots are not valid:\n${rejects.stdout}`);
}

const cli = ['node', 'ingest/cli/gem-auctions.js'];

/** @throws Error when the command fails; 2 is an import with rejects */
async function run(container: StartedTestContainer, ...command: string[]) {
  const result = await container.exec(command);
  if (result.exitCode === 0 || result.exitCode === 2) return result;
  throw new Error(`"${command.slice(0, 3).join(' ')}" ended with ${result.exitCode}:\n${result.output}`);
}

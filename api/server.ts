import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createLogger } from '../config/create-logger.ts';
import { SettingsError } from '../config/read-settings.ts';
import { createAnswerCache } from './answer-cache.ts';
import { createApp } from './app.ts';
import { readBuildId } from './build-id.ts';
import { type Config, madeAtOnce, readConfig } from './config.ts';
import { watchDataStates } from './data-version.ts';
import { gatherSearches } from './gathered-searches.ts';
import { createKnownFacts } from './known-facts.ts';
import { createMetrics } from './metrics.ts';
import { refuseUnread } from './refuse-unread.ts';
import { watchSearchThreads } from './search-threads.ts';
import { closeServices, connectServices, firstContact } from './services.ts';
import { createTurns } from './turns.ts';

/** A running API. */
export interface RunningApi {
  /** Where it answers: `http://127.0.0.1:3000`. */
  url: string;
  /** Takes no new requests, finishes those it has, then lets go of the servers. */
  close(): Promise<void>;
}

/**
 * How long a connection may take, in milliseconds: to send its headers and its request, and to send another one. Longer
 * than proxies keep theirs, so that none of them writes into a connection that is just being closed.
 */
const connectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * Starts the API: clients, app, port. It starts without Elasticsearch, Redis or an index, and answers 503 until
 * they are there.
 */
export async function startApi(config: Config, clock = () => new Date()): Promise<RunningApi> {
  const log = createLogger({ level: config.logLevel });
  const services = connectServices(config);
  reportTrouble(services.redis, log);
  const dataStates = watchDataStates(services.elasticsearch, services.subscriber, {
    indexAlias: config.indexAlias,
    timeoutMs: config.elasticsearchTimeoutMs,
  });
  const endWatch = watchSearchThreads(services.elasticsearch, config.elasticsearchTimeoutMs);
  const metrics = createMetrics();
  const turns = madeAtOnce(config.maxInFlight);
  const patienceMs = config.elasticsearchTimeoutMs;
  const answers = createAnswerCache(config.cacheMaxBytes);
  dataStates.onChange(() => answers.clear());
  const app = createApp({
    services,
    config,
    dataStates,
    knownFacts: createKnownFacts(),
    answers,
    gathered: gatherSearches(services, config.elasticsearchTimeoutMs),
    takeTurn: { brief: createTurns(turns.brief, patienceMs), long: createTurns(turns.long, patienceMs) },
    metrics,
    log,
    buildId: readBuildId(),
    clock,
  });
  const answer = app.callback();
  const server = createServer(connectionLimits, answer);
  // Nothing here is too large to be sent at once: what a client expects besides, it need not wait for.
  server.on('checkExpectation', answer);
  refuseUnread(server, { log, metrics });
  await firstContact(services);
  try {
    server.listen(config.port, config.host);
    await once(server, 'listening');
  } catch (error) {
    endWatch();
    await closeServices(services);
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const url = `http://${host}:${port}`;
  log.info({ url }, `listening on ${url}`);
  return {
    url,
    async close() {
      await closeServer(server);
      endWatch();
      await closeServices(services);
      log.info('closed');
    },
  };
}

/** Says why Redis cannot be used, once for each reason. */
function reportTrouble(redis: Redis, log: Logger): void {
  let told: string | undefined;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    const cause = error.message || error.code;
    if (cause !== told) log.warn({ cause }, 'Redis cannot be used');
    told = cause;
  });
  redis.on('ready', () => {
    told = undefined;
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A connection that was busy is kept alive after its answer unless it is ended then.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  await closed;
  clearInterval(sweep);
}

async function main(): Promise<void> {
  // From the beginning: the first process of a container does not end by a signal that it does not listen to.
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  try {
    const api = await startApi(readConfig(process.env));
    await told;
    await api.close();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}

if (import.meta.main) await main();

import { hash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createLogger } from '../config/create-logger.ts';
import { projectRoot } from '../config/project-root.ts';
import { SettingsError, withLocalStack } from '../config/read-settings.ts';
import { createApp, createOperationsApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import type { AppContext } from './endpoint/context.ts';
import { createResponseCache } from './endpoint/response-cache.ts';
import { boundConnections, concurrencyBounds, createConcurrencyLimits } from './http/limits.ts';
import { createMetrics } from './http/metrics.ts';
import { handleClientErrors } from './http/render-errors.ts';
import { protocols, routes } from './routes.ts';
import { batchSearches } from './search/batched-searches.ts';
import { measureData, usualCheckMs, watchIndexStates } from './search/index-state.ts';
import { createVersionMemos } from './search/search-context.ts';
import { closeServices, connectServices, waitForRedis } from './search/services.ts';

/** A running API. */
export interface RunningApi {
  /** Its URL: `http://127.0.0.1:3000`. */
  url: string;
  /** The URL of metrics and readiness, if they have another port. */
  operationsUrl: string | undefined;
  /** Accepts no new requests, finishes those in flight within 20 seconds, then closes the connections. */
  close(): Promise<void>;
}

/**
 * Options of connections; times in milliseconds. `keepAliveTimeout` is longer than that of proxies, so that no proxy writes to
 * a connection that is just being closed.
 */
const connectionLimits = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  // Node would answer with an empty 400: see `requireOneReading`.
  requireHostHeader: false,
};

/**
 * Starts the API: clients, app, port. It starts without Elasticsearch, Redis or an index, and answers 503 until they are
 * available.
 */
export async function startApi(
  config: Config,
  clock = () => new Date(),
  checkEveryMs = usualCheckMs,
): Promise<RunningApi> {
  const log = createLogger({ level: config.logLevel });
  const services = connectServices(config);
  logRedisErrors(services.redis, log);
  const responses = createResponseCache(config.cacheMaxBytes);
  const indexStates = watchIndexStates(services.elasticsearch, services.subscriber, {
    indexAlias: config.indexAlias,
    timeoutMs: config.elasticsearchTimeoutMs,
    checkEveryMs,
    onChange: responses.clear,
    log,
  });
  const metrics = createMetrics(() => limits.pending(), config.maxInFlight);
  const limits = createConcurrencyLimits(concurrencyBounds(config));
  measureData(metrics.registry, indexStates);
  const context: AppContext = {
    services,
    config,
    indexStates,
    memoOf: createVersionMemos(),
    responses,
    batched: batchSearches(services.elasticsearch, config.elasticsearchTimeoutMs),
    limits,
    metrics,
    log,
    buildId: readBuildId(),
    clock,
  };
  const handleRequest = createApp(context, routes, protocols).callback();
  const server = createServer(connectionLimits, handleRequest);
  // Requests with an unknown `Expect` header are answered normally, not with 417.
  server.on('checkExpectation', handleRequest);
  server.timeout = config.readTimeoutMs;
  boundConnections(server, config, metrics);
  handleClientErrors(server, { log, metrics });
  const operationsServer = createServer(connectionLimits, createOperationsApp(context).callback());
  // Prometheus and an orchestrator need only a few.
  operationsServer.maxConnections = 64;
  handleClientErrors(operationsServer, { log, metrics });
  await waitForRedis(services);
  let operationsUrl: string | undefined;
  try {
    if (config.operationsPort !== undefined) {
      operationsUrl = await listen(operationsServer, config.operationsPort, config.host);
      log.info({ operationsUrl }, `metrics and readiness on ${operationsUrl}`);
    }
    await listen(server, config.port, config.host);
  } catch (error) {
    operationsServer.close();
    indexStates.close();
    await closeServices(services);
    throw error;
  }
  const url = urlOf(server, config.host);
  log.info({ url }, `listening on ${url}`);
  return {
    url,
    operationsUrl,
    async close() {
      await closeServer(server);
      // Interrupted exports close their snapshots.
      const end = performance.now() + idleWithinMs;
      while (limits.pending() > 0 && performance.now() < end) await pause(20);
      if (operationsUrl !== undefined) await closeServer(operationsServer);
      indexStates.close();
      await closeServices(services);
      log.info('closed');
    },
  };
}

/** Resolves with the URL. */
async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  return urlOf(server, host);
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Logs why Redis cannot be used, once for each reason. */
function logRedisErrors(redis: Redis, log: Logger): void {
  let lastCause: string | undefined;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    const cause = error.message || error.code;
    if (cause !== lastCause) log.warn({ cause }, 'Redis cannot be used');
    lastCause = cause;
  });
  redis.on('ready', () => {
    lastCause = undefined;
  });
}

/** Maximum time for requests in flight at shutdown; after it they are interrupted. */
const finishWithinMs = 15_000;

/** Maximum time for interrupted requests to release their resources. */
const idleWithinMs = 5000;

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A busy connection is kept alive after its response unless it is closed then.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const end = setTimeout(() => server.closeAllConnections(), finishWithinMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(end);
}

async function main(): Promise<void> {
  // Registered first: the first process of a container ignores signals without a listener.
  const stopSignal = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  try {
    const api = await startApi(readConfig(withLocalStack(process.env)));
    await stopSignal;
    await api.close();
    process.exit(0);
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}

/**
 * Identifies the code that renders responses: a digest of the sources of the API and of the mappings. It is the same on
 * every machine and changes with every change of the sources, so that no client reuses a response of older code.
 */
function readBuildId(): string {
  const names = globSync('{api,mappings}/**/*.ts', { cwd: projectRoot }).sort();
  const sources = names.map((name) => [name, readFileSync(join(projectRoot, name), 'utf8')]);
  return hash('sha256', JSON.stringify(sources), 'base64url').slice(0, 12);
}

if (import.meta.main) await main();

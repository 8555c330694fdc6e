import { Queue } from 'bullmq';
import { InvalidArgumentError } from 'commander';
import { Redis } from 'ioredis';
import { redisOptions } from '../../config/clients.ts';
import { withLocalStack } from '../../config/read-settings.ts';
import type { EnqueueServices } from '../import/enqueue.ts';
import { importsQueueName } from '../queue/contract.ts';
import { type IngestServices, openElasticsearch, readIngestConfig } from '../services.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { type ImportLog, importLog } from '../store/import-log.ts';

/** A mistake of the operator or a missing thing, reported in one line with exit code 1. */
export class CliError extends Error {}

/** The connections of a command. */
export interface CliSession extends EnqueueServices, Omit<IngestServices, 'close'> {
  indexAlias: string;
}

/** The connection of a command that needs Elasticsearch alone. */
type IndexSession = Pick<CliSession, 'config' | 'indexAlias' | 'elasticsearch' | 'log'>;

/**
 * Opens the connection to Elasticsearch, runs a command, and closes it.
 * @throws CliError when it cannot be reached
 */
export async function withIndex<T>(
  work: (session: IndexSession) => Promise<T>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const config = readIngestConfig(withLocalStack(environment));
  const elasticsearch = openElasticsearch(config);
  try {
    await reachable('Elasticsearch', config.ELASTICSEARCH_URL, () => elasticsearch.info());
    const indexAlias = config.INDEX_ALIAS;
    return await work({ config, indexAlias, elasticsearch, log: importLog(elasticsearch, indexAlias) });
  } finally {
    await elasticsearch.close();
  }
}

/**
 * Opens the connections of a command that needs the queue too, runs it, and closes them.
 * @throws CliError when Redis or Elasticsearch cannot be reached
 */
export function withSession<T>(
  work: (session: CliSession) => Promise<T>,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  return withIndex(async (session) => {
    const { config, indexAlias } = session;
    // A person waits, so a command reports an unavailable server sooner than a worker.
    const redis = new Redis(config.REDIS_URL, {
      ...redisOptions(config.REDIS_CA_FILE),
      lazyConnect: true,
      maxRetriesPerRequest: 2,
      connectTimeout: 5_000,
      commandTimeout: 10_000,
    });
    // Only listeners get the reason; the call itself reports a closed connection.
    let connectionError: Error | undefined;
    redis.on('error', (error) => {
      connectionError = error;
    });
    const connect = () => redis.connect().catch((error) => Promise.reject(connectionError ?? error));
    try {
      await reachable('Redis', config.REDIS_URL, connect);
      const imports = new Queue(importsQueueName(indexAlias), { connection: redis });
      imports.on('error', () => {});
      return await work({ ...session, redis, imports, onUnqueued });
    } finally {
      redis.disconnect();
    }
  }, environment);
}

function onUnqueued(id: number): void {
  console.error(`import ${id} is recorded; it will be queued when Redis accepts writes`);
}

async function reachable(what: string, url: string, connect: () => Promise<unknown>): Promise<void> {
  try {
    await connect();
  } catch (error) {
    throw new CliError(
      `${what} cannot be reached at ${withoutSecrets(url)}: ${(error as Error).message || 'no response'}`,
    );
  }
}

/** The URLs without user and password. */
export function withoutSecrets(urls: string): string {
  const shown = urls.split(',').map((text) => {
    const { protocol, host, username, password } = new URL(text);
    return `${protocol}//${username || password ? '…@' : ''}${host}`;
  });
  return shown.join(',');
}

/** Parses the number of an import. */
export function importNumber(text: string): number {
  if (!/^[1-9][0-9]{0,9}$/.test(text))
    throw new InvalidArgumentError('It must be the number of an import: a whole number from 1.');
  return Number(text);
}

/** @throws CliError when there is no such import. */
export async function findImport(log: ImportLog, id: number): Promise<ImportEntry> {
  const entry = await log.find(id);
  if (!entry) throw new CliError(`There is no import ${id}. List them: npx gem-auctions imports`);
  return entry;
}

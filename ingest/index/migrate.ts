import type { Client, estypes } from '@elastic/elasticsearch';
import type { Job } from 'bullmq';
import type { Logger } from 'pino';
import type { RecordField } from '../../mappings/record.ts';
import { mappingVersion } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed, retryWhileUnavailable } from '../errors.ts';
import { type CopyJobData, type Planned, queueBatches } from '../queue/contract.ts';
import type { ImportEntry, Migration } from '../store/import-entry.ts';
import { countWrites, isCurrent, liveIndex, olderVersion, readMapping } from './live-index.ts';
import { refresh } from './publish-version.ts';

/** Records in one batch: at most a few megabytes. */
const batchSize = 500;

/**
 * Plans a migration: splits the ids of the live index into batches, and queues them as children of the migration's job.
 * Idempotent, because nothing is written to that index meanwhile; `checkMigration` verifies that at the end.
 * @throws ImportFailed when there is nothing to migrate, or this worker has another mapping version
 */
export async function planMigration(
  job: Job,
  entry: ImportEntry,
  context: ImportContext,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, log } = context;
  const migration =
    entry.migration ?? (await retryWhileUnavailable(() => beginMigration(entry, context), signal));
  if (!(await retryWhileUnavailable(() => log.change(entry.id, ['running'], { migration }), signal))) return;
  const parent = { id: job.id!, queue: job.queueQualifiedName };
  const planned: Planned = { batches: 0, records: 0 };
  for await (const ids of pagesOfIds(elasticsearch, migration.from, signal)) {
    const batches: CopyJobData[] = [];
    for (let start = 0; start < ids.length; start += batchSize) {
      const own = ids.slice(start, start + batchSize);
      const range = { from: own[0]!, to: own.at(-1)!, records: own.length };
      batches.push({ import: entry.id, run: entry.run, batch: planned.batches++, ...range });
    }
    planned.records += ids.length;
    await queueBatches('copy-batch', batches, parent, context.batches);
    signal.throwIfAborted();
    // A cancelled migration is planned no further.
    if ((await retryWhileUnavailable(() => log.find(entry.id), signal))?.state !== 'running') return;
  }
  await retryWhileUnavailable(() => log.change(entry.id, ['running'], { planned }), signal);
}

async function beginMigration({ job }: ImportEntry, context: ImportContext): Promise<Migration> {
  const { elasticsearch, config } = context;
  const to_version = job.name === 'migrate' ? job.payload.mapping_version : mappingVersion;
  if (to_version !== mappingVersion) {
    throw new ImportFailed(
      `This worker has mapping version ${mappingVersion}, not ${to_version}. Start a worker of the other build.`,
    );
  }
  const from = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (!from) throw new ImportFailed('There is no index to migrate.');
  const { version: from_version } = await readMapping(elasticsearch, from);
  // Records of an older mapping cannot be read.
  if (from_version < to_version) throw new ImportFailed(olderVersion(from, from_version));
  // Counted first, so that a write between here and the refresh makes the check fail.
  const writes = await countWrites(elasticsearch, [from]);
  await refresh(from, context);
  return { from, from_version, to_version, writes };
}

const id = 'id' satisfies RecordField;

type PagesOptions = { pageSize?: number; query?: estypes.QueryDslQueryContainer };

/**
 * Reads the ids of an index in ascending order. Nothing is written to the index meanwhile, so each page continues after
 * the last id without a point in time, which a restart of Elasticsearch would end.
 * @param options `pageSize`: ids read in one search, by default the maximum of a search; `query`: by default all records
 */
export async function* pagesOfIds(
  elasticsearch: Client,
  index: string,
  signal: AbortSignal,
  { pageSize = 10_000, query = { match_all: {} } }: PagesOptions = {},
): AsyncGenerator<number[]> {
  let ids: number[] = [];
  do {
    const after = ids.at(-1);
    ids = await retryWhileUnavailable(async () => {
      const { hits } = await elasticsearch.search({
        ...{ index, query, size: pageSize },
        sort: [{ [id]: 'asc' }],
        _source: false,
        track_total_hits: false,
        allow_partial_search_results: false,
        filter_path: 'hits.hits.sort',
        ...(after !== undefined && { search_after: [after] }),
      });
      return (hits?.hits ?? []).map(({ sort }) => sort![0] as number);
    }, signal);
    if (ids.length > 0) yield ids;
  } while (ids.length === pageSize);
}

/** @throws ImportFailed when the new index and the live one do not have the same number of records */
export async function checkMigration(
  entry: ImportEntry,
  { elasticsearch, config }: ImportContext,
): Promise<void> {
  const { from, writes } = entry.migration!;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live !== from) throw new ImportFailed(`${from} is no longer live. Run gem-auctions migrate again.`);
  if ((await countWrites(elasticsearch, [from])) !== writes) {
    throw new ImportFailed(`${from} was written to during the migration. Run gem-auctions migrate again.`);
  }
  const [old, copied] = await Promise.all(
    [from, entry.index!].map(async (index) => (await elasticsearch.count({ index })).count),
  );
  if (old !== copied)
    throw new ImportFailed(
      `The new index has ${copied} records, but the live one has ${old}. Run gem-auctions migrate again.`,
    );
}

/** Logs a warning when the live index has another mapping than this build, so that imports do not write to it. */
export async function warnOfMapping(
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
  logger: Logger,
): Promise<void> {
  const index = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  const mapping = index && (await readMapping(elasticsearch, index));
  if (!mapping || isCurrent(mapping)) return;
  const { version, missing } = mapping;
  const ofSame = missing.length > 0 ? 'run gem-auctions migrate' : 'imports wait for a worker of its build';
  const advice = version < mappingVersion ? 'import all files again, the first with --replace' : ofSame;
  logger.warn({ index, ...mapping, known: mappingVersion }, `the live index has another mapping; ${advice}`);
}

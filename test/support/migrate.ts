import { setTimeout as pause } from 'node:timers/promises';
import { enqueueImport } from '../../ingest/import/enqueue.ts';
import { liveIndex } from '../../ingest/index/live-index.ts';
import type { ImportEntry } from '../../ingest/store/import-entry.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import { mappingVersion } from '../../mappings/records-index.ts';
import type { TestIngest } from './start-ingest.ts';

/** Enqueues a migration. */
export const enqueueMigration = ({ session }: TestIngest, version = mappingVersion): Promise<number> =>
  enqueueImport(session, 'migrate', { mapping_version: version });

/** Resolves with an import as soon as it meets a condition. */
export async function whenIs(
  ingest: TestIngest,
  id: number,
  asked: (entry: ImportEntry) => unknown,
): Promise<ImportEntry> {
  for (;;) {
    const entry = await ingest.session.log.find(id);
    if (entry && asked(entry)) return entry;
    await pause(5);
  }
}

/** All records behind the alias with their versions, by id. */
export async function documents({ elasticsearch, alias }: TestIngest): Promise<object[]> {
  const index = (await liveIndex(elasticsearch, alias))!;
  const { hits } = await elasticsearch.search<AuctionRecord>({
    ...{ index, size: 10_000, sort: [{ id: 'asc' }], version: true },
  });
  return hits.hits.map(({ _id, _version, _source }) => ({ _id, _version, ..._source! }));
}

/** The number of records with moments for regressions, and the sums of the moments. */
export async function prepared({ elasticsearch, alias }: TestIngest): Promise<object> {
  const { aggregations } = await elasticsearch.search({
    ...{ index: alias, size: 0, aggs: { xy: { stats: { field: 'hedonic.xy' } } } },
  });
  const { count, sum } = aggregations!.xy as { count: number; sum: number | null };
  // Elasticsearch adds up in any order.
  return { count, sum: (sum ?? 0).toPrecision(12) };
}

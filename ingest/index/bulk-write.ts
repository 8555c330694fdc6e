import { isDeepStrictEqual } from 'node:util';
import type { Client, estypes } from '@elastic/elasticsearch';
import { toDocument } from '../../mappings/document.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { Field } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { isTransientStatus, StaleWriter } from '../errors.ts';
import { stoneKeysOf } from '../record/stone-keys.ts';
import { ItemRefused, readPages } from '../store/elasticsearch.ts';

/** One write: an index operation with its document, or a deletion. */
export interface Write {
  id: number;
  document?: object;
  /** The version to write as, where it is not that of the target. */
  version?: number;
}

/** The outcome of a write: written, lost to a newer version, or refused by Elasticsearch. */
export type Outcome = { kind: 'written' } | { kind: 'superseded' } | { kind: 'refused'; reason: string };

/** What writing needs. */
export type WriteContext = Pick<ImportContext, 'elasticsearch' | 'metrics' | 'retry'>;

/** Where and as which version a batch writes. */
export interface Target {
  /** The alias through which the import may write; see index-roles.ts. */
  writeAlias: string;
  version: number;
}

/**
 * Writes documents by bulk requests until every one has an outcome. `external_gte` versions make it safe to repeat:
 * the same batch overwrites itself, and an older one never overwrites a newer.
 * @returns the outcomes in the order of the writes.
 * @throws ShuttingDown when the worker shuts down while Elasticsearch is unavailable
 * @throws StaleWriter when the import has ended: the alias is gone
 */
export async function indexDocuments(
  { elasticsearch, metrics, retry }: WriteContext,
  target: Target,
  writes: readonly Write[],
): Promise<Outcome[]> {
  const outcomes = new Array<Outcome>(writes.length);
  // Of two writes with one id only the later is sent; the earlier one could overtake it in a retry.
  const last = new Map(writes.map(({ id }, i) => [id, i]));
  for (const [i, { id }] of writes.entries()) if (last.get(id) !== i) outcomes[i] = { kind: 'superseded' };
  let open = [...last.values()];
  const write = async () => {
    const operations = open.flatMap((i) => {
      const { id, document, version = target.version } = writes[i]!;
      const place = { _id: String(id), version, version_type: 'external_gte' as const };
      return document ? [{ index: place }, document] : [{ delete: place }];
    });
    const endTimer = metrics.bulkSeconds.startTimer();
    const { items } = await elasticsearch
      .bulk({ index: target.writeAlias, require_alias: true, operations, filter_path: responseFields })
      .finally(endTimer);
    let refused: estypes.BulkResponseItem | undefined;
    open = open.filter((i, place) => {
      const item = (items[place]!.index ?? items[place]!.delete)!;
      const outcome = outcomeOf(item);
      if (outcome) outcomes[i] = outcome;
      else refused = item;
      return !outcome;
    });
    if (refused)
      throw new ItemRefused(
        `${open.length} records were rejected for now: ${refused.error!.reason}`,
        refused,
      );
  };
  if (open.length > 0) await retry(write);
  return outcomes;
}

/** The fields of a bulk response that are read. */
const responseFields = ['items.*.status', 'items.*.error.type', 'items.*.error.reason'];

/** The document of a record, with the fields that only an import can fill. */
export const documentOf = (record: AuctionRecord, first_import: number): object => ({
  ...toDocument(record),
  stone_keys: stoneKeysOf(record),
  first_import,
});

/** The outcome of one item; undefined if it should be retried. */
function outcomeOf({ status, error }: estypes.BulkResponseItem): Outcome | undefined {
  // A deletion of a missing record returns 404, but is recorded all the same.
  if (!error) return { kind: 'written' };
  if (status === 409) return { kind: 'superseded' };
  if (isTransientStatus(status, error.type)) return undefined;
  if (error.type === 'index_not_found_exception') throw new StaleWriter();
  return { kind: 'refused', reason: error.reason ?? `status ${status}` };
}

/** An index whose records are marked at the end of an import. */
export interface MarkedIndex {
  index: string;
  /** The alias through which the import may write to it. */
  writeAlias: string;
  /** The time of the import. */
  at: string;
}

/** A record as it is stored. */
export interface StoredRecord {
  record: AuctionRecord;
  version: number;
  /** Number of the import that first wrote it; not part of the published record. */
  first_import: number;
  /** Its values of the field that was asked for, which are not part of the published record. */
  keys: string[];
}

/** Records read at once. */
const recordsPerPage = 2_000;

/** Reads the records that a query finds so that they can be rewritten, a page at a time. */
export async function* readStored(
  elasticsearch: Client,
  index: string,
  query: estypes.QueryDslQueryContainer,
  keys: Field = 'first_import',
): AsyncGenerator<StoredRecord[]> {
  const docvalue_fields: Field[] = ['first_import', keys];
  const pages = readPages<AuctionRecord>(elasticsearch, index, {
    ...{ query, version: true, docvalue_fields, size: recordsPerPage, sort: [{ id: 'asc' }] },
  });
  for await (const page of pages) {
    yield page.map(({ _source: record, _version, fields = {} }) => ({
      record: record!,
      version: _version!,
      first_import: fields.first_import?.[0] ?? record!.import,
      keys: fields[keys] ?? [],
    }));
  }
}

/** A stored record with fields that it is to have. */
export interface Rewrite {
  stored: StoredRecord;
  fields: Partial<AuctionRecord>;
}

/**
 * Writes the records whose fields differ, each under its current version, so that whatever could overwrite it still can. A
 * record that was overwritten meanwhile keeps the newer content, and the import that wrote it checks it again.
 * @returns how many records were sent; they are visible after a refresh
 */
export async function rewriteRecords(
  context: WriteContext,
  { writeAlias, at }: MarkedIndex,
  rewrites: readonly Rewrite[],
): Promise<number> {
  const writes = rewrites.flatMap(({ stored: { record, version, first_import }, fields }): Write[] => {
    const changed = { ...record, ...fields };
    if (isDeepStrictEqual(changed, record)) return [];
    const updated_at = later(record.updated_at, at);
    return [{ id: record.id, version, document: documentOf({ ...changed, updated_at }, first_import) }];
  });
  await indexDocuments(context, { writeAlias, version: 0 }, writes);
  return writes.length;
}

/** The later of two times; a later import may have written the record. */
const later = (updatedAt: string | null, at: string) =>
  updatedAt !== null && updatedAt > at ? updatedAt : at;

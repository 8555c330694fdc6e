import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, estypes } from '@elastic/elasticsearch';
import type { Redis } from 'ioredis';
import pLimit from 'p-limit';
import { toDocument, toRecord } from '../../../mappings/document.ts';
import type { Flag } from '../../../mappings/flags.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import type { Field } from '../../../mappings/records-index.ts';
import type { ImportContext } from '../../context.ts';
import { readPages } from '../../store/elasticsearch.ts';
import type { ImportEntry } from '../../store/import-log.ts';
import { indexDocuments, toBytes, type Write } from '../bulk-write.ts';
import { checkMapping } from '../index-meta.ts';
import { writeAlias } from '../index-roles.ts';
import { type Bounds, minPriced, outlierBounds, priceSpread } from './price-spread.ts';

/**
 * Updates PRICE_OUTLIER in the whole index of an import, and makes the changes visible. Concurrent imports do so one
 * after the other: the one that reads older data must not write later.
 */
export async function markOutliers(
  context: ImportContext,
  entry: ImportEntry,
  signal: AbortSignal,
): Promise<void> {
  const { elasticsearch, redis, config } = context;
  const index = entry.index!;
  const target = { index, writeAlias: writeAlias(config.INDEX_ALIAS, entry), at: entry.created_at };
  await withLock(redis, `gem-auctions:${config.INDEX_ALIAS}:outliers`, async () => {
    // What others wrote since the import's own refresh, their flags above all, must be seen.
    await elasticsearch.indices.refresh({ index });
    if ((await flagPriceOutliers(context, target, signal)) > 0)
      await elasticsearch.indices.refresh({ index });
  });
}

/** Expiry of the lock of a worker that was killed. */
const lockMs = 30_000;
const retryAfterMs = 200;

/** Deletes or extends the lock, if this worker still holds it. */
const release = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;
const prolong = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`;

/**
 * Runs work under a lock in Redis. If Redis loses the lock two run at once, so the work must be safe to repeat; for that
 * a lock library over several Redis servers (redlock) is more than needed.
 */
async function withLock<T>(redis: Redis, name: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID();
  while ((await redis.set(name, token, 'PX', lockMs, 'NX')) === null) await wait(retryAfterMs);
  const timer = setInterval(() => redis.eval(prolong, 1, name, token, lockMs).catch(() => {}), lockMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await redis.eval(release, 1, name, token);
  }
}

const outlier: Flag = 'PRICE_OUTLIER';
const flags: Field = 'flags';
const gemType: Field = 'gem_type';
const pricePerCarat: Field = 'price_per_carat_usd';

/** Records rewritten in one request. */
const pageSize = 1_000;

/** Gem types checked concurrently: a search keeps one core of Elasticsearch busy. */
const typesAtOnce = 2;

/** Most gem types with enough lots; a vocabulary has some two hundred. */
const maxTypes = 10_000;

type Query = estypes.QueryDslQueryContainer;
const isPriced: Query = { range: { [pricePerCarat]: { gt: 0 } } };
const isFlagged: Query = { term: { [flags]: outlier } };

/**
 * Sets and clears PRICE_OUTLIER on every record of an index whose state is refreshed. A record keeps its version, so
 * that whatever may overwrite it still does, and its import's number; repeating the pass changes nothing.
 * @param target the index, the alias through which the import may write to it, and the time of the import
 * @returns how many records changed; they need a refresh to be seen.
 */
export async function flagPriceOutliers(
  context: Pick<ImportContext, 'elasticsearch' | 'metrics'>,
  { index, writeAlias, at }: { index: string; writeAlias: string; at: string },
  signal: AbortSignal,
): Promise<number> {
  const { elasticsearch } = context;
  const types = await typesWithEnoughLots(elasticsearch, index);
  const target = { index, writeAlias, at, mappingVersion: await checkMapping(elasticsearch, index) };
  const limit = pLimit(typesAtOnce);
  const changed = await limit.map(types, async (type) => {
    const wrong = await wronglyFlagged(elasticsearch, index, type);
    return changeFlag(context, target, wrong, signal);
  });
  const ofFewLots: Query = {
    bool: { filter: [isFlagged], must_not: [{ terms: { [gemType]: types.map(({ type }) => type) } }] },
  };
  changed.push(await changeFlag(context, target, ofFewLots, signal));
  return changed.reduce((sum, ofType) => sum + ofType);
}

/** The lots of a type that are flagged and should not be, or should be and are not. */
async function wronglyFlagged(
  elasticsearch: Client,
  index: string,
  { type, priced }: PricedType,
): Promise<Query> {
  const isOfType: Query = { term: { [gemType]: type } };
  const query: Query = { bool: { filter: [isOfType, isPriced] } };
  const isOutside = outside(outlierBounds(await priceSpread(elasticsearch, index, query, priced)));
  return {
    bool: {
      filter: [isOfType],
      should: [
        { bool: { filter: [isOutside], must_not: [isFlagged] } },
        { bool: { filter: [isFlagged], must_not: [isOutside] } },
      ],
      minimum_should_match: 1,
    },
  };
}

function outside(bounds: Bounds | undefined): Query {
  if (!bounds) return { match_none: {} };
  return {
    bool: {
      filter: [isPriced],
      must_not: [{ range: { [pricePerCarat]: { gte: bounds.low, lte: bounds.high } } }],
    },
  };
}

/** A gem type and how many priced lots it has. */
interface PricedType {
  type: string;
  priced: number;
}

async function typesWithEnoughLots(elasticsearch: Client, index: string): Promise<PricedType[]> {
  const { aggregations } = await elasticsearch.search({
    index,
    size: 0,
    query: isPriced,
    aggs: { types: { terms: { field: gemType, size: maxTypes, min_doc_count: minPriced } } },
  });
  const { buckets } = aggregations!.types as { buckets: { key: string; doc_count: number }[] };
  return buckets.map(({ key, doc_count }) => ({ type: key, priced: doc_count }));
}

/**
 * Sets the flag of the records that a query finds where they have it not, and takes it where they have; a page at a
 * time, each under the version that it has.
 */
async function changeFlag(
  context: Pick<ImportContext, 'elasticsearch' | 'metrics'>,
  {
    index,
    writeAlias,
    at,
    mappingVersion,
  }: { index: string; writeAlias: string; at: string; mappingVersion: number },
  query: Query,
  signal: AbortSignal,
): Promise<number> {
  const { elasticsearch } = context;
  let changed = 0;
  const pages = readPages<AuctionRecord>(elasticsearch, index, {
    ...{ query, size: pageSize, version: true, sort: [{ id: 'asc' }] },
  });
  for await (const page of pages) {
    const writes = page.map(({ _source, _version }): Write => {
      const record = withFlagChanged(toRecord(_source!), at);
      return { id: record.id, version: _version!, document: toBytes(toDocument(record, mappingVersion)) };
    });
    // A record that was overwritten meanwhile keeps what is newer: that write's own import looks at it again.
    await indexDocuments(context, { writeAlias, version: 0 }, writes, signal);
    changed += writes.length;
  }
  return changed;
}

function withFlagChanged(record: AuctionRecord, at: string): AuctionRecord {
  const others = record.flags.filter((flag) => flag !== outlier);
  const flags = others.length < record.flags.length ? others : [...others, outlier];
  // A later import may have written the record.
  const updated_at = record.updated_at !== null && record.updated_at > at ? record.updated_at : at;
  return { ...record, flags, updated_at };
}

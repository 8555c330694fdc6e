import type { estypes } from '@elastic/elasticsearch';

/** A page of a composite aggregation. */
interface CompositePage<Key> {
  buckets: readonly unknown[];
  /** The key of the last bucket. */
  after_key?: Key | undefined;
}

/**
 * All pages of a composite aggregation, one after the other. A page that is not full is the last: Elasticsearch returns a
 * key after every non-empty page, and a search from there would find nothing.
 * @param size buckets of a full page
 * @param read reads the page after a key
 */
export async function* compositePages<Key, Page extends CompositePage<Key>>(
  size: number,
  read: (after: Key | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: Key | undefined;
  do {
    const page = await read(after);
    yield page;
    after = page.buckets.length < size ? undefined : page.after_key;
  } while (after);
}

export type Aggregation = estypes.AggregationsAggregationContainer;
export type Aggregations = Record<string, Aggregation>;

/**
 * One page of a composite aggregation: all combinations of the values of its sources, by key.
 * @param after the key of the last bucket of the page before
 * @param aggs of each bucket
 */
export function compositePage(
  size: number,
  sources: readonly object[],
  after: object | undefined,
  aggs?: Aggregations,
): Aggregation {
  return { composite: { size, sources, ...(after && { after }) }, ...(aggs && { aggs }) } as Aggregation;
}

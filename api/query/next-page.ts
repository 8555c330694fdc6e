/**
 * Where the next page of a composite aggregation begins: undefined behind a page that is not full, which is the last.
 * Elasticsearch names a key behind every page that holds anything, and a search from there would find nothing.
 */
export function nextPage<Key>(
  page: { buckets: readonly unknown[]; after_key?: Key },
  size: number,
): Key | undefined {
  return page.buckets.length < size ? undefined : page.after_key;
}

import { rebuildNames } from '../../../ingest/index/suggested-names.ts';
import { suggestIndexName } from '../../../mappings/records-index.ts';
import type { TestIndex } from '../test-index.ts';

/** Makes the names of an index available to suggestions, as an import does; returns the index of names. */
export async function suggestNames({
  elasticsearch,
  alias,
  index: recordsIndex,
}: TestIndex): Promise<string> {
  const context = { elasticsearch, config: { INDEX_ALIAS: alias } } as Parameters<typeof rebuildNames>[1];
  await rebuildNames(recordsIndex, context);
  const index = suggestIndexName(alias, recordsIndex);
  await elasticsearch.indices.refresh({ index });
  return index;
}

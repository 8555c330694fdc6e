import type { Client } from '@elastic/elasticsearch';

/**
 * How many writes an index has ever taken, deletions and repetitions too, seen or not: when the number is the same at
 * two moments, nothing was written in between.
 */
export async function countWrites(elasticsearch: Client, index: string): Promise<number> {
  const { indices } = await elasticsearch.indices.stats({ index, level: 'shards', metric: 'docs' });
  const copies = Object.values(indices![index]!.shards!).flat();
  return copies
    .filter(({ routing }) => routing!.primary)
    .reduce((sum, { seq_no }) => sum + seq_no!.max_seq_no + 1, 0);
}

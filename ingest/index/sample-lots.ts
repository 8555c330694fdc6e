import type { Client } from '@elastic/elasticsearch';
import { sampleIds } from '../../mappings/sample-ids.ts';

/** Selects the sample lots: generated ones and notable sales. */
export const sampleLots = { range: { id: { gte: sampleIds.first, lte: sampleIds.last } } };

/** Numbers of visible sample lots and other lots; 0 without an index. */
export async function countSampleLots(
  elasticsearch: Client,
  index: string,
): Promise<{ samples: number; others: number }> {
  const [all, samples] = await Promise.all(
    [{ match_all: {} }, sampleLots].map(async (query) => {
      const { count } = await elasticsearch.count({ index, query, ignore_unavailable: true });
      return count;
    }),
  );
  return { samples: samples!, others: all! - samples! };
}

import type { Client } from '@elastic/elasticsearch';
import type { RecordField } from '../../mappings/record.ts';
import { resultWindow } from '../../mappings/records-index.ts';
import { sampleIds } from '../../mappings/sample-ids.ts';
import { readPages } from '../store/elasticsearch.ts';

/** Selects the sample lots: generated ones and notable sales. */
const sampleLots = { range: { id: { gte: sampleIds.first, lte: sampleIds.last } } };

/** Numbers of visible sample lots and other lots; 0 without an index. */
export async function countSampleLots(
  elasticsearch: Client,
  index: string,
): Promise<{ samples: number; others: number }> {
  const target = { index, ignore_unavailable: true };
  const { count: all } = await elasticsearch.count(target);
  const { count: samples } = await elasticsearch.count({ ...target, query: sampleLots });
  return { samples, others: all - samples };
}

/** The ids of the visible sample lots, of all or only of the synthetic ones, in ascending order. */
export async function sampleLotIds(
  elasticsearch: Client,
  index: string,
  which: 'all' | 'synthetic' = 'all',
): Promise<number[]> {
  const isSynthetic = { term: { ['is_synthetic' satisfies RecordField]: true } };
  const query = which === 'all' ? sampleLots : { bool: { filter: [sampleLots, isSynthetic] } };
  const pages = readPages(elasticsearch, index, {
    ...{ query, size: resultWindow, sort: [{ ['id' satisfies RecordField]: 'asc' }], _source: false },
  });
  return (await Array.fromAsync(pages)).flat().map(({ _id }) => Number(_id));
}

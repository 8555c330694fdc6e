import type { Client, estypes } from '@elastic/elasticsearch';
import { importsIndex } from '../../mappings/operations-indices.ts';
import { builderOf, recordsPattern } from '../../mappings/records-index.ts';
import { ItemRefused } from './elasticsearch.ts';

/** Numbers of imports are below this, so that `documentVersion` stays within 2^53. */
const numbersEnd = 2 ** 32;

/**
 * The number after every number in use: those in the import log, and, in case the log was restored from a backup or
 * lost, those that live records carry and indices are named for. Neither Redis nor any clock has a say.
 */
export async function nextFreeNumber(elasticsearch: Client, indexAlias: string): Promise<number> {
  const highest = (index: string, field: string) => [
    { index, ignore_unavailable: true, allow_partial_search_results: false },
    {
      size: 0,
      query: { range: { [field]: { lt: numbersEnd } } },
      aggs: { highest: { max: { field } } },
    },
  ];
  const [indices, { responses }] = await Promise.all([
    elasticsearch.indices.getAlias({ index: recordsPattern(indexAlias), expand_wildcards: 'all' }),
    elasticsearch.msearch({
      searches: [...highest(importsIndex(indexAlias), 'id'), ...highest(indexAlias, 'import')],
    }),
  ]);
  const numbers = responses.map((response) => {
    if ('error' in response) {
      throw new ItemRefused(`Numbers of imports cannot be read: ${response.error.reason}`, response);
    }
    const { highest } = response.aggregations ?? {};
    return (highest as estypes.AggregationsMaxAggregate | undefined)?.value ?? 0;
  });
  return Math.max(...numbers, ...Object.keys(indices).map((index) => builderOf(indexAlias, index))) + 1;
}

import type { estypes } from '@elastic/elasticsearch';
import type { AuctionRecord } from '../../../mappings/record.ts';
import type { Clause } from '../../query/filters.ts';
import type { RankedField, Ranking } from '../../query/rankings.ts';
import { StaleIndexError } from '../../search/errors.ts';
import type { SearchContext } from '../../search/search-context.ts';
import type { RecordLot } from '../present/record-steps.ts';
import {
  type DailyMaxima,
  dailyMaximaBody,
  type Maximum,
  type RaisingYear,
  type RecordStep,
  raisingYears,
  readDailyMaxima,
  recordLotsBody,
  recordSteps,
  type YearlyMaxima,
  yearlyMaximaBody,
  yearsPerSearch,
} from '../query/record-searches.ts';

/**
 * The steps of the record: first the greatest value of each year, then, only in the years that raised it, those of
 * the days. No lot is fetched: memory depends on the number of days only.
 * @param until the last day of the filter
 */
export async function readRecordSteps(
  search: SearchContext,
  ranking: Ranking,
  field: RankedField,
  until: string | undefined,
) {
  const { aggregations } = await search.search<unknown, YearlyMaxima>(yearlyMaximaBody(ranking, field));
  const { ranked, excluded, all } = aggregations!;
  const years = ranked.years.buckets.map((bucket) => ({
    time: bucket.key_as_string,
    value: bucket.max.value,
  }));
  const steps = recordSteps(await readDays(search, ranking.query, field, raisingYears(years)));
  return {
    steps,
    asOf: latest(all.auctions.newest.value_as_string, until, steps.at(-1)?.day),
    meta: {
      synthetic_lots: ranked.synthetic.doc_count,
      undated_lots: ranked.doc_count - ranked.dated.doc_count,
      imprecise_date_lots: ranked.imprecise.doc_count,
      multi_stone_lots: excluded?.doc_count ?? 0,
    },
  };
}

/** The lots of some steps, in order. */
export async function readRecordLots(
  search: SearchContext,
  query: Clause,
  field: RankedField,
  steps: readonly RecordStep[],
): Promise<RecordLot[]> {
  if (steps.length === 0) return [];
  const { aggregations } = await search.search<unknown, LotsAnswer>(recordLotsBody(query, field, steps));
  return steps.map(({ day }) => {
    const { doc_count, lot } = aggregations!.steps.buckets[day]!;
    const [found] = lot.hits.hits;
    // The data changed between the two searches: the first result is stale.
    if (!found) throw new StaleIndexError('The data is changing.');
    return { lot: found._source!, candidates: doc_count };
  });
}

interface LotsAnswer {
  steps: {
    buckets: Record<
      string,
      { doc_count: number; lot: { hits: { hits: estypes.SearchHit<AuctionRecord>[] } } }
    >;
  };
}

async function readDays(
  search: SearchContext,
  query: Clause,
  field: RankedField,
  years: readonly RaisingYear[],
): Promise<Maximum[]> {
  const days: Maximum[] = [];
  for (let i = 0; i < years.length; i += yearsPerSearch) {
    const body = dailyMaximaBody(query, field, years.slice(i, i + yearsPerSearch));
    const { aggregations } = await search.search<unknown, DailyMaxima>(body);
    days.push(...readDailyMaxima(aggregations!));
  }
  return days;
}

/** The newest day of the data, or the end of the filter before it; not before the newest record. */
function latest(newest: string | undefined, until: string | undefined, record = ''): string | null {
  if (newest === undefined) return null;
  const end = until !== undefined && until < newest ? until : newest;
  return record > end ? record : end;
}

import type { estypes } from '@elastic/elasticsearch';
import type { Static } from 'typebox';
import Type from 'typebox';
import { AuctionRecord } from '../../../mappings/record.ts';
import { extension } from '../../parameters/kinds.ts';
import type { Clause } from '../../search/clauses.ts';
import { StaleIndexError } from '../../search/errors.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { count, flag, number, object, orNull, positive } from '../../statistics/fields.ts';
import type { PriceFigures } from '../../statistics/price-figures.ts';
import type { RankedField } from '../../statistics/ranked-lots.ts';
import {
  type MaximaResult,
  maximaBody,
  type PriceRecordStep,
  priceRecordLotsBody,
  priceRecordSteps,
  type RankedRecords,
} from './price-record-searches.ts';

/**
 * The price records, from the greatest value of each day. No lot is fetched: memory depends on the number of days only.
 * @param until the last day of the filter
 */
export async function readPriceRecordSteps(
  search: SearchContext,
  ranking: RankedRecords,
  field: RankedField,
  until: string | undefined,
) {
  const { ranked, excluded, synthetic, all } = await search.aggregate<MaximaResult>(
    maximaBody(ranking, field),
  );
  const steps = priceRecordSteps(ranked);
  return {
    steps,
    asOf: latest(all.auctions.newest.value_as_string, until, steps.at(-1)?.day),
    meta: {
      compared_lots: ranked.dated.doc_count,
      undated_lots: ranked.doc_count - ranked.dated.doc_count,
      imprecise_date_lots: ranked.imprecise.doc_count,
      multi_stone_lots: excluded?.doc_count ?? 0,
      ...(synthetic.doc_count > 0 && { excluded_synthetic_lots: synthetic.doc_count }),
    },
  };
}

/** The lots of some price records, in order. */
export async function readPriceRecordLots(
  search: SearchContext,
  query: Clause,
  field: RankedField,
  steps: readonly PriceRecordStep[],
): Promise<PriceRecordLot[]> {
  if (steps.length === 0) return [];
  const found = await search.aggregate<LotsResult>(priceRecordLotsBody(query, field, steps));
  return steps.map(({ day }) => {
    const { doc_count, lot } = found.steps.buckets[day]!;
    const [hit] = lot.hits.hits;
    // The data changed between the two searches: the first result is stale.
    if (!hit) throw new StaleIndexError('The data is changing.');
    return { lot: hit._source!, candidates: doc_count };
  });
}

interface LotsResult {
  steps: {
    buckets: Record<
      string,
      { doc_count: number; lot: { hits: { hits: estypes.SearchHit<AuctionRecord>[] } } }
    >;
  };
}

/** The newest day of the data, or the end of the filter if it is earlier; never before the newest price record. */
function latest(newest: string | undefined, until: string | undefined, record = ''): string | null {
  if (newest === undefined) return null;
  const end = until !== undefined && until < newest ? until : newest;
  return record > end ? record : end;
}

const days = (description: string) => orNull(Type.Integer({ minimum: 0 }), description);

/** A lot that exceeded all earlier ones. */
export const PriceRecord = object('PriceRecord', 'Price record', {
  counts_from: Type.String({
    format: 'date',
    description: 'Day of the sale; for a lot with only a known month or year, its last day.',
    ...extension,
  }),
  value_usd: number('The price, or the price per carat, in US dollars.'),
  increase_usd: positive('Increase over the previous record; null for the first.'),
  increase: positive('Relative increase: new / old − 1, 6 decimals; null for the first, and after a 0.'),
  earlier_stood_days: days(
    'Number of days that the previous record had stood; null for the first, and where the day of one of the two is not known.',
  ),
  stood_days: days(
    'Number of days that it stood: until the next record, or up to `meta.as_of_date` where it still stands. Null where the day of one of the two sales is not known.',
  ),
  is_standing: flag('Whether it is the current record.'),
  equal_lots: count(
    'Number of other lots of the same day with the same value; the one with the lowest id is shown.',
  ),
  lot: AuctionRecord,
});

export type PriceRecord = Static<typeof PriceRecord>;

/** The lot of a price record, and the number of lots with the same day and value. */
export interface PriceRecordLot {
  lot: AuctionRecord;
  candidates: number;
}

/** A price record and its lot. */
export type PriceRecordSet = PriceRecordStep & PriceRecordLot;

/**
 * A published price record.
 * @param asOf the day up to which the latest price record is counted
 */
export function presentPriceRecord(
  { earlier, next, ...step }: PriceRecordSet & Record<'earlier' | 'next', PriceRecordSet | undefined>,
  asOf: string,
  figures: PriceFigures,
): PriceRecord {
  const { lot, candidates } = step;
  return {
    counts_from: step.day,
    value_usd: figures.extreme(step.value)!,
    increase_usd: earlier ? figures.difference(step.value, earlier.value) : null,
    increase: figures.change(step.value, earlier?.value ?? null),
    earlier_stood_days: earlier ? daysBetween(dayOf(earlier), dayOf(step)) : null,
    stood_days: daysBetween(dayOf(step), next ? dayOf(next) : asOf),
    is_standing: next === undefined,
    equal_lots: candidates - 1,
    lot,
  };
}

const msPerDay = 86_400_000;

/** The day of its sale; null where only the month or year is known. */
const dayOf = ({ day, lot }: PriceRecordSet): string | null =>
  (lot.auction_date_precision ?? 'day') === 'day' ? day : null;

const daysBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / msPerDay;

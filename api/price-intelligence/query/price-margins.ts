import type { Clause } from '../../query/filters.ts';
import type { SearchBody } from '../../query/search-body.ts';
import type { Aggregation, Aggregations } from '../../query/statistics.ts';
import type { IndexInterval } from '../params/price-index.ts';
import type { Kind, LotMargins, LotValue } from '../regression/hedonic-index.ts';
import { addMoments, type Moments } from '../regression/moments.ts';
import type { PriceChoice } from './chosen-prices.ts';
import { type LotCounts, maxValuesPerKind, periodsOf } from './lot-counts.ts';
import { type Greatest, type MomentSumsAnswer, momentSums } from './price-cells.ts';

/** The sums of all lots, and those of a value. */
const totalSums = (choice: PriceChoice) => momentSums(({ x, y }) => x + 2 * y <= 4, choice);
const valueSums = (choice: PriceChoice) => momentSums(({ x, y }) => x + 2 * y <= 2, choice);

/** Maximum buckets of one response: Elasticsearch allows 65,536. */
export const maxBuckets = 60_000;

/** Whether one response can hold the margins. */
export function fitInOneAnswer({ periods, values }: LotCounts): boolean {
  const { origin, treatment, auction_house: house } = values;
  const byPeriod = periods.size * (1 + origin + treatment + house);
  return byPeriod + origin * (1 + treatment * (1 + house)) <= maxBuckets;
}

/**
 * The margins of the lots of a query. Sums are computed for each combination of two factors, and added up to those of
 * each factor.
 */
export function priceMarginsBody(
  query: Clause,
  interval: IndexInterval,
  choice: PriceChoice = {},
): SearchBody {
  const { aggs: ofValue } = valueSums(choice);
  const period: Aggregation = {
    ...periodsOf(interval),
    aggs: {
      origin: valuesOf('origin'),
      treatment: valuesOf('treatment'),
      auction_house: valuesOf('auction_house', ofValue),
    },
  };
  const treatment = valuesOf('treatment', { ...ofValue, auction_house: valuesOf('auction_house') });
  return {
    query,
    size: 0,
    track_total_hits: true,
    request_cache: true,
    filter_path: [
      ...['timed_out', 'hits.total'],
      ...['key', 'key_as_string', 'doc_count', 'value', 'sum', 'sum_of_squares'].map(
        (name) => `aggregations.**.${name}`,
      ),
      'aggregations.x.max',
    ],
    aggs: { period, origin: valuesOf('origin', { treatment }), ...totalSums(choice).aggs },
  };
}

/** A value that no record has. */
const unknown = '';

const valuesOf = (field: Kind, aggs: Aggregations = {}): Aggregation => ({
  terms: { field, size: maxValuesPerKind + 1, order: { _key: 'asc' }, missing: unknown },
  aggs,
});

interface Values<Below = unknown> {
  buckets: ({ key: string; doc_count: number } & Below)[];
}

/** The search response to `priceMarginsBody`. */
export type PriceMargins = Omit<MomentSumsAnswer, 'doc_count'> & {
  period: {
    buckets: {
      key_as_string: string;
      origin: Values;
      treatment: Values;
      auction_house: Values<MomentSumsAnswer>;
    }[];
  };
  origin: Values<{ treatment: Values<MomentSumsAnswer & { auction_house: Values }> }>;
  x: Greatest;
};

/** @param lots the number of lots */
export function readPriceMargins(lots: number, answer: PriceMargins, choice: PriceChoice = {}): LotMargins {
  const { read } = valueSums(choice);
  const one = new Map<string, LotMargins['one'][number]>();
  const two: LotMargins['two'] = [];
  const add = (at: LotValue, sums: Moments) => {
    const key = `${at.factor} ${at.value ?? unknown}`;
    const known = one.get(key);
    if (known) addMoments(known.sums, sums);
    else one.set(key, { ...at, sums: sums.slice() });
  };
  const meet = (a: LotValue, b: LotValue, { doc_count }: { doc_count: number }) =>
    two.push({ values: [a, b], lots: doc_count });
  const meetWithSums = (a: LotValue, b: LotValue, bucket: MomentSumsAnswer) => {
    meet(a, b, bucket);
    const sums = read(bucket);
    for (const at of [a, b]) add(at, sums);
  };
  for (const { key_as_string, origin, treatment, auction_house } of answer.period.buckets) {
    const period: LotValue = { factor: 'period', value: key_as_string };
    for (const bucket of origin.buckets) meet(period, nameIn('origin', bucket), bucket);
    for (const bucket of treatment.buckets) meet(period, nameIn('treatment', bucket), bucket);
    for (const bucket of auction_house.buckets) meetWithSums(period, nameIn('auction_house', bucket), bucket);
  }
  for (const ofOrigin of answer.origin.buckets) {
    const origin = nameIn('origin', ofOrigin);
    for (const ofBoth of ofOrigin.treatment.buckets) {
      const treatment = nameIn('treatment', ofBoth);
      meetWithSums(origin, treatment, ofBoth);
      for (const bucket of ofBoth.auction_house.buckets) {
        const house = nameIn('auction_house', bucket);
        meet(origin, house, bucket);
        meet(treatment, house, bucket);
      }
    }
  }
  const total = totalSums(choice).read({ ...answer, doc_count: lots });
  return { total, one: [...one.values()], two, heaviest: answer.x.max ?? -Infinity };
}

const nameIn = (factor: Kind, { key }: { key: string }): LotValue => ({
  factor,
  value: key === unknown ? null : key,
});

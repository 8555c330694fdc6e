import type { Static, TObject, TProperties } from 'typebox';
import { caratBands } from '../../../mappings/carat-bands.ts';
import { groupedNames } from '../../../mappings/named-fields.ts';
import type { Field } from '../../../mappings/records-index.ts';
import { soldLots } from '../../filters/filter-clauses.ts';
import { filterParams } from '../../filters/filter-params.ts';
import type { GroupedField } from '../../filters/grouped-fields.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import type { Rule } from '../../parameters/read-parameters.ts';
import { allOf, anyOf, type Clause, present, type SearchBody } from '../../search/clauses.ts';
import type { Aggregation, Aggregations } from '../../search/composite-pages.ts';
import { rowFieldsParam } from '../../statistics/fields.ts';
import { groupByParam, groupPage, groupPageParams } from '../../statistics/groups.ts';
import {
  countsAndExtremes,
  excludedLots,
  oneStone,
  percentsFor,
  quantiles,
  type Sizes,
  type SummarizedFields,
  syntheticLots,
} from '../../statistics/statistics.ts';
import { MarketGroup } from './market-group.ts';

/** The key of a group: the values of its fields, in the order of `group_by`; null for an unknown name or place of a sale. */
export type GroupKey = Partial<Record<KeyField, string | number | null>>;

/** The fields that identify a sale. Houses use a name every year, and others of them on the same day. */
const saleFields = ['auction_date', 'sale', 'location'] as const;

/** The fields of the key of a group. */
export const keyFieldsOf = (groupBy: readonly Grouping[]): KeyField[] =>
  groupBy.flatMap((name): readonly KeyField[] => (name === 'sale' ? saleFields : [name]));

/** The aggregations of a group except its quantiles, of which only the median to sort it by is included. */
function groupAggregations(measure: MarketMeasure, fields: SummarizedFields): Aggregations {
  const median = (field: Field) => ({ median: quantiles(field, [50]) });
  return {
    ...countsAndExtremes(
      fields,
      measure === 'median_price_per_carat' ? median(fields.price_per_carat_usd) : {},
    ),
    ...(measure === 'median_price' && median(fields.price_usd)),
    newest,
    known_basis: {
      filter: allOf([soldLots, present('price_final_usd'), anyOf('price_basis', ['hammer', 'premium'])]),
    },
  };
}

const newest = { max: { field: 'auction_date' } };

/**
 * One page of all groups, by key, with the values that they are sorted by; the first page also describes the whole
 * filter.
 * @param more further aggregations of the whole filter
 */
export function marketGroupsBody(
  query: Clause,
  groupBy: readonly KeyField[],
  measure: MarketMeasure,
  after: GroupKey | undefined,
  fields: SummarizedFields,
  more: Aggregations,
): SearchBody {
  return {
    query,
    size: 0,
    request_cache: false,
    aggs: {
      groups: groupPage(groupBy, groupAggregations(measure, fields), {
        after,
        withUnknown: ['sale', 'location'],
      }),
      ...(after ? {} : { ...wholeFilter(fields), ...more }),
    },
  };
}

/** The whole filter: the total value for shares, and the last day of the last year. */
const wholeFilter = (fields: SummarizedFields): Aggregations => ({
  total_value: { sum: { field: fields.price_usd } },
  newest,
  synthetic: syntheticLots,
  excluded: excludedLots(fields),
});

/**
 * The aggregations for the quantiles of a group. Each group has its own, because the ranks of the interval of its median
 * differ.
 * @param newest the newest date of any lot in the filter, or undefined where all are undated
 */
export function marketQuantiles(
  { price_usd = 0, price_per_carat_usd = 0 }: Sizes,
  newest: string | undefined,
  fields: SummarizedFields,
): Aggregations {
  const years: Aggregations = newest
    ? { last_year: medianOfYear(fields, newest, 0), year_before: medianOfYear(fields, newest, 1) }
    : {};
  return {
    price_usd: quantiles(fields.price_usd, percentsFor(price_usd)),
    one_stone: {
      filter: oneStone,
      aggs: {
        price_per_carat_usd: quantiles(fields.price_per_carat_usd, percentsFor(price_per_carat_usd)),
        ...years,
      },
    },
  };
}

const yearDays = 365;

/** Median price per carat of the 365 days that end `yearsBack` times 365 days before `newest`, that day included. */
function medianOfYear(fields: SummarizedFields, newest: string, yearsBack: number): Aggregation {
  const lte = daysBefore(newest, yearsBack * yearDays);
  const gt = daysBefore(newest, (yearsBack + 1) * yearDays);
  return {
    filter: { range: { auction_date: { gt, lte } } },
    aggs: { median: quantiles(fields.price_per_carat_usd, [50]) },
  };
}

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

/** The fields by which lots can be grouped. */
export const groupings = [
  ...groupedNames,
  'carat_band',
  'year',
  'sale',
] as const satisfies readonly GroupedField[];

export type Grouping = (typeof groupings)[number];

export type KeyField = Grouping | (typeof saleFields)[number];

/** The measures by which groups can be sorted; a `-` prefix sorts descending. */
const marketMeasures = [
  'total_value',
  'lots',
  'median_price',
  'median_price_per_carat',
  'sell_through_rate',
  'newest_sale',
] as const;

type MarketMeasure = (typeof marketMeasures)[number];

/** An order of groups. */
type MarketSort = MarketMeasure | `-${MarketMeasure}`;

const marketSorts = marketMeasures.flatMap((measure): MarketSort[] => [`-${measure}`, measure]);

/** Parameters of /stats/market. */
export const marketParams = {
  group_by: groupByParam(groupings, {
    default: ['gem_type'],
    description:
      'One or two fields; each combination of their values is a group. `sale` is a day, name and place of a sale.',
    examples: [['origin', 'carat_band']],
  }),
  ...groupPageParams(20),
  sort: oneOf(marketSorts, {
    description: 'Order of the groups; a `-` prefix sorts descending. Equal groups are sorted by key.',
    default: '-total_value',
    examples: ['-median_price_per_carat'],
    ...extension,
  }),
  fields: rowFieldsParam(
    Object.keys(MarketGroup.properties) as (keyof MarketGroup)[],
    'The grouped fields are always included; one that is not in `group_by` returns 400.',
  ),
  ...filterParams,
} satisfies TProperties;

/** A group has no field that it is not grouped by. */
export const onlyGroupedFields: Rule = ({ group_by, fields = [] }) => {
  // A value that was refused is missing.
  if (group_by === undefined) return undefined;
  const known: readonly string[] = keyFieldsOf(group_by as Grouping[]);
  const other = keyFieldsOf(groupings).find(
    (name) => (fields as string[]).includes(name) && !known.includes(name),
  );
  if (other === undefined) return undefined;
  const missing = groupings.find((name) => keyFieldsOf([name]).includes(other));
  const message = `fields: the groups have no ${other}. Add ${missing === other ? 'it' : missing} to group_by, or omit it.`;
  return { parameter: 'fields', code: 'conflict', message, value: other };
};

export type MarketParams = Static<TObject<typeof marketParams>>;

/** A group with the published value that it is sorted by; null where it has none. */
export interface Orderable {
  key: GroupKey;
  measured: number | null;
}

/** The measure of an order, without its direction. */
export function measureOf(sort: MarketSort): MarketMeasure {
  return sort.replace(/^-/, '') as MarketMeasure;
}

/**
 * Compares two groups: by measure, those without one last in both directions; then by key, ascending: texts
 * by code points, years by number, carat bands by weight, unknown values last.
 */
export function byMarketOrder(sort: MarketSort, groupBy: readonly KeyField[]) {
  const direction = sort.startsWith('-') ? -1 : 1;
  return (a: Orderable, b: Orderable): number => {
    if (a.measured !== b.measured) {
      if (a.measured === null) return 1;
      if (b.measured === null) return -1;
      return (a.measured - b.measured) * direction;
    }
    for (const field of groupBy) {
      const difference = compareKeys(field, a.key[field] ?? null, b.key[field] ?? null);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

const bandPlaces = new Map<string | number, number>(caratBands.map(({ name }, place) => [name, place]));

function compareKeys(field: KeyField, a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (field === 'carat_band') return bandPlaces.get(a)! - bandPlaces.get(b)!;
  return a < b ? -1 : a > b ? 1 : 0;
}

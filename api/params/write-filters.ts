import { caratBands } from '../../mappings/carat-bands.ts';
import { noValue, quoteValue } from '../../mappings/list-values.ts';
import type { ObjectType } from '../../mappings/vocabulary/index.ts';
import type { FilterParams } from './filters.ts';
import type { FacetName } from './list.ts';
import type { Grouping } from './market.ts';

/** A field that lots are grouped or counted by. */
export type GroupedField = Grouping | FacetName;

/**
 * Parameters of the list, as texts for a URL, that find the lots of a group: those that have these values of the
 * grouped fields, under the filters of the request.
 */
export function writeGroupFilter(
  filters: Partial<FilterParams>,
  group: Partial<Record<GroupedField, string | number>>,
): Record<string, string> {
  let narrowed = filters;
  for (const [field, value] of Object.entries(group)) {
    narrowed = { ...narrowed, ...narrowings[field as GroupedField](value as never, narrowed) };
  }
  const texts = Object.entries(narrowed).filter(([, value]) => value !== undefined);
  return Object.fromEntries(texts.map(([name, value]) => [name, writeValue(value)]));
}

/** A value of a parameter as a text that is read as this value. */
export function writeValue(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => (one === noValue ? one : quoteValue(one))).join(',');
  return typeof value === 'number' ? decimalText(value) : String(value);
}

/** The filters for one value of a field. */
const narrowings: Record<
  GroupedField,
  (value: never, filters: Partial<FilterParams>) => Partial<FilterParams>
> = {
  gem_type: (name: string) => ({ gem_name: [literal(name)] }),
  origin: (name: string) => ({ origin: [literal(name)] }),
  auction_house: (name: string) => ({ auction_house: [literal(name)] }),
  treatment: (name: string) => ({ treatment: [literal(name)] }),
  lab: (name: string) => ({ lab: [literal(name)] }),
  object_type: (name: ObjectType) => ({ object_type: [name] }),
  flags: (name: NonNullable<FilterParams['flags']>[number]) => ({ flags: [name] }),
  carat_band(name: string, { weight_min = 0, weight_max = Number.POSITIVE_INFINITY }) {
    const { from, below } = caratBands.find((band) => band.name === name)!;
    const max = Math.min(weight_max, largestBelow(below));
    return { weight_min: Math.max(weight_min, from), ...(Number.isFinite(max) && { weight_max: max }) };
  },
  year(year: number, { date_from = '', date_to = '9999' }) {
    const [first, last] = [`${year}-01-01`, `${year}-12-31`];
    return {
      date_from: date_from > first ? date_from : first,
      date_to: date_to < last ? date_to : last,
    };
  },
};

/** A stored value never means "no value". */
const literal = (name: string) => (name === noValue ? 'None' : name);

/** The largest number below another one: the bounds of filters are inclusive, the upper ones of bands are not. */
function largestBelow(bound: number): number {
  if (!Number.isFinite(bound)) return bound;
  const bits = new BigInt64Array(new Float64Array([bound]).buffer);
  bits[0]! -= 1n;
  return new Float64Array(bits.buffer)[0]!;
}

/** A number in digits: parameters take no exponents. */
function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

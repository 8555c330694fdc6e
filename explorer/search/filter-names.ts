import { date, hundredth, usd } from '../page/format.ts';
import { noValue, unquoted } from '../state/list-values.ts';
import { type Filter, isList, type PageState, shownFilters } from '../state/page-state.ts';
import { fieldLabels } from '../text/field-labels.ts';
import { text } from '../text/text.ts';

type Describe = (value: string) => string;

const number = (format: (value: number) => string): Describe => {
  return (value) => (value === '' || Number.isNaN(Number(value)) ? value : format(Number(value)));
};
const { chips } = text;
const inCarats = number((value) => chips.carats(hundredth(value)));
const inDollars = number(usd);

/** The two ends of a range of numbers. */
const endsOf = (
  name: 'weight' | 'price' | 'price_per_carat',
  format: Describe,
): Record<string, Describe> => ({
  [`${name}_min`]: (value) => chips.atLeast(chips[name], format(value)),
  [`${name}_max`]: (value) => chips.atMost(chips[name], format(value)),
});

const descriptions: Record<string, Describe> = {
  is_sold: (value) => (text.filters.sold as Record<string, string>)[value] ?? value,
  ...endsOf('weight', inCarats),
  ...endsOf('price', inDollars),
  ...endsOf('price_per_carat', inDollars),
  date_from: (value) => chips.since(date(value)),
  date_to: (value) => chips.until(date(value)),
  lot_number: chips.lot,
  report_number: chips.report,
  stone_id: chips.stone,
  resold: (value) => chips.resold[value] ?? value,
  object_type: (value) => text.objects[value] ?? value,
  status: (value) => chips.status((text.statuses as Record<string, string>)[value] ?? value),
  carat_band: (value) => chips.carats(text.band(value)),
  flags: (value) => text.flags[value] ?? value,
  selection: (value) => (value === 'market' ? chips.market : chips.handPicked),
  q: chips.words,
  updated_since: (value) => chips.updated(date(value.slice(0, 10))),
};

/** Filters whose values need no explanation. */
const plain = ['gem_name', 'origin', 'auction_house', 'location', 'year'];

const isNamed = (name: string): name is keyof typeof fieldLabels => Object.hasOwn(fieldLabels, name);

/** A text, and the filters that it describes. */
export interface DescribedFilters {
  name: string;
  filters: Filter[];
}

/** Describes filters in words, with one text for both ends of a range. */
export function describeFilters(filters: readonly Filter[]): DescribedFilters[] {
  return filters.flatMap((filter): DescribedFilters[] => {
    const [name, value] = filter;
    const describe = ranges.get(rangeOf(name));
    const other = filters.find(([one]) => one !== name && rangeOf(one) === rangeOf(name));
    if (!describe || !other) return [{ name: describeFilter(filter), filters: [filter] }];
    return /_(max|to)$/.test(name) ? [] : [{ name: describe(value, other[1]), filters: [filter, other] }];
  });
}

/** The range of which a parameter is an end. */
const rangeOf = (name: string) => name.replace(/_(min|max|from|to)$/, '');

/** The filters of a state in words, without the switch "real sales only". */
export const filterNames = (state: PageState): string[] =>
  describeFilters(shownFilters(state)).map(({ name }) => name);

/** Describes both ends of each range. */
const ranges = new Map([
  ['weight', describeWeights],
  ['price', between(inDollars)],
  ['price_per_carat', (low: string, high: string) => `${between(inDollars)(low, high)} ${chips.perCarat}`],
  ['date', describeDays],
]);

function between(format: Describe) {
  return (low: string, high: string) => text.range(format(low), format(high));
}

/** Describes a range of weights; 5.00 to 5.99 is "about 5 ct". */
function describeWeights(low: string, high: string): string {
  const range = text.range(number(hundredth)(low), inCarats(high));
  const isWhole = Number.isInteger(Number(low)) && Number(high).toFixed(2) === `${Number(low)}.99`;
  return isWhole ? chips.about(`${Number(low)}`, range) : range;
}

/** Describes a range of days; whole years appear without days. */
function describeDays(low: string, high: string): string {
  const [from, to] = [/^(\d{4})-01-01$/.exec(low)?.[1], /^(\d{4})-12-31$/.exec(high)?.[1]];
  return from && to ? text.range(from, to) : text.range(date(low), date(high));
}

/** Describes a filter in words. The parameter name of an unknown filter is not shown. */
export function describeFilter([name, written]: Filter): string {
  const label = isNamed(name) ? fieldLabels[name] : undefined;
  if (label && written === noValue) return chips.unknown(label);
  const value = isList(name) ? unquoted(written) : written;
  if (plain.includes(name)) return value;
  if (Object.hasOwn(descriptions, name)) return descriptions[name]!(value);
  return label ? chips.named(label, value) : chips.other(value);
}

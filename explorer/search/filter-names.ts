import { caratNumber, date, usd } from '../page/format.ts';
import { noValue, unquoted } from '../state/list-values.ts';
import { type Filter, listNames } from '../state/page-state.ts';
import { text } from '../text/text.ts';

type Describe = (value: string) => string;

const number = (format: (value: number) => string): Describe => {
  return (value) => (value === '' || Number.isNaN(Number(value)) ? value : format(Number(value)));
};
const { chips } = text;
const inCarats = number((value) => chips.carats(caratNumber(value)));
const inDollars = number(usd);

const descriptions: Record<string, Describe> = {
  is_sold: (value) => (text.filters.sold as Record<string, string>)[value] ?? value,
  weight_min: (value) => chips.atLeast(chips.weight, inCarats(value)),
  weight_max: (value) => chips.atMost(chips.weight, inCarats(value)),
  price_min: (value) => chips.atLeast(chips.price, inDollars(value)),
  price_max: (value) => chips.atMost(chips.price, inDollars(value)),
  price_per_carat_min: (value) => chips.atLeast(chips.price_per_carat, inDollars(value)),
  price_per_carat_max: (value) => chips.atMost(chips.price_per_carat, inDollars(value)),
  date_from: (value) => chips.since(date(value)),
  date_to: (value) => chips.until(date(value)),
  treatment: chips.treatment,
  lab: chips.lab,
  object_type: (value) => text.objects[value] ?? value,
  status: chips.status,
  carat_band: (value) => chips.carats(text.market.band(value)),
  flags: (value) => text.flags[value] ?? value,
  q: chips.words,
};

/** Lists whose names need no explanation. */
const plain = ['gem_name', 'origin', 'auction_house', 'year'];

/** A filter in words; an unknown filter as in the URL. */
export function describeFilter([name, written]: Filter): string {
  const isList = (listNames as readonly string[]).includes(name);
  if (isList && written === noValue && name in chips.unknown) return chips.unknown[name]!;
  const value = isList ? unquoted(written) : written;
  return plain.includes(name) ? value : (descriptions[name]?.(value) ?? `${name}=${value}`);
}

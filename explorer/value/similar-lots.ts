import { rowNote } from '../page/element.ts';
import { carats, decimal, percent, tenth, times, usd } from '../page/format.ts';
import { type Column, column, columnTable } from '../page/table.ts';
import { lotLink, sampleMark, soldAt } from '../search/lot-cells.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { valueText } from './value-text.ts';

const words = valueText.lots;

type Trait = keyof ComparableLot['distance'];

const traitsOfLot: Record<Trait, (compared: ComparableLot) => string> = {
  size: ({ lot }) => carats(lot.carat),
  age: ({ age_years: years }) => words.years(tenth(years)),
  origin: ({ lot }) => lot.origin ?? text.notKnown,
  treatment: ({ lot }) => lot.treatment ?? text.notKnown,
  auction_house: ({ lot }) => lot.auction_house ?? text.notKnown,
};

/** The traits of the stone that are known. The others have no distance. */
function describedTraits(stone: Comparables['stone']): Trait[] {
  const optional = (['origin', 'treatment', 'auction_house'] as const).filter((name) => stone[name] !== null);
  return ['size', 'age', ...optional];
}

/** The lots compared with the stone, most similar first. */
export function comparedTable({ stone, lots }: Comparables, state: PageState): HTMLElement {
  const { columns: titles } = words;
  const lotCell = ({ lot }: ComparableLot) => [
    lotLink(lot, state),
    rowNote(soldAt(lot), ' ', sampleMark(lot)),
  ];
  const shown = (title: string, cell: NonNullable<Column<ComparableLot>['cell']>) =>
    column<ComparableLot>('', title, String, { cell });
  const columns = [
    shown(titles.lot, lotCell),
    ...describedTraits(stone).map((trait) => shown(titles[trait], (one) => [traitsOfLot[trait](one)])),
    shown(titles.weight, ({ weight }) => [percent(weight)]),
    shown(titles.sold, ({ price_per_carat_usd: sold }) => [usd(sold)]),
    shown(titles.adjusted, (one) => [usd(one.adjusted_price_per_carat_usd), ...factorLines(one)]),
  ];
  return columnTable(words.title, lots, columns, { kind: 'compared' });
}

/** The price of a compared lot per carat, in words: adjusted, or as sold where no adjustment is known. */
export function comparedPrice(compared: ComparableLot, adjusted: (price: string) => string): string {
  const price = usd(compared.adjusted_price_per_carat_usd);
  return factorsOf(compared).length > 0 ? adjusted(price) : words.priceAsSold(price);
}

/** The adjustments of a price, one line each. */
function factorLines(compared: ComparableLot): HTMLElement[] {
  const lines = factorsOf(compared).map(([name, value]) => words.factor(words.factors[name], times(value)));
  return (lines.length > 0 ? lines : [words.asSold]).map((line) => rowNote(line));
}

function factorsOf({ index_factor: time, size_factor: size, trait_factors: traits }: ComparableLot) {
  return Object.entries({ time, size, ...traits }).filter(
    (known): known is [keyof typeof words.factors, number] => known[1] !== null && known[1] !== 1,
  );
}

/** Columns of the lots; files use the names of the API. */
export const comparedColumns: Column<ComparableLot>[] = [
  column('lot.id', words.file.id),
  column('lot.title', words.file.title),
  column('lot.auction_date', words.file.date),
  column('size_ratio', words.file.size_ratio, decimal),
  column('age_years', words.columns.age, tenth),
  ...(['size', 'age', 'origin', 'treatment', 'auction_house'] as const).map((trait) =>
    column<ComparableLot>(`distance.${trait}`, words.file.distance(words.columns[trait]), decimal),
  ),
  column('weight', words.columns.weight, percent),
  column('price_per_carat_usd', words.columns.sold, usd),
  column('index_factor', words.file.index_factor, decimal),
  column('size_factor', words.file.size_factor, decimal),
  column('adjusted_price_per_carat_usd', words.columns.adjusted, usd),
];

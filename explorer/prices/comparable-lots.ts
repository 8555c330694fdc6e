import type { CsvColumn } from '../market/figure-data.ts';
import { type Child, cellLabel, h } from '../page/element.ts';
import { carats, count, date, decimal, factor, percent, tenth, usd } from '../page/format.ts';
import { sampleMark } from '../search/lot-cells.ts';
import type { ComparableLot, Comparables } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { pricesText } from '../text/en-prices.ts';
import { text } from '../text/text.ts';

const words = pricesText.comparables.lots;

type Trait = keyof ComparableLot['distance'];

const traitsOfLot: Record<Trait, (compared: ComparableLot) => string> = {
  size: ({ lot }) => carats(lot.carat),
  age: ({ age_years: years }) => words.years(tenth(years)),
  origin: ({ lot }) => lot.origin ?? text.notKnown,
  treatment: ({ lot }) => lot.treatment ?? text.notKnown,
  auction_house: ({ lot }) => lot.auction_house ?? text.notKnown,
};

/** The described traits of the stone: the others have no distance. */
function describedTraits(stone: Comparables['stone']): Trait[] {
  const optional = (['origin', 'treatment', 'auction_house'] as const).filter((name) => stone[name] !== null);
  return ['size', 'age', ...optional];
}

/** The lots compared with the stone, most similar first; on a narrow screen a row becomes a card. */
export function comparedTable({ stone, lots }: Comparables, state: PageState): HTMLElement {
  const traits = describedTraits(stone);
  const columns = ['lot', ...traits, 'weight', 'sold', 'adjusted'] as const;
  return h(
    'table',
    { class: 'compared' },
    h('caption', { class: 'visually-hidden' }, words.title),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ...columns.map((column) =>
          h('th', { scope: 'col', class: column !== 'lot' && 'number' }, words.columns[column]),
        ),
      ),
    ),
    h('tbody', {}, ...lots.map((compared) => row(compared, traits, state))),
  );
}

function row(compared: ComparableLot, traits: readonly Trait[], state: PageState): HTMLElement {
  const { lot, distance, weight } = compared;
  const sold = [lot.auction_house, date(lot.auction_date, lot.auction_date_precision)];
  return h(
    'tr',
    {},
    h(
      'th',
      { scope: 'row' },
      stateLink({ ...state, lot: String(lot.id) }, { id: `lot-${lot.id}`, class: 'row-link' }, lot.title),
      h('span', { class: 'row-note' }, sold.filter(Boolean).join(', '), ' ', sampleMark(lot)),
    ),
    ...traits.map((trait) => {
      const spoken = h('span', { class: 'distance-word' }, `${words.distance} `);
      const shown = cell(
        words.columns[trait],
        traitsOfLot[trait](compared),
        spoken,
        decimal(distance[trait]),
      );
      shown.classList.toggle('named', trait !== 'size' && trait !== 'age');
      return shown;
    }),
    cell(words.columns.weight, percent(weight)),
    cell(words.columns.sold, usd(compared.price_per_carat_usd)),
    cell(words.columns.adjusted, usd(compared.adjusted_price_per_carat_usd), ...factorLines(compared)),
  );
}

function cell(label: string, value: string, ...note: Child[]): HTMLElement {
  return h(
    'td',
    { class: 'number' },
    cellLabel(label),
    h('span', { class: 'cell-value' }, value),
    note.length > 0 && h('span', { class: 'row-note' }, ...note),
  );
}

/** The adjustments of a price, and the ones that were not possible, one line each. */
function factorLines({ index_factor: time, size_factor: size }: ComparableLot): HTMLElement[] {
  return [
    time === null ? words.notByTime : words.byTime(factor(time)),
    size === null ? words.notBySize : words.bySize(factor(size)),
  ].map((line) => h('span', { class: 'factor' }, line, ' '));
}

const distanceColumn = (trait: Trait): CsvColumn<ComparableLot> => ({
  ...{ name: `distance.${trait}`, title: words.file.distance(words.columns[trait]), format: decimal },
  value: ({ distance }) => distance[trait],
});

/** Columns of the lots; the names in files are those of the API. */
export const comparedColumns: CsvColumn<ComparableLot>[] = [
  { name: 'lot.id', title: words.file.id, value: ({ lot }) => String(lot.id), format: count },
  { name: 'lot.title', title: words.file.title, value: ({ lot }) => lot.title, format: count },
  { name: 'lot.auction_date', title: words.file.date, value: ({ lot }) => lot.auction_date, format: count },
  { name: 'size_ratio', title: words.file.size_ratio, value: (row) => row.size_ratio, format: decimal },
  { name: 'age_years', title: words.columns.age, value: (row) => row.age_years, format: tenth },
  ...(['size', 'age', 'origin', 'treatment', 'auction_house'] as const).map(distanceColumn),
  { name: 'weight', title: words.columns.weight, value: (row) => row.weight, format: percent },
  {
    ...{ name: 'price_per_carat_usd', title: words.columns.sold, format: usd },
    value: (row) => row.price_per_carat_usd,
  },
  { name: 'index_factor', title: words.file.index_factor, value: (row) => row.index_factor, format: decimal },
  { name: 'size_factor', title: words.file.size_factor, value: (row) => row.size_factor, format: decimal },
  {
    ...{ name: 'adjusted_price_per_carat_usd', title: words.columns.adjusted, format: usd },
    value: (row) => row.adjusted_price_per_carat_usd,
  },
];

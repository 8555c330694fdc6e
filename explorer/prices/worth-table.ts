import type { CsvColumn } from '../market/figure-data.ts';
import { h } from '../page/element.ts';
import { change, count } from '../page/format.ts';
import type { Coefficient } from '../service/answers.ts';
import { pricesText } from '../text/en-prices.ts';
import { type Share, shareForest } from './share-track.ts';

const words = pricesText.worth;

/** The price effect of a category relative to its reference, as a share of the price. */
export interface Worth extends Share, Pick<Coefficient, 'is_reference' | 'n'> {
  factor: keyof typeof words.factors;
  name: string;
}

/** The effects as strokes around zero, and as figures; references are marked. */
export function worthTable(rows: readonly Worth[]): HTMLElement {
  const forest = shareForest(rows);
  const title = (name: string, isNumber = true) =>
    h('th', { scope: 'col', class: isNumber && 'number' }, name);
  const head = [
    title(words.trait, false),
    forest.head(words.picture),
    ...[words.effect, words.interval, words.n].map((name) => title(name)),
  ];
  const factors = [...new Set(rows.map(({ factor }) => factor))];
  const groups = factors.map((factor) =>
    h(
      'tbody',
      {},
      h('tr', {}, h('th', { scope: 'rowgroup', colspan: 5, class: 'worth-factor' }, words.factors[factor])),
      ...rows.filter((row) => row.factor === factor).map((row) => line(row, forest.cell(row))),
    ),
  );
  return h(
    'table',
    { class: 'bars worths' },
    h('caption', { class: 'visually-hidden' }, words.title),
    h('thead', {}, h('tr', {}, ...head)),
    ...groups,
  );
}

function line(row: Worth, picture: HTMLElement): HTMLElement {
  const { name, effect, low, high, is_reference: isReference, n } = row;
  const effectText = effect === null ? words.notEstimated : change(effect);
  return h(
    'tr',
    { class: effect === null && 'low-sample' },
    h('th', { scope: 'row' }, name),
    picture,
    h('td', { class: 'number' }, isReference ? words.reference : effectText),
    h('td', { class: 'number' }, low === null ? '' : words.between(change(low), change(high))),
    h('td', { class: 'number' }, count(n)),
  );
}

/** The effect of every category, the reference of each factor first. */
export function worths(coefficients: readonly Coefficient[]): Worth[] {
  return coefficients.flatMap(({ factor, category, is_pool, is_reference, n, relative_effect, low, high }) =>
    factor === 'constant' || factor === 'ln_carat' || factor === 'ln_carat_squared'
      ? []
      : {
          ...{ factor, is_reference, n, effect: relative_effect },
          name: is_pool ? words.pool : categoryName(category),
          low: low === null ? null : Math.expm1(low),
          high: high === null ? null : Math.expm1(high),
        },
  );
}

/** The display name of a category. */
export const categoryName = (category: string | null) => category ?? words.unknown;

/** Columns of the effects. */
export const worthColumns: CsvColumn<Worth>[] = [
  { name: 'factor', title: words.trait, value: (row) => words.factors[row.factor], format: count },
  { name: 'category', title: words.category, value: (row) => row.name, format: count },
  { name: 'relative_effect', title: words.effect, value: (row) => row.effect, format: change },
  { name: 'low', title: words.low, value: (row) => row.low, format: change },
  { name: 'high', title: words.high, value: (row) => row.high, format: change },
  { name: 'n', title: words.n, value: (row) => row.n, format: count },
];

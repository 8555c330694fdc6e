import { type CsvColumn, column } from '../charts/figure-data.ts';
import { type Share, shareForest } from '../charts/share-track.ts';
import { h } from '../page/element.ts';
import { change, count } from '../page/format.ts';
import { columnHead, numberCell, numberHeads, rowHead, table } from '../page/table.ts';
import type { Coefficient } from '../service/answers.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.worth;

/** The price effect of a category relative to its reference, as a share of the price. */
interface Worth extends Share, Pick<Coefficient, 'is_reference' | 'n'> {
  factor: keyof typeof words.factors;
  name: string;
}

/** A table of the effects, drawn around zero and as figures; references are marked. */
export function worthTable(rows: readonly Worth[]): HTMLElement {
  const forest = shareForest(rows);
  const head = [
    columnHead(words.trait),
    forest.head(words.picture),
    ...numberHeads([words.effect, words.interval, words.n]),
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
  return table({ class: 'bars worths' }, words.title, head, groups);
}

function line(row: Worth, picture: HTMLElement): HTMLElement {
  const { name, effect, low, high, is_reference: isReference, n } = row;
  const effectText = effect === null ? words.notEstimated : change(effect);
  return h(
    'tr',
    { class: effect === null && 'low-sample' },
    rowHead(name),
    picture,
    numberCell(isReference ? words.reference : effectText),
    numberCell(low === null ? '' : words.between(change(low), change(high))),
    numberCell(count(n)),
  );
}

/** The effect of each category, as shares of the price. */
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
  column('factor', words.trait, (row) => words.factors[row.factor]),
  column('category', words.category, (row) => row.name),
  column('relative_effect', words.effect, (row) => row.effect, change),
  column('low', words.low, (row) => row.low, change),
  column('high', words.high, (row) => row.high, change),
  column('n', words.n, (row) => row.n, count),
];

import { chartsText } from '../charts/charts-text.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { type ForestRow, forestTable, shares } from '../charts/forest.ts';
import { change, count } from '../page/format.ts';
import type { Coefficient } from '../service/answers.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.worth;
const { columns: titles } = chartsText.market;

/** The price effect of a category relative to its reference, as a share of the price. */
interface Worth extends ForestRow {
  factor: keyof typeof words.factors;
  name: string;
}

/** The effects, drawn around zero and as figures, by trait. */
export function worthTable(rows: readonly Worth[]): HTMLElement {
  const groups = [...Map.groupBy(rows, ({ factor }) => factor)];
  return forestTable(
    groups.map(([factor, ofFactor]) => ({ name: words.factors[factor], rows: ofFactor })),
    words,
    shares,
  );
}

/** The effect of each category, as shares of the price. */
export function worths(coefficients: readonly Coefficient[]): Worth[] {
  return coefficients.flatMap(({ factor, category, is_pool, is_reference, n, relative_effect, low, high }) =>
    factor === 'constant' || factor === 'ln_carat' || factor === 'ln_carat_squared'
      ? []
      : {
          ...{ factor, n, value: relative_effect, isReference: is_reference },
          name: is_pool ? words.pool : categoryName(category),
          low: low === null ? null : Math.expm1(low),
          high: high === null ? null : Math.expm1(high),
          reason: relative_effect === null ? words.notEstimated : null,
        },
  );
}

/** The display name of a category. */
export const categoryName = (category: string | null) => category ?? words.unknown;

/** Columns of the effects. */
export const worthColumns: CsvColumn<Worth>[] = [
  column('factor', words.trait, (row) => words.factors[row.factor]),
  column('category', words.name, (row) => row.name),
  column('relative_effect', words.value, (row) => row.value, change),
  column('low', titles.median_low, (row) => row.low, change),
  column('high', titles.median_high, (row) => row.high, change),
  column('n', titles.lots, (row) => row.n, count),
];

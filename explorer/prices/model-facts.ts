import { chartsText } from '../charts/charts-text.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { type ForestRow, forestTable, shares } from '../charts/forest.ts';
import { entry, h } from '../page/element.ts';
import { carats, change, count, hundredth, listed, lots, percent } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { message } from '../page/states.ts';
import type { Coefficient, PriceIndex, Prices } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { pricesText } from './prices-text.ts';

type Model = PriceIndex['model'];

const words = pricesText.model;

/** The lots, the formula and the errors behind an index, in words. */
export function modelFacts(model: Model, prices: Prices | undefined): HTMLElement {
  const { regression } = model;
  return factList([
    [words.lots, lots(model.n)],
    [words.leftOut, leftOut(model.left_out) ?? words.none],
    [words.formula, model.formula],
    [words.basis, pricesUsed(prices)],
    ...(regression ? regressionFacts(regression) : []),
  ]);
}

/** A list of terms and their descriptions, without those that have none. */
export function factList(
  facts: readonly (readonly [term: string, description: string | null])[],
): HTMLElement {
  return h('dl', { class: 'facts' }, ...facts.map(([term, value]) => value && entry(term, value)));
}

/** The number of excluded lots by reason. */
export type LeftOut = Partial<Model['left_out']>;

/** The reasons why lots are excluded, with their numbers, in words; null if no lots are excluded. */
export function leftOut(counts: LeftOut): string | null {
  const reasons = (Object.keys(words.reasons) as (keyof LeftOut)[]).filter((reason) => counts[reason]);
  return reasons.length === 0
    ? null
    : listed(reasons.map((reason) => `${count(counts[reason]!)} ${words.reasons[reason]}`));
}

/** A message that there are no lots, or no usable ones. */
export function unusable(counts: LeftOut): HTMLElement {
  const reasons = leftOut(counts);
  return reasons === null
    ? message(text.states.emptyTitle, h('p', {}, text.states.emptyAdvice))
    : message(pricesText.unusableTitle, h('p', {}, pricesText.leftOutOf(reasons)));
}

function regressionFacts(regression: NonNullable<Model['regression']>): [string, string | null][] {
  const { r_squared: share, residual_standard_error: error, elasticity, errors, pooled } = regression;
  const { ten_percent_heavier: heavier, at_carat: carat } = elasticity;
  const names = pooled.map(({ category, n }) => `${categoryName(category)} (${count(n)})`);
  return [
    [
      words.fit,
      share === null ? null : words.fitOf(percent(share), hundredth(error === null ? null : Math.exp(error))),
    ],
    [words.weight, heavier === null ? null : words.weightOf(change(heavier), carats(carat))],
    [words.errors, words.errorsOf[errors]],
    [words.pooled, names.length > 0 ? listed(names) : null],
  ];
}

const worthWords = pricesText.worth;
const { columns: titles } = chartsText.market;

/** The price effect of a category relative to its reference, as a share of the price. */
interface Worth extends ForestRow {
  factor: keyof typeof worthWords.factors;
  name: string;
}

/** The effects, drawn around zero and as figures, by trait. */
export function worthTable(rows: readonly Worth[]): HTMLElement {
  const groups = [...Map.groupBy(rows, ({ factor }) => factor)];
  return forestTable(
    groups.map(([factor, ofFactor]) => ({ name: worthWords.factors[factor], rows: ofFactor })),
    worthWords,
    shares,
  );
}

/** The effect of each category, as shares of the price. */
export function worths(coefficients: readonly Coefficient[]): Worth[] {
  return coefficients.flatMap(({ factor, category, is_pool, is_reference, n, relative_effect, low, high }) =>
    factor === 'constant' || factor === 'ln_carat' || factor === 'ln_carat_squared'
      ? []
      : {
          factor,
          n,
          value: relative_effect,
          isReference: is_reference,
          name: is_pool ? worthWords.pool : categoryName(category),
          low: low === null ? null : Math.expm1(low),
          high: high === null ? null : Math.expm1(high),
          reason: relative_effect === null ? worthWords.notEstimated : null,
        },
  );
}

/** The display name of a category. */
const categoryName = (category: string | null) => category ?? worthWords.unknown;

/** Columns of the effects. */
export const worthColumns: CsvColumn<Worth>[] = [
  column('factor', worthWords.trait, (row) => worthWords.factors[row.factor]),
  column('category', worthWords.name, (row) => row.name),
  column('relative_effect', worthWords.value, (row) => row.value, change),
  column('low', titles.median_low, (row) => row.low, change),
  column('high', titles.median_high, (row) => row.high, change),
  column('n', titles.lots, (row) => row.n, count),
];

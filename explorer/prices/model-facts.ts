import { h } from '../page/element.ts';
import { carats, change, count, decimal, listed, lots, percent } from '../page/format.ts';
import type { PriceIndex } from '../service/answers.ts';
import { pricesText } from '../text/prices-text.ts';
import { categoryName } from './worth-table.ts';

type Model = PriceIndex['model'];

const words = pricesText.model;

/** The lots, the formula and the errors behind an index, in words. */
export function modelFacts(model: Model): HTMLElement {
  const { regression } = model;
  const facts: [string, string | null][] = [
    [words.lots, lots(model.n)],
    [words.leftOut, leftOut(model) ?? words.none],
    [words.formula, model.formula],
    [words.basis, model.price_basis],
    ...(regression ? regressionFacts(regression) : []),
  ];
  return h(
    'dl',
    { class: 'facts' },
    ...facts.map(([term, value]) => value && h('div', {}, h('dt', {}, term), h('dd', {}, value))),
  );
}

/** Why lots are not in the index, with how many; null where all are. */
export function leftOut({ left_out: counts }: Model): string | null {
  const reasons = (Object.keys(words.reasons) as (keyof Model['left_out'])[]).filter(
    (reason) => counts[reason] > 0,
  );
  return reasons.length === 0
    ? null
    : listed(reasons.map((reason) => `${count(counts[reason])} ${words.reasons[reason]}`));
}

function regressionFacts(regression: NonNullable<Model['regression']>): [string, string | null][] {
  const { r_squared: share, residual_standard_error: error, elasticity, errors, pooled } = regression;
  const { ten_percent_heavier: heavier, at_carat: carat } = elasticity;
  const names = pooled.map(({ category, n }) => `${categoryName(category)} (${count(n)})`);
  return [
    [words.fit, share === null ? null : words.fitOf(percent(share), decimal(error))],
    [words.weight, heavier === null ? null : words.weightOf(change(heavier), carats(carat))],
    [words.errors, words.errorsOf[errors]],
    [words.pooled, names.length > 0 ? listed(names) : null],
  ];
}

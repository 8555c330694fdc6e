import { entry, h } from '../page/element.ts';
import { count, listed, lots } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { message } from '../page/states.ts';
import type { PriceIndex, Prices } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { pricesText } from './prices-text.ts';

type Model = PriceIndex['model'];

const words = pricesText.model;

/** The lots and the formula behind an index, in words. */
export function modelFacts(model: Model, prices: Prices | undefined): HTMLElement {
  return factList([
    [words.lots, lots(model.n)],
    [words.leftOut, leftOut(model.left_out) ?? words.none],
    [words.formula, model.formula],
    [words.basis, pricesUsed(prices)],
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

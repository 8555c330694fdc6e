import { entry, h } from '../page/element.ts';
import { count, listed } from '../page/format.ts';
import { message } from '../page/states.ts';
import type { PriceIndex } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { pricesText } from './prices-text.ts';

const { reasons: words } = pricesText;

/** A list of terms and their descriptions, without those that have none. */
export function factList(
  facts: readonly (readonly [term: string, description: string | null])[],
): HTMLElement {
  return h('dl', { class: 'facts' }, ...facts.map(([term, value]) => value && entry(term, value)));
}

/** The number of excluded lots by reason. */
type LeftOut = Partial<PriceIndex['model']['left_out']>;

/** The reasons why lots are excluded, with their numbers, in words; empty if no lots are excluded. */
export function leftOut(counts: LeftOut): string {
  const reasons = (Object.keys(words) as (keyof LeftOut)[]).filter((reason) => counts[reason]);
  const named = reasons.map((reason) => `${count(counts[reason]!)} ${words[reason]}`);
  return named.length > 0 ? pricesText.leftOut(listed(named)) : '';
}

/** A message that there are no lots, or no usable ones. */
export function unusable(counts: LeftOut): HTMLElement {
  const excluded = leftOut(counts);
  const title = excluded ? pricesText.unusableTitle : text.states.emptyTitle;
  return message(title, h('p', {}, excluded, ' ', text.states.emptyAdvice));
}

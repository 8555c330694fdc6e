import { count, listed } from '../page/format.ts';
import type { PriceIndex } from '../service/answers.ts';
import { pricesText } from './prices-text.ts';

const { reasons: words } = pricesText;

/** The number of excluded lots by reason. */
type LeftOut = Partial<PriceIndex['model']['left_out']>;

/** The reasons why lots are excluded, with their numbers, in words; empty if no lots are excluded. */
export function leftOut(counts: LeftOut): string {
  const reasons = (Object.keys(words) as (keyof LeftOut)[]).filter((reason) => counts[reason]);
  const named = reasons.map((reason) => `${count(counts[reason]!)} ${words[reason]}`);
  return named.length > 0 ? pricesText.leftOut(listed(named)) : '';
}

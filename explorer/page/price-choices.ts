import type { Notes } from '../charts/figure.ts';
import type { Prices } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { segments } from './choices.ts';
import { choicesText } from './choices-text.ts';
import { h } from './element.ts';
import { count, date, listed, saidOf } from './format.ts';

/** A bar with the choices of prices: basis and dollars. */
export const choiceBar = (state: PageState): HTMLElement =>
  h(
    'div',
    { class: 'figure-controls price-choices row' },
    segments(state, 'basis', choicesText.basis, choicesText.bases),
    segments(state, 'dollars', choicesText.dollars, choicesText.dollarsOf),
  );

const monthName = (month: string) => date(`${month}-01`, 'month');

/** The unit of prices: basis and dollars. */
export function priceUnit(prices: Prices | undefined): string {
  const unit = choicesText.unit[prices?.basis ?? 'published'];
  return prices?.deflator ? choicesText.realUnit(unit, monthName(prices.deflator.base)) : unit;
}

/** The prices that figures are based on, in words. */
export const pricesUsed = (prices: Prices | undefined): string =>
  choicesText.used[prices?.basis ?? 'published'](priceUnit(prices));

/** Notes on the prices that figures include and exclude. */
export function priceNotes(prices: Prices | undefined): Notes {
  if (!prices) return [];
  const { basis, of_premium_lots: premium, of_hammer_lots: hammer, of_unknown_lots: unknown } = prices;
  const parts = [
    saidOf(premium, choicesText.ofPremium),
    saidOf(hammer, choicesText.ofHammer),
    saidOf(unknown, choicesText.ofUnknown),
  ].filter(Boolean);
  const { deflator } = prices;
  return [
    basis === 'published' &&
      parts.length > 1 &&
      choicesText.mixed(count(premium + hammer + unknown), listed(parts)),
    saidOf(prices.left_out, (some) => choicesText.leftOut(some, choicesText.basisNames[basis])),
    deflator && choicesText.deflated(deflator.index, monthName(deflator.base)),
    saidOf(deflator?.left_out, choicesText.deflatorLeftOut),
    deflator &&
      saidOf(deflator.later_lots, (some) => choicesText.later(some, monthName(deflator.newest_month))),
  ];
}

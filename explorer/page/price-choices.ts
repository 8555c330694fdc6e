import type { Prices } from '../service/answers.ts';
import { type PricedPath, takes } from '../service/price-params.ts';
import type { PageState } from '../state/page-state.ts';
import { segments } from './choices.ts';
import { choicesText } from './choices-text.ts';
import { h } from './element.ts';
import { count, date, listed, lots } from './format.ts';

/** A bar with the price choices that a path accepts: basis and dollars. */
export function choiceBar(state: PageState, path: PricedPath): HTMLElement {
  return h(
    'div',
    { class: 'figure-controls price-choices' },
    takes(path, 'basis') && segments(state, 'basis', choicesText.basis, choicesText.bases),
    takes(path, 'dollars') && segments(state, 'dollars', choicesText.dollars, choicesText.dollarsOf),
  );
}

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
export function priceNotes(prices: Prices | undefined): string[] {
  if (!prices) return [];
  const { basis, of_premium_lots: premium, of_hammer_lots: hammer, of_unknown_lots: unknown } = prices;
  const parts = [
    premium > 0 && choicesText.ofPremium(lots(premium)),
    hammer > 0 && choicesText.ofHammer(lots(hammer)),
    unknown > 0 && choicesText.ofUnknown(lots(unknown)),
  ].filter((part) => part !== false);
  const { deflator } = prices;
  return [
    basis === 'published' &&
      parts.length > 1 &&
      choicesText.mixed(count(premium + hammer + unknown), listed(parts)),
    prices.left_out > 0 && choicesText.leftOut(lots(prices.left_out), choicesText.basisNames[basis]),
    deflator && choicesText.deflated(deflator.index, monthName(deflator.base)),
    deflator && deflator.left_out > 0 && choicesText.deflatorLeftOut(lots(deflator.left_out)),
    deflator &&
      deflator.later_lots > 0 &&
      choicesText.later(lots(deflator.later_lots), monthName(deflator.newest_month)),
  ].filter((note) => typeof note === 'string');
}

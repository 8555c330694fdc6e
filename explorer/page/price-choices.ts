import type { Prices } from '../service/answers.ts';
import { type PricedPath, takes } from '../service/price-params.ts';
import { goTo } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { labeledSelect, segments } from './choices.ts';
import { choicesText } from './choices-text.ts';
import { type Child, h } from './element.ts';
import { date, listed, lots } from './format.ts';

/** Months whose dollars can be chosen; any other published month works in the URL. */
const months = ['2025-01', '2020-01', '2015-01', '2010-01', '2005-01', '2000-01', '1990-01'];

/** The price choices that a path accepts: basis, dollars, and their month. */
export function priceChoices(state: PageState, path: PricedPath): Child[] {
  return [
    takes(path, 'basis') && segments(state, 'basis', choicesText.basis, basesOf(path)),
    takes(path, 'dollars') && segments(state, 'dollars', choicesText.dollars, choicesText.dollarsOf),
    takes(path, 'month') && state.dollars === 'real' && monthChoice(state),
  ];
}

/** A bar with the price choices of a view. */
export function choiceBar(state: PageState, path: PricedPath): HTMLElement {
  return h('div', { class: 'figure-controls price-choices' }, ...priceChoices(state, path));
}

function basesOf(path: PricedPath): Record<string, string> {
  const { published, hammer, premium } = choicesText.bases;
  // Estimates exclude the buyer's premium, so hammer prices are the default.
  return path === 'estimates' ? { hammer, premium } : { published, hammer, premium };
}

function monthChoice(state: PageState): HTMLElement {
  const offered = state.month && !months.includes(state.month) ? [state.month, ...months] : months;
  const options = offered.map((month) => [month, monthName(month)] as const);
  return labeledSelect(
    'month',
    choicesText.month,
    [['', choicesText.newest], ...options],
    state.month ?? '',
    (month) => goTo({ ...state, month: month || undefined }),
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
    basis === 'published' && parts.length > 1 && choicesText.mixed(listed(parts)),
    prices.left_out > 0 && choicesText.leftOut(lots(prices.left_out), choicesText.basisNames[basis]),
    deflator && choicesText.deflated(deflator.index, monthName(deflator.base)),
    deflator && deflator.left_out > 0 && choicesText.deflatorLeftOut(lots(deflator.left_out)),
    deflator &&
      deflator.later_lots > 0 &&
      choicesText.later(lots(deflator.later_lots), monthName(deflator.newest_month)),
  ].filter((note) => typeof note === 'string');
}

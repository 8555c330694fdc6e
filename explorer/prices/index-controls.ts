import { chartsText } from '../charts/charts-text.ts';
import { labeledSelect, segments } from '../page/choices.ts';
import type { Child } from '../page/element.ts';
import { periodName } from '../page/format.ts';
import type { Facets } from '../service/answers.ts';
import { goTo } from '../state/navigation.ts';
import { mostGems, type PageState, valuesOf, withValue } from '../state/page-state.ts';
import { pricesText } from './prices-text.ts';

const words = pricesText.index;

/**
 * The choices of an index: period, scale, base, and another gem to compare with.
 * @param possible the periods that can be the base
 */
export function indexControls(
  state: PageState,
  possible: readonly { period: string }[],
  base: string | null,
  facets: Facets | undefined,
): Child[] {
  const { year, quarter } = chartsText.market.intervals;
  const chosen = valuesOf(state, 'gem_name');
  const others = (facets?.gem_type?.values ?? []).filter(({ filter }) => !chosen.includes(filter.gem_name!));
  const gems = others.map(({ value, filter }) => [filter.gem_name!, value] as const);
  const bases = possible.map(({ period }) => [period, periodName(period)] as const);
  const compare = (gem: string) => goTo(withValue({ ...state, base: undefined }, 'gem_name', gem));
  return [
    // Periods of another length have other bases.
    segments({ ...state, base: undefined }, 'interval', chartsText.market.interval, { year, quarter }),
    segments(state, 'scale', chartsText.market.scale, chartsText.market.scales),
    labeledSelect('base', words.base, bases, base ?? '', (period) => goTo({ ...state, base: period })),
    chosen.length < mostGems &&
      labeledSelect('compare', words.compare, [['', words.anyGem], ...gems], '', compare),
  ];
}

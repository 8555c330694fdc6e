import { pricesText } from '../prices/prices-text.ts';
import type { ScoredGem } from '../service/answers.ts';
import { comparableFilters } from '../service/comparable-filters.ts';
import { load } from '../service/load.ts';
import { scorecardUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { inPlace, isRealOnly, type PageState } from '../state/page-state.ts';
import { fill, h } from './element.ts';
import { count, percent } from './format.ts';

const words = pricesText.scorecard;

/** What the tests chose; any other choice is not tested. */
const tested = ['gem_name', 'is_synthetic', 'origin', 'treatment', 'auction_house'];

/**
 * A line on the accuracy of the values of a gem type in backtests, or that values with these filters were not tested. It
 * loads after the figures, and is empty without a scorecard of the gem type.
 */
export function scorecardNote(gem: string, state: PageState): HTMLElement {
  const noted = { class: 'note scorecard-note' };
  if (!isTested(state)) return h('p', noted, words.otherFilters);
  const element = h('p', noted);
  load<ScoredGem[]>(scorecardUrl([quoted(gem)], isRealOnly(state))).then(
    ({ data: [scored], meta }) => {
      if (!scored) return;
      const more = stateLink(inPlace(state, 'about'), words.more);
      fill(element, noteOf(scored), meta.status === 'outdated' && ` ${words.outdated}`, ' ', more);
    },
    // The figures do not depend on the scorecard.
    () => undefined,
  );
  return element;
}

function isTested(state: PageState): boolean {
  const isPlain = comparableFilters(state).used.every(
    ([name, value]) => tested.includes(name) && (name !== 'is_synthetic' || value === 'false'),
  );
  return isPlain && state.basis === undefined && state.dollars === undefined;
}

function noteOf({ gem_type: gem, comparables }: ScoredGem): string {
  const { n, median_absolute_percentage_error: error, coverage, grade } = comparables;
  return error === null
    ? words.untested(gem)
    : words.comparables(count(n), gem, percent(error), percent(coverage), grade);
}

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

/** What the tests of a figure chose; any other choice is not tested. */
const tested = {
  comparables: ['gem_name', 'is_synthetic', 'origin', 'treatment', 'auction_house'],
  index: ['gem_name', 'is_synthetic'],
};

/**
 * A line on the accuracy of the figures of a gem type in backtests, or that figures with these filters were not tested. It
 * loads after the figures, and is empty without a scorecard of the gem type.
 */
export function scorecardNote(gem: string, figure: keyof typeof tested, state: PageState): HTMLElement {
  const noted = { class: 'note scorecard-note' };
  if (!isTested(figure, state)) return h('p', noted, words.otherFilters);
  const element = h('p', noted);
  load<ScoredGem[]>(scorecardUrl([quoted(gem)], isRealOnly(state))).then(
    ({ data: [scored], meta }) => {
      if (!scored) return;
      const more = stateLink(inPlace(state, 'about'), {}, words.more);
      fill(element, noteOf(scored, figure), meta.status === 'outdated' && ` ${words.outdated}`, ' ', more);
    },
    // The figures do not depend on the scorecard.
    () => undefined,
  );
  return element;
}

function isTested(figure: keyof typeof tested, state: PageState): boolean {
  const { basis, dollars, interval = 'year' } = state;
  const isIndex = figure === 'index';
  const isPlain = (isIndex ? state.filters : comparableFilters(state).used).every(
    ([name, value]) => tested[figure].includes(name) && (name !== 'is_synthetic' || value === 'false'),
  );
  const isUsual = basis === undefined && dollars === undefined;
  return isPlain && isUsual && (!isIndex || interval === 'year');
}

function noteOf({ gem_type: gem, comparables, index }: ScoredGem, figure: keyof typeof tested): string {
  if (figure === 'index') {
    const { periods, mean_absolute_revision: revision, revision_stability: letter } = index;
    if (revision === null) return words.untested(gem);
    return words.index(count(periods), gem, percent(Math.expm1(revision)), letter);
  }
  const { n, median_absolute_percentage_error: error, coverage, grade } = comparables;
  return error === null
    ? words.untested(gem)
    : words.comparables(count(n), gem, percent(error), percent(coverage), grade);
}

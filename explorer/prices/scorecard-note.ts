import { fill, h } from '../page/element.ts';
import { count, percent } from '../page/format.ts';
import type { ScoredGem } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { scorecardUrl } from '../service/requests.ts';
import { pricesText } from '../text/en-prices.ts';

const words = pricesText.scorecard;

/**
 * A line on the accuracy of the figures of a gem type in backtests. It loads after the figures, and is empty without a
 * scorecard of the gem type.
 */
export function scorecardNote(gem: string, figure: 'comparables' | 'index'): HTMLElement {
  const element = h('p', { class: 'note scorecard-note' });
  load<ScoredGem[]>(scorecardUrl(gem)).then(
    ({ data: [scored], meta }) => {
      if (scored) fill(element, noteOf(scored, figure), meta.status === 'outdated' && ` ${words.outdated}`);
    },
    // The figures do not depend on the scorecard.
    () => undefined,
  );
  return element;
}

function noteOf({ gem_type: gem, comparables, index }: ScoredGem, figure: 'comparables' | 'index'): string {
  if (figure === 'index') {
    const { periods, mean_absolute_revision: revision, grade } = index;
    if (revision === null) return words.untested(gem);
    return words.index(count(periods), gem, percent(Math.expm1(revision)), grade);
  }
  const { n, median_absolute_percentage_error: error, coverage, grade } = comparables;
  return error === null
    ? words.untested(gem)
    : words.comparables(count(n), gem, percent(error), percent(coverage), grade);
}

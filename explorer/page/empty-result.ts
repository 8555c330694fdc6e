import type { Meta } from '../service/answers.ts';
import { elementsOf, noValue, unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, shownFilters, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { h } from './element.ts';
import { lookAgain, message } from './states.ts';

/**
 * A message that there are no results, with similar names.
 * @param hasTitle false if the heading of the view already says it
 */
export function emptyResult(state: PageState, hints: Meta['hints'] = [], hasTitle = true): HTMLElement {
  const isWhole = shownFilters(state).length === 0;
  const title = isWhole ? text.states.emptyData : text.states.emptyTitle;
  const result = message(
    hasTitle ? title : null,
    // Words of a search are offered as filters, with the number of lots.
    ...hints.filter(({ parameter }) => parameter !== 'q').map((hint) => didYouMean(state, hint)),
    (isWhole || hasTitle) && h('p', {}, isWhole ? text.states.emptyDataAdvice : text.states.emptyAdvice),
  );
  return isWhole ? lookAgain(result) : result;
}

type Hint = NonNullable<Meta['hints']>[number];

/** Whether a hint names the other members of a family whose head has lots. */
export const isOfFamily = ({ parameter, value, filter }: Hint): boolean =>
  elementsOf(filter?.[parameter] ?? '').includes(value);

/** A value that is not known, with the names that it may mean, or a gem with the others of its family. */
export function didYouMean(state: PageState, hint: Hint): HTMLElement {
  const { parameter, value, nearest } = hint;
  if (nearest.length === 0) return h('p', {}, text.states.unknownValue(value));
  const isOther = (known: string) => unquoted(known).toLowerCase() !== value.toLowerCase();
  const others = valuesOf(state, parameter).filter(isOther);
  const links = nearest.slice(0, 3).flatMap((name, index) => {
    const link = stateLink(withFilter(state, parameter, [...others, name]), {}, unquoted(name));
    return index === 0 ? [' ', link] : [', ', link];
  });
  if (isOfFamily(hint)) return h('p', {}, text.states.family(value), ...links, '.');
  const said = value === noValue ? text.states.unknownTreatment : text.states.didYouMean(value);
  return h('p', {}, said, ...links, '?');
}

import type { Meta } from '../service/answers.ts';
import { elementsOf, noValue, unquoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState, shownFilters, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type Child, h, note } from './element.ts';
import { lookAgain, message } from './states.ts';

/**
 * A message that there are no results, or none that count.
 * @param hasTitle false if the heading of the view already says it
 * @param leftOut why lots of these filters do not count
 */
export function emptyResult(
  state: PageState,
  meta: Meta,
  hasTitle = true,
  leftOut: Child[] = [],
): HTMLElement {
  const { states } = text;
  if (hasPicked(meta)) return message(states.onlyPicked, ...leftOut);
  const advice = hasTitle && h('p', states.emptyAdvice);
  if (leftOut.length > 0) return message(states.unusable, ...leftOut, advice);
  if (shownFilters(state).length > 0) return message(hasTitle ? states.emptyTitle : null, advice);
  return lookAgain(message(hasTitle ? states.emptyData : null, h('p', states.emptyDataAdvice)));
}

/** Whether figures leave out lots because their source is a selection. */
const hasPicked = ({ excluded }: Meta): boolean => (excluded?.hand_picked ?? 0) > 0;

/**
 * What a response leaves out or did not understand, and how to go on: names that are not known, the others of a family, and
 * hand-picked lots.
 */
export function leftOutOf(state: PageState, meta: Meta): Child[] {
  const all = withFilter(state, 'selection', ['all']);
  return [
    // Words of a search are offered as filters, with the number of lots.
    ...(meta.hints ?? []).flatMap((hint) => (hint.parameter === 'q' ? [] : didYouMean(state, hint))),
    hasPicked(meta) && note(text.states.picked, ' ', stateLink(all, text.states.withPicked)),
  ];
}

type Hint = NonNullable<Meta['hints']>[number];

/** A value that is not known, with the names that it may mean, or a gem with the others of its family. */
function didYouMean(state: PageState, hint: Hint): HTMLElement {
  const { parameter, value, nearest } = hint;
  if (nearest.length === 0) return h('p', text.states.unknownValue(value));
  // The head of a family has lots, and the others of its family may be meant too.
  const isFamily = elementsOf(hint.filter?.[parameter] ?? '').includes(value);
  const isOther = (known: string) => unquoted(known).toLowerCase() !== value.toLowerCase();
  const others = valuesOf(state, parameter).filter(isOther);
  const links = nearest.slice(0, isFamily ? undefined : 3).flatMap((name, index) => {
    const link = stateLink(withFilter(state, parameter, [...others, name]), unquoted(name));
    return index === 0 ? [' ', link] : [', ', link];
  });
  if (isFamily) {
    const all = { ...state, filters: lotsOf(hint.filter!).filters, page: undefined };
    // A stone is of one gem.
    const link = state.view !== 'value' && stateLink(all, text.states.wholeFamily);
    return note(text.states.family(value), ...links, '. ', link);
  }
  const said = value === noValue ? text.states.unknownTreatment : text.states.didYouMean(value);
  return h('p', said, ...links, '?');
}

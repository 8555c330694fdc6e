import type { Interpretation } from '../service/answers.ts';
import { elementsOf } from '../state/list-values.ts';
import { inPlace, lotsOf, mostGems, type PageState, valuesOf, withFilter } from '../state/page-state.ts';

/** A phrase as it was read. */
export type Reading = Pick<Interpretation, 'filter' | 'q' | 'asks_for' | 'carat' | 'corrections' | 'unknown'>;

/** The phrase as a question for auction houses where it compares them: "compare houses", or two of them by name. */
export function withHouses(read: Interpretation, typed: string): Interpretation {
  const isCompared = /\b(compare|versus|vs)\b/i.test(typed);
  const isOfHouses = /\bhouses?\b/i.test(typed) || elementsOf(read.filter.auction_house ?? '').length > 1;
  return isCompared && isOfHouses ? { ...read, asks_for: 'houses', q: null, unknown: [] } : read;
}

/** The words of gem names that their filter does not have: "pigeon" and "blood" of "pigeon blood ruby", which is Ruby. */
export const droppedWords = (parts: Interpretation['parts']): string[] =>
  parts.flatMap(({ kind, text, label }) => {
    const [words, known] = [text, label].map((one) => one.toLowerCase().split(/\s+/)) as [string[], string[]];
    const isWithin = kind === 'gem_type' && known.every((word) => words.includes(word));
    return isWithin ? words.filter((word) => !known.includes(word)) : [];
  });

/** The state that answers a phrase. Its filters replace those of the same name, and the others are kept. */
export function answerTo(
  { filter, q, asks_for: asksFor, carat }: Reading,
  start: PageState,
  typed: string,
): PageState {
  const named = lotsOf(filter).filters;
  const names = [...new Set(named.map(([name]) => name))].flatMap(bothEnds);
  const kept = start.filters.filter(([name]) => !names.includes(name));
  const state = { ...start, page: undefined, filters: [...kept, ...named] };
  if (asksFor === 'value') {
    const isStone = carat !== null;
    const stone = isStone ? withFilter(withFilter(state, 'weight_min', []), 'weight_max', []) : state;
    return { ...inPlace(stone, 'value'), carat: isStone ? String(carat) : undefined };
  }
  if (asksFor === 'records') {
    const of = /\bper (?:carat|ct)\b/i.test(typed) ? undefined : 'price';
    return { ...inPlace(state, 'search', 'records'), of };
  }
  if (asksFor === 'houses') return inPlace(state, 'houses');
  if (asksFor === 'prices') {
    const gems = valuesOf(state, 'gem_name').length;
    return inPlace(state, 'prices', gems > 0 && gems <= mostGems ? 'index' : 'market');
  }
  // Preferred words are an order of their own.
  return q === null ? state : { ...state, prefer: q, sort: undefined };
}

/** The filters that a filter replaces: both ends of its range, and all filters by time for one of them. */
function bothEnds(name: string): string[] {
  if (['year', 'date_from', 'date_to'].includes(name)) return ['year', 'date_from', 'date_to'];
  return /_(min|max)$/.test(name) ? [name.replace(/max$/, 'min'), name.replace(/min$/, 'max')] : [name];
}

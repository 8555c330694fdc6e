import type { Interpretation } from '../service/answers.ts';
import { elementsOf } from '../state/list-values.ts';
import { inPlace, lotsOf, mostGems, type PageState, valuesOf, withFilter } from '../state/page-state.ts';

/** A phrase as it was read. */
export type Reading = Pick<Interpretation, 'filter' | 'q' | 'asks_for' | 'carat' | 'corrections'> & {
  /** Words that are no name and in no title of the lots. */
  unknown?: string;
};

/** Reads what the service leaves among the words: the number of a lot, and questions beside names. */
export function readRest<Read extends Reading>(read: Read): Read {
  const { q, filter, asks_for: asksFor } = read;
  if (q === null || asksFor !== 'lots') return read;
  const lot = /^lot (?:no\.? |number )?(\d+[a-z]?)$/i.exec(q)?.[1];
  if (lot) return { ...read, filter: { ...filter, lot_number: lot }, q: null };
  const isCompared = /^(?:compare|vs\.?|versus)$/i.test(q);
  const several = (name: string) => isCompared && elementsOf(filter[name] ?? '').length > 1;
  if (several('gem_name')) return { ...read, asks_for: 'prices', q: null };
  if (/^sell[- ]?through(?: rates?)?$/i.test(q) || several('auction_house'))
    return { ...read, asks_for: 'houses', q: null };
  return read;
}

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

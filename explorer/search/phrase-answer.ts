import type { Interpretation } from '../service/answers.ts';
import { inPlace, lotsOf, mostGems, type PageState, valuesOf, withFilter } from '../state/page-state.ts';

/** The state that answers a phrase. Its filters replace those of the same name, and the others are kept. */
export function answerTo(
  { filter, q, asks_for: asksFor, carat }: Interpretation,
  start: PageState,
): PageState {
  const named = lotsOf(filter).filters;
  const names = [...new Set(named.map(([name]) => name))].flatMap(bothEnds);
  const kept = start.filters.filter(([name]) => !names.includes(name));
  const state = { ...start, page: undefined, filters: [...kept, ...named] };
  if (asksFor === 'value' && carat !== null) {
    const stone = withFilter(withFilter(state, 'weight_min', []), 'weight_max', []);
    return { ...inPlace(stone, 'value'), carat: String(carat) };
  }
  if (asksFor === 'value') return inPlace(state, 'value');
  if (asksFor === 'records') return inPlace(state, 'search', 'records');
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

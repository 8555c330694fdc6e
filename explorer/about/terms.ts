import { lotPageText } from '../lot/lot-text.ts';
import { type Child, h } from '../page/element.ts';
import { stateLink } from '../state/navigation.ts';
import { glossaryAt } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { glossaryText as words } from './glossary-text.ts';

/** A group of terms: names of a filter parameter, or terms of the page. */
export type TermGroup = keyof typeof words.groups;

/** Names of terms that come from other texts. */
const names: Record<string, Record<string, string>> = {
  status: text.statuses,
  price_basis: lotPageText.basis,
  flags: text.flags,
  object_type: text.objects,
};

/** What a term means, in one sentence; undefined for one without an explanation. */
export const meaningOf = (group: TermGroup, term: string): string | undefined =>
  Object.hasOwn(words.terms[group]!, term) ? words.terms[group]![term] : undefined;

/** The name of a term as the page shows it. */
export const nameOf = (group: TermGroup, term: string): string =>
  words.names[group]?.[term] ?? names[group]?.[term] ?? term;

/** A link from a term to its explanation, which is also its tooltip; plain text without an explanation. */
export function explained(group: TermGroup, term: string, shown: string = nameOf(group, term)): Child {
  const title = meaningOf(group, term);
  if (title === undefined) return shown;
  return stateLink(glossaryAt(`${group}.${term}`), { class: 'term', title }, shown);
}

/** Terms joined by commas. */
export const explainedList = (group: TermGroup, terms: readonly string[]): HTMLElement =>
  h('span', ...terms.flatMap((term, place) => [...(place > 0 ? [', '] : []), explained(group, term)]));

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The term whose name has all of these words and the fewest others, as in the address of the glossary. */
export function termNamed(asked: string): string | undefined {
  const sought = wordsOf(asked);
  const found = (Object.keys(words.groups) as TermGroup[])
    .flatMap((group) => Object.keys(words.terms[group]!).map((term) => [group, term] as const))
    .map(([group, term]) => ({ at: `${group}.${term}`, name: wordsOf(nameOf(group, term)) }))
    .filter(({ name }) => sought.length > 0 && sought.every((word) => name.includes(word)));
  return found.sort((a, b) => a.name.length - b.name.length)[0]?.at;
}

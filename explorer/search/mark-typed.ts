import { type Child, h } from '../page/element.ts';

/** The name with the typed text marked, ignoring case and accents. */
export function markTyped(name: string, typed: string): Child[] {
  const wanted = fold(typed);
  // Marking requires that folding keeps the number of characters; otherwise nothing is marked.
  const folded = [...name].map(fold);
  const start =
    wanted === '' || folded.some((letter) => letter.length !== 1) ? -1 : find(folded.join(''), wanted);
  if (start < 0) return [name];
  const letters = [...name];
  const end = start + wanted.length;
  return [
    letters.slice(0, start).join(''),
    h('mark', {}, letters.slice(start, end).join('')),
    letters.slice(end).join(''),
  ];
}

/** At the beginning of a word. */
function find(folded: string, wanted: string): number {
  if (folded.startsWith(wanted)) return 0;
  const inside = folded.indexOf(` ${wanted}`);
  return inside < 0 ? -1 : inside + 1;
}

const fold = (letters: string) =>
  letters
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

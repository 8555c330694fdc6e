import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { splitCompound } from './split-compound.ts';

/** A word of a title. */
export interface Token {
  /** Place in the title: first character, and the one behind the last. */
  start: number;
  end: number;
  /** The word folded: "ÉMERAUDES" is "emeraudes". */
  word: string;
  /** Without a French or Italian article that is elided before it: "d'opale" is "opale". */
  bare: string;
  /** What stands between the word before and this one. */
  gap: string;
}

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’‘`´][\p{L}\p{M}]+)*/gu;
const elided = /^(?:dell|dall|nell|sull|all|qu|[dlns])['’‘`´](?=.{3})/iu;

/** Words that only an accent tells from the name of a gem or a place, and what to read instead. */
const homographs: [RegExp, string][] = [
  // Beaded gold, a pattern; the trade name of a line of jewels.
  [/^perl(?:ée?s?|ees?)$/iu, 'beaded'],
  // Rhinestones.
  [/^diamantée?s?$/iu, 'rhinestone'],
  // A style. Bohemia is "Bohême".
  [/^boh[èe]mes?$/iu, 'boho'],
];

/** The words of a title, German compounds such as "Smaragdring" taken apart. */
export function tokensOf(title: string): Token[] {
  const tokens: Token[] = [];
  let last = 0;
  for (const match of title.matchAll(wordPattern)) {
    const start = match.index;
    const text = match[0];
    const gap = title.slice(last, start);
    last = start + text.length;
    const word = wordOf(text);
    const bare = elided.test(text) ? fold(text.replace(elided, '')) : word;
    const parts = splitCompound(word);
    if (parts.length === 1) tokens.push({ start, end: last, word, bare, gap });
    else tokens.push(...placed(parts, start, last, gap));
  }
  return tokens;
}

function wordOf(text: string): string {
  const word = fold(text);
  if (!/^(?:perl|bohem|diamante)/.test(word)) return word;
  return homographs.find(([pattern]) => pattern.test(text.normalize('NFC')))?.[1] ?? word;
}

/** The parts of a compound as words of their own. Accents and ß change lengths: borders inside may be a letter off. */
function placed(parts: readonly string[], start: number, end: number, gap: string): Token[] {
  let at = start;
  return parts.map((word, i) => {
    const from = at;
    at = i === parts.length - 1 ? end : Math.min(end - 1, from + word.length);
    return { start: from, end: at, word, bare: word, gap: i === 0 ? gap : '' };
  });
}

/** Whether two neighboring words belong together: no comma, bracket or the like between them. */
export function joined({ gap }: Token): boolean {
  return gap === ' ' || gap === '' || gap === '.' || /^[\s\-‐‑–_"'“”‘’«»]*$/u.test(gap);
}

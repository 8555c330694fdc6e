import { fold } from '../../../mappings/vocabulary/fold.ts';

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
const elided = /^(?:dell|dall|nell|all|qu|[dlns])['’‘`´](?=.{3})/iu;

/** The words of a title, German compounds such as "Smaragdring" taken apart at the jewel. */
export function tokensOf(title: string, isGem: (word: string) => boolean): Token[] {
  let last = 0;
  return [...title.matchAll(wordPattern)].flatMap((match) => {
    const start = match.index;
    const text = match[0];
    const gap = title.slice(last, start);
    last = start + text.length;
    const token = { start, end: last, word: fold(text), bare: fold(text.replace(elided, '')), gap };
    return splitCompound(token, isGem);
  });
}

/** What German puts behind a gem's name to make one word of both; the longest that fits is taken. */
const compoundEnds = [
  ...'ring ringe brosche broschen kette ketten halskette collier colliers armband armbander armreif anhanger'.split(
    ' ',
  ),
  ...'ohrringe ohrclips ohrstecker ohrgehange ohrhanger nadel clip clips schliff schliesse besatz cabochon'.split(
    ' ',
  ),
  ...'cabochons schmuck parure kreuz herz solitar cluster rosette tropfen perle perlen strang damenring'.split(
    ' ',
  ),
].sort((a, b) => b.length - a.length);

function splitCompound(token: Token, isGem: (word: string) => boolean): Token[] {
  for (const end of compoundEnds) {
    const { word } = token;
    if (!word.endsWith(end) || word.length - end.length < 4 || isGem(word)) continue;
    const stem = [word.slice(0, -end.length), word.slice(0, -end.length).replace(/e?[ns]$/, '')].find(isGem);
    if (stem === undefined) continue;
    // Accents and ß make folded and written lengths differ: the border inside the word is not needed exactly.
    const border = Math.min(token.end - 1, token.start + word.length - end.length);
    return [
      { ...token, end: border, word: stem, bare: stem },
      { start: border, end: token.end, word: end, bare: end, gap: '' },
    ];
  }
  return [token];
}

/** Whether two neighboring words belong together: no comma, bracket or the like between them. */
export function joined({ gap }: Token): boolean {
  return /^[\s\-‐‑–"'“”‘’«»]*$/u.test(gap);
}

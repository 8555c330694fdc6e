import { distance } from 'fastest-levenshtein';
import { fold } from './fold.ts';

/** How many wrong letters a text of this length may have and still be a plausible misspelling. */
function tolerance(length: number): number {
  if (length < 3) return 0;
  if (length < 5) return 1;
  return length < 9 ? 2 : 3;
}

/**
 * The canonical names whose spellings are nearest to a mistyped text, likeliest first: a name that begins
 * with the text, then another spelling that does, or one named inside the text ("unheated ruby ring"), then few letters of difference to a
 * spelling or to its beginning.
 * @param folded the text, folded
 * @param spellings folded spelling → canonical name
 */
export function nearestNames(
  folded: string,
  spellings: ReadonlyMap<string, string>,
  limit: number,
): string[] {
  if (folded === '') return [];
  const best = new Map<string, number>();
  const offer = (name: string, score: number) => {
    if (score < (best.get(name) ?? Number.POSITIVE_INFINITY)) best.set(name, score);
  };
  for (const [name, score] of namedInside(folded, spellings)) offer(name, score);
  for (const [spelling, name] of spellings) offer(name, misspelling(folded, spelling, name));
  return [...best]
    .filter(([, score]) => Number.isFinite(score))
    .sort(([nameA, a], [nameB, b]) => a - b || (nameA < nameB ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => name);
}

/** 0–1 for a text that begins the name, 1–2 another spelling, 3 and up by the letters that differ, Infinity when too far. */
function misspelling(text: string, spelling: string, name: string): number {
  if (spelling.startsWith(text)) return (spelling === fold(name) ? 1 : 2) - text.length / spelling.length;
  const allowed = tolerance(text.length);
  if (spelling.length < text.length - allowed) return Number.POSITIVE_INFINITY;
  const whole = spelling.length <= text.length + allowed ? distance(text, spelling) : allowed + 1;
  if (whole <= allowed) return 2 + whole;
  // Half a step behind a whole word with as many errors; short beginnings would resemble everything.
  const start = text.length < 5 ? allowed + 1 : distance(text, spelling.slice(0, text.length));
  return start < allowed ? 2.5 + start : Number.POSITIVE_INFINITY;
}

/** Names found as whole words of the text; the longer the spelling, the better. */
function* namedInside(
  text: string,
  spellings: ReadonlyMap<string, string>,
): Generator<readonly [name: string, score: number]> {
  const words = text.split(' ');
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= words.length; end++) {
      const part = words.slice(start, end).join(' ');
      const name = part.length > 2 ? spellings.get(part) : undefined;
      if (name !== undefined) yield [name, 2 - part.length / text.length];
    }
  }
}

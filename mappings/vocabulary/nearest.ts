import { wrongLetters } from './wrong-letters.ts';

/** Maximum spellings that one text is compared with letter by letter. */
const maxComparisons = 500;

/** Maximum words of one text that are searched for names. */
const maxWords = 100;

/** Maximum wrong letters of a plausible misspelling of this length. */
function tolerance(length: number): number {
  if (length < 3) return 0;
  if (length < 5) return 1;
  return length < 9 ? 2 : 3;
}

/** A folded spelling, prepared so that most of those that are too far from a text are never compared with it. */
interface Spelling {
  spelling: string;
  name: string;
  /** Whether it is the name itself. */
  isName: boolean;
  /** See `lettersOf`. */
  letters: number;
}

/**
 * Prepares the search for the canonical names whose spellings are most similar to a mistyped text, most similar first:
 * a name that begins with the text, then a spelling with one wrong letter, then another spelling that begins with the
 * text, or one named inside it ("unheated ruby ring"), then few letters of difference (wrong, missing, surplus or
 * swapped) to a spelling or to its beginning. The work for one text is bounded whatever its length: by `maxComparisons`
 * and `maxWords`.
 * @param spellings folded spelling → canonical name; those that matter most first
 * @param names the spellings that are the folded names themselves
 */
export function createNearestNames(
  spellings: ReadonlyMap<string, string>,
  names: ReadonlySet<string>,
): (text: string, limit: number) => string[] {
  const prepared = [...spellings].map(([spelling, name]): Spelling => {
    return { spelling, name, isName: names.has(spelling), letters: lettersOf(spelling) };
  });
  const longest = { letters: 0, words: 0 };
  for (const spelling of spellings.keys()) {
    longest.letters = Math.max(longest.letters, spelling.length);
    longest.words = Math.max(longest.words, spelling.split(' ').length);
  }

  return (text, limit) => {
    if (text === '') return [];
    const best = new Map<string, number>();
    const offer = (name: string, score: number) => {
      if (score < (best.get(name) ?? Number.POSITIVE_INFINITY)) best.set(name, score);
    };
    for (const [name, score] of namedInside(text, spellings, longest)) offer(name, score);
    if (text.length <= longest.letters + tolerance(text.length)) {
      for (const [name, score] of misspelt(text, prepared)) offer(name, score);
    }
    return [...best]
      .sort(([nameA, a], [nameB, b]) => a - b || (nameA < nameB ? -1 : 1))
      .slice(0, limit)
      .map(([name]) => name);
  };
}

/** The letters of a text as bits; several letters share a bit. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) letters |= 1 << (text.charCodeAt(i) % 32);
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** 0–1 for a text that begins the name, 1 for one wrong letter, 1–2 another spelling, 4 and up by the letters that differ. */
function* misspelt(
  text: string,
  spellings: readonly Spelling[],
): Generator<readonly [name: string, score: number]> {
  const letters = lettersOf(text);
  const allowed = tolerance(text.length);
  let comparisons = 0;
  for (const { spelling, name, isName, letters: theirs } of spellings) {
    // Each letter that the spelling lacks is at least one difference, to its beginning too.
    const lacking = letters & ~theirs;
    if (lacking === 0 && spelling.startsWith(text)) {
      yield [name, (isName ? 1 : 2) - text.length / spelling.length];
      continue;
    }
    if (comparisons >= maxComparisons || spelling.length < text.length - allowed) continue;
    if (countBits(lacking) > allowed) continue;
    if (spelling.length <= text.length + allowed && countBits(theirs & ~letters) <= allowed) {
      comparisons++;
      const whole = wrongLetters(text, spelling, allowed);
      if (whole <= allowed) {
        yield [name, whole === 1 ? 1 : 2 + whole];
        continue;
      }
    }
    // Short prefixes would be similar to everything.
    if (text.length < 5) continue;
    comparisons++;
    const start = wrongLetters(text, spelling.slice(0, text.length), allowed);
    // Half a step behind a whole word with as many errors.
    if (start < allowed) yield [name, 2.5 + start];
  }
}

/** Names found as whole words of the text; the longer the spelling, the better. */
function* namedInside(
  text: string,
  spellings: ReadonlyMap<string, string>,
  longest: { letters: number; words: number },
): Generator<readonly [name: string, score: number]> {
  const words = text.split(' ', maxWords);
  for (let start = 0; start < words.length; start++) {
    let part = '';
    for (const word of words.slice(start, start + longest.words)) {
      part = part === '' ? word : `${part} ${word}`;
      if (part.length > longest.letters) break;
      const name = part.length > 2 ? spellings.get(part) : undefined;
      if (name !== undefined) yield [name, 2 - part.length / text.length];
    }
  }
}

/** One canonical name and what else it is called. */
export type Term = {
  /** The canonical name, as records and answers show it. */
  readonly name: string;
  /** Other names worth showing to a person: languages, trade names, old names, mines. */
  readonly synonyms: readonly string[];
  /** Further spellings, recognized but not shown: plurals, generated combinations. */
  readonly variants?: readonly string[];
  /** Spellings of sources, recognized and never suggested: words of shops, codes. */
  readonly others?: readonly string[];
};

/** The terms of one kind and every way to look them up. */
export type Vocabulary<T extends Term = Term> = {
  /** All terms, in the order of their list. */
  readonly terms: readonly T[];
  /** Every folded spelling (see `fold`) with the canonical name that it leads to. */
  readonly spellings: ReadonlyMap<string, string>;
  /**
   * The canonical name that a text means, or undefined. A text of several parts ("Ceylon (Sri Lanka)",
   * "Mogok, Burma") means a term only when all its parts mean the same one.
   */
  canonical(text: string): string | undefined;
  /**
   * What a request means by a text: the canonical name, and the words that say more than the name, which an import drops
   * ("pigeon blood" of "pigeon blood ruby", "Geneva" of "Sotheby's Geneva").
   */
  named(text: string): { name: string; more: string[] } | undefined;
  /** The term with this canonical name (any spelling), or undefined. */
  term(text: string): T | undefined;
  /** The synonyms of a canonical name as they are written; `[]` for an unknown one. */
  synonymsOf(name: string): readonly string[];
  /**
   * The canonical names that texts give, each once. A semicolon always separates two; a comma, slash, plus, ampersand or
   * "and" only where every part is a known name. Others are kept as written.
   */
  namesIn(texts: readonly string[]): string[];
};

/** The words that a vocabulary ignores in a text. */
type VocabularyOptions = {
  /** Folded words that may stand before a name without changing what it names ("natural ruby"). Default none. */
  readonly ignoredPrefixes?: readonly string[];
  /** Words before a name that say more than it. Default none. */
  readonly moreBefore?: readonly string[];
  /** The same after a name. Default none. */
  readonly moreAfter?: readonly string[];
  /** Whether a name after a comma is that of the whole to which an unknown name before it belongs: a town of a country. */
  readonly endsInWhole?: boolean;
};

/**
 * Builds the look-ups of a list of terms.
 * @throws Error when two terms share a spelling, so that a mistake in a list fails at import.
 */
export function createVocabulary<T extends Term>(
  terms: readonly T[],
  { ignoredPrefixes = [], moreBefore = [], moreAfter = [], endsInWhole = false }: VocabularyOptions = {},
): Vocabulary<T> {
  const byName = new Map(terms.map((term) => [term.name, term]));
  const spellings = indexSpellings(terms);
  const [before, after] = [moreBefore, moreAfter].map((words) => new Map(words.map((w) => [fold(w), w])));
  const ignored = atStart(ignoredPrefixes);
  const silent = atStart(ignoredPrefixes.filter((word) => !before!.has(word)));

  const lookUp = (text: string): string | undefined => {
    const folded = fold(text);
    return spellings.get(folded) ?? spellings.get(folded.replace(ignored, ''));
  };
  const canonical = (text: string) =>
    lookUp(text) ?? agreedName(text, lookUp) ?? (endsInWhole ? nameOfWhole(text, lookUp) : undefined);
  const wordsBeyond = (folded: string, name: string): string[] => {
    const words = folded.replace(silent, '').split(' ');
    const isNew = (word: string) => !` ${fold(name)} `.includes(` ${word} `);
    for (let at = 1; at < words.length; at++) {
      const [start, end] = [words.slice(0, at).join(' '), words.slice(at).join(' ')];
      if (before!.has(start) && isNew(start) && lookUp(end) === name) {
        return [before!.get(start)!, ...wordsBeyond(end, name)];
      }
      if (after!.has(end) && lookUp(start) === name) return [after!.get(end)!];
    }
    return [];
  };

  return {
    terms,
    spellings,
    canonical,
    named: (text) => {
      const name = canonical(text);
      if (name === undefined) return undefined;
      const parts = [text, ...text.split(PART_BREAK)];
      return { name, more: [...new Set(parts.flatMap((part) => wordsBeyond(fold(part), name)))] };
    },
    term: (text) => byName.get(canonical(text) ?? ''),
    synonymsOf: (name) => byName.get(name)?.synonyms ?? [],
    namesIn: (texts) => namesIn(texts, canonical),
  };
}

/** Names first, then synonyms, then variants and others. */
function indexSpellings(terms: readonly Term[]): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const kind of ['name', 'synonyms', 'variants', 'others'] as const) {
    for (const term of terms) add(term.name, [term[kind] ?? []].flat());
  }
  return spellings;

  function add(name: string, written: readonly string[]): void {
    for (const spelling of written) {
      const folded = fold(spelling);
      const other = spellings.get(folded);
      if (folded === '') throw new Error(`vocabulary: a spelling of "${name}" folds to nothing`);
      if (other !== undefined && other !== name) {
        throw new Error(`vocabulary: "${spelling}" leads to both "${other}" and "${name}"`);
      }
      spellings.set(folded, name);
    }
  }
}

/** The pattern of folded words, in any number, before others. */
const atStart = (words: readonly string[]) => new RegExp(`^(?:(?:${words.join('|')}) )+`);

const PART_BREAK = /[(),;/[\]]+/;

/** "A (B)", "A, B" or "A / B" where every part means the same name; several different names mean none. */
function agreedName(text: string, lookUp: (part: string) => string | undefined): string | undefined {
  if (!PART_BREAK.test(text)) return undefined;
  const parts = text.split(PART_BREAK).filter((part) => part.trim() !== '');
  const first = lookUp(parts[0] ?? '');
  return first !== undefined && parts.every((part) => lookUp(part) === first) ? first : undefined;
}

/** A proper name: each word begins with a capital letter. */
const properName = /^(?:\p{Lu}[\p{L}\p{M}'’-]*\.?(?: |$)){1,4}$/u;
/** Capitalized too at the start of a text, and no part of a name. */
const notInName =
  /^(?:not|no|non|near|or|possibly|probably|likely|maybe|unknown|cut|made|bought|style|type)\b/i;

/** "Pelmadulla, Sri Lanka": a name that is not known, then the name of the whole that it belongs to. */
function nameOfWhole(text: string, lookUp: (part: string) => string | undefined): string | undefined {
  const at = text.lastIndexOf(',');
  const [before, whole] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1)];
  if (!properName.test(before) || notInName.test(before)) return undefined;
  const words = before.split(' ');
  const holdsName = words.some((_, from) =>
    words.slice(from).some((_, more) => lookUp(words.slice(from, from + more + 1).join(' ')) !== undefined),
  );
  return holdsName ? undefined : lookUp(whole);
}

function namesIn(texts: readonly string[], canonical: Vocabulary['canonical']): string[] {
  const names = texts
    .flatMap((text) => text.split(';'))
    .flatMap((text) => {
      const whole = canonical(text);
      if (whole !== undefined) return whole;
      const parts = text.split(/[,/+&]|\band\b/).map((part) => canonical(part));
      return parts.every((part) => part !== undefined) ? parts : clean(text);
    });
  // In a request `none` means no name, so it cannot be one.
  return [...new Set(names)].filter((name) => !['', noValue].includes(fold(name)));
}

/** The names of a list written on lines and separated by semicolons: "Burma; Burmese;\n Birmanie". */
export function listed(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The name of an entry of a list, and its names of three kinds, each as `listed` reads them; `''` where it has none. */
type Entry = [name: string, names: string, furtherNames: string, others: string];

/**
 * The entries of a list: "Heated = Heat; H / Heat only" is a name, its other names and its further names; a third list may
 * follow. An entry may go on in the next line.
 */
export function entriesOf(text: string): Entry[] {
  return text
    .trim()
    .split(/\n(?=.* =)/)
    .map((entry) => {
      const [name, lists] = entry.split(' =') as [string, string];
      const [names, furtherNames = '', others = ''] = lists.split(/\s\/(?=\s)/) as [string, string?, string?];
      return [name.trim(), names, furtherNames, others];
    });
}

/** Letters that Unicode does not decompose, with the spelling that people type instead. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
};

const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;
const ASCII = /^[\x20-\x7e]*$/;
const LETTERS = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'g');
// Marks over and under letters. Not the Japanese voicing marks or Indic vowels, which make other letters.
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]+/g;
// Straight, curly, modifier and prime apostrophes, the backtick and the acute accent used as one.
const APOSTROPHES = /['`´‘’‚‛′ʹʻʼʽ＇]/g;

// The space, the joiners and the byte order mark that have no width.
const ZERO_WIDTH = /\u200b|\u200c|\u200d|\u2060|\ufeff/g;

/** A text without the characters that nobody sees; texts are compared without them. */
export const withoutZeroWidth = (text: string): string => text.replace(ZERO_WIDTH, '');

/**
 * The comparison form of a name: two spellings of one name have the same fold. Compatibility forms are taken
 * apart, accents and apostrophes dropped, ligatures spelled out, letters lower-cased; every run of other
 * punctuation, hyphens and slashes included, is one space; the ends are trimmed. Chinese, Japanese, Korean,
 * Cyrillic and other letters stay. Idempotent. `''` when nothing but punctuation is left.
 *
 * The index compares values that the vocabulary does not know by its own normalizer (lowercase, asciifolding),
 * which is narrower: it keeps punctuation.
 */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text;
  if (ASCII.test(text)) return spaced(text.toLowerCase().replace(/['`]/g, ''), /[^a-z0-9]+/g);
  const letters = withoutZeroWidth(text)
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(APOSTROPHES, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(LETTERS, (letter) => UNDECOMPOSED[letter] ?? letter);
  // Composed again, so that Korean syllables come out as they are written.
  return spaced(letters.normalize('NFC'), /[^\p{L}\p{N}\p{M}]+/gu);
}

function spaced(text: string, gaps: RegExp): string {
  return text.replace(gaps, ' ').trim();
}

/** The beginning of a folded text, of at most `length` characters, by which suggestions are looked up. */
export function foldedStart(text: string, length: number): string {
  return fold(text).slice(0, length).trim();
}

/**
 * A text as it is compared: in NFC, so that é is one character however it was typed, without control characters and
 * characters of no width, and with single spaces. Stored names and the values of requests are cleaned alike.
 */
export function clean(text: string): string {
  return withoutZeroWidth(text)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** An element of a list as written. */
export interface ListElement {
  value: string;
  isQuoted: boolean;
}

/** An element in double quotes, or without; then a comma or the end. */
const element = /\s*(?:"((?:[^"]|"")*)"\s*|([^\s",][^,]*)?)(,|$)/y;

/**
 * The elements of a list such as `a, "b, c"`: separated by commas. In double quotes an element is taken literally, and
 * a double quote inside is written twice, as in CSV. Undefined where an element begins with a quote and does not end
 * with one.
 */
export function splitList(text: string): ListElement[] | undefined {
  const elements: ListElement[] = [];
  element.lastIndex = 0;
  while (true) {
    const match = element.exec(text);
    if (!match) return undefined;
    const [, quoted, bare = '', separator] = match;
    const isQuoted = quoted !== undefined;
    elements.push({ value: isQuoted ? quoted.replaceAll('""', '"') : bare, isQuoted });
    if (separator === '') return elements.map(({ value, isQuoted }) => ({ value: clean(value), isQuoted }));
  }
}

/** The element that means "no value". */
export const noValue = 'none';

/** The element of `treatment` that means every treatment that says that none was found. In quotes it is that name alone. */
export const untreated = 'untreated';

/** A value as an element of a list that is read as this value, whatever characters it has. */
export function quoteValue(value: string): string {
  const isAmbiguous = /^"|,/.test(value) || isNone(value) || isUntreated(value);
  return isAmbiguous ? quoted(value) : value;
}

/** A value in quotes, which keep it one element of a list. */
export const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** Whether an element without quotes means "no value". */
export const isNone = (value: string): boolean => value.toLowerCase() === noValue;

/** Whether an element of `treatment` without quotes means every treatment that says that none was found. */
export const isUntreated = (value: string): boolean => value.toLowerCase() === untreated;

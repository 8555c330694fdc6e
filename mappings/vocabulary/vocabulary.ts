import { fold } from './fold.ts';

/** One canonical name and what else it is called. */
export type Term = {
  /** The canonical name, as records and answers show it. */
  readonly name: string;
  /** Other names worth showing to a person: languages, trade names, old names, mines. */
  readonly synonyms: readonly string[];
  /** Further spellings, recognized but not shown: plurals, generated combinations. */
  readonly variants?: readonly string[];
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
  /** The term with this canonical name (any spelling), or undefined. */
  term(text: string): T | undefined;
  /** The synonyms of a canonical name as they are written; `[]` for an unknown one. */
  synonymsOf(name: string): readonly string[];
};

/** The words that a vocabulary ignores in a text. */
export type VocabularyOptions = {
  /** Words that may stand before a name without changing what it names ("natural ruby"). Default none. */
  readonly ignoredPrefixes?: readonly string[];
};

/**
 * Builds the look-ups of a list of terms.
 * @throws Error when two terms share a spelling, so that a mistake in a list fails at import.
 */
export function createVocabulary<T extends Term>(
  terms: readonly T[],
  { ignoredPrefixes = [] }: VocabularyOptions = {},
): Vocabulary<T> {
  const byName = new Map(terms.map((term) => [term.name, term]));
  const spellings = indexSpellings(terms);
  // Most calls of an import repeat a known spelling: those skip the folding.
  const asWritten = new Map(
    terms.flatMap((term) => [term.name, ...term.synonyms].map((s) => [s, term.name])),
  );
  const prefixes = ignoredPrefixes.map((word) => `${fold(word)} `);

  const lookUp = (text: string): string | undefined => {
    const folded = fold(text);
    return spellings.get(folded) ?? spellings.get(withoutPrefixes(folded, prefixes));
  };
  const canonical = (text: string) => asWritten.get(text) ?? lookUp(text) ?? agreedName(text, lookUp);

  return {
    terms,
    spellings,
    canonical,
    term: (text) => byName.get(canonical(text) ?? ''),
    synonymsOf: (name) => byName.get(name)?.synonyms ?? [],
  };
}

/** Names first, then synonyms, then variants. */
function indexSpellings(terms: readonly Term[]): Map<string, string> {
  const spellings = new Map<string, string>();
  for (const spellingsOf of [nameOf, synonymsOf, variantsOf]) {
    for (const term of terms) add(term.name, spellingsOf(term));
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

const nameOf = ({ name }: Term) => [name];
const synonymsOf = ({ synonyms }: Term) => synonyms;
const variantsOf = ({ variants = [] }: Term) => variants;

function withoutPrefixes(folded: string, prefixes: readonly string[]): string {
  let rest = folded;
  let prefix: string | undefined;
  do {
    prefix = prefixes.find((word) => rest.startsWith(word));
    if (prefix !== undefined) rest = rest.slice(prefix.length);
  } while (prefix !== undefined);
  return rest;
}

const PART_BREAK = /[(),;/[\]]+/;

/** "A (B)", "A, B" or "A / B" where every part means the same name; several different names mean none. */
function agreedName(text: string, lookUp: (part: string) => string | undefined): string | undefined {
  if (!PART_BREAK.test(text)) return undefined;
  const parts = text.split(PART_BREAK).filter((part) => part.trim() !== '');
  const first = lookUp(parts[0] ?? '');
  return first !== undefined && parts.every((part) => lookUp(part) === first) ? first : undefined;
}

/** The names of a list written on lines and separated by semicolons: "Burma; Burmese;\n Birmanie". */
export function listed(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

import { fold } from '../../mappings/vocabulary/index.ts';
import { type VocabularyName, vocabularies } from './vocabulary-names.ts';

/** What several words mean together. */
export interface Combination {
  /** The canonical names, and the weights: "Ruby, Myanmar, 3.00–3.99 ct". */
  text: string;
  /** The parameters of the list that find its lots. */
  filter: Record<string, string>;
}

/** The parameters that words may mean, in the order of the text; a word that may mean several means the first. */
const parameters = ['gem_name', 'origin', 'treatment', 'auction_house'] as const satisfies VocabularyName[];

/** Words without a meaning of their own. In "natural ruby" natural is no treatment. */
const fillers = new Set(
  'a an and at by carat carats ct cts fine from genuine gem gemstone in loose natural no of or stone the with'.split(
    ' ',
  ),
);

/** What typed words mean, each parameter once. */
type Names = ReadonlyMap<VocabularyName, string>;

/**
 * The filters that several typed words mean together: "unheated kashmir sapphire" is a gem type, an origin and a
 * treatment, "3 ct ruby" a gem type and weights. The last words may be the beginning of a name: "burma sap" is each
 * gem, treatment and house that begins so, from Myanmar. [] where a word means nothing, or all of them mean one thing.
 */
export function readCombinations(typed: string): Combination[] {
  const { weights, rest } = readWeight(typed);
  const words = fold(rest)
    .split(' ')
    .filter((word) => word !== '');
  const complete = readNames(words);
  const meanings = [...(complete ? [complete] : []), ...completedNames(words)];
  const combinations = meanings
    .filter((names) => names.size + (weights ? 1 : 0) >= 2)
    .map((names) => combine(names, weights));
  return [...new Map(combinations.map((one) => [JSON.stringify(one.filter), one])).values()];
}

function combine(names: Names, weights: ReturnType<typeof readWeight>['weights']): Combination {
  const named = parameters.filter((parameter) => names.has(parameter));
  return {
    text: [...named.map((parameter) => names.get(parameter)), ...(weights ? [weights.text] : [])].join(', '),
    filter: {
      ...Object.fromEntries(named.map((parameter) => [parameter, names.get(parameter)!])),
      ...weights?.filter,
    },
  };
}

/**
 * A weight in carats means all weights that begin with its digits: "3 ct" is 3.00 to 3.99, "3.5 ct" 3.50 to 3.59 and
 * "3.52 ct" 3.52 alone. At the end of the text the unit may be incomplete.
 */
function readWeight(typed: string) {
  const found =
    /(?<![\p{L}\p{N}.,])(\d{1,5})(?:[.,](\d{1,2}))?[\s-]*(?:carats?|cts?|c(?:a(?:ra?)?)?$)(?![\p{L}\p{N}])\.?/iu.exec(
      typed,
    );
  if (!found) return { weights: undefined, rest: typed };
  const [written, whole, decimals = ''] = found;
  const weight_min = `${Number(whole)}.${decimals.padEnd(2, '0')}`;
  const weight_max = `${Number(whole)}.${decimals.padEnd(2, '9')}`;
  const text = weight_min === weight_max ? `${weight_min} ct` : `${weight_min}–${weight_max} ct`;
  return { weights: { text, filter: { weight_min, weight_max } }, rest: typed.replace(written, ' ') };
}

/** The names that all words mean, the longest spelling first, each parameter once; undefined where a word means none. */
function readNames(words: readonly string[]): Names | undefined {
  const names = new Map<VocabularyName, string>();
  for (let start = 0; start < words.length; ) {
    const found = longestName(words, start, names);
    if (found) names.set(found.parameter, found.name);
    else if (!fillers.has(words[start]!)) return undefined;
    start += found?.length ?? 1;
  }
  return names;
}

/** Maximum words of a spelling; computed at its first use, since the API starts without it. */
function maxWords(): number {
  longest ??= Math.max(
    ...parameters.flatMap((parameter) =>
      [...vocabularies[parameter].spellings.keys()].map((spelling) => spelling.split(' ').length),
    ),
  );
  return longest;
}
let longest: number | undefined;

/** Minimum letters of the beginning of a name; one letter begins nearly everything. */
const minLetters = 2;

/** What words mean of which the last ones begin a name; without the last one where it may become a word of no meaning. */
function* completedNames(words: readonly string[]): Generator<Names> {
  for (let start = Math.max(0, words.length - maxWords()); start < words.length; start++) {
    const names = readNames(words.slice(0, start));
    if (!names) continue;
    const beginning = words.slice(start).join(' ');
    const isFiller = [...fillers].some((filler) => filler.startsWith(beginning));
    if (beginning.length < minLetters || isFiller) yield names;
    if (beginning.length < minLetters) continue;
    for (const parameter of parameters) {
      if (names.has(parameter)) continue;
      for (const name of namesBeginningWith(parameter, beginning)) {
        yield new Map([...names, [parameter, name]]);
      }
    }
  }
}

/** The names with a spelling that begins so. */
function namesBeginningWith(parameter: VocabularyName, beginning: string): Set<string> {
  const { spellings } = vocabularies[parameter];
  const sorted = sortedSpellings(parameter);
  const names = new Set<string>();
  for (let at = firstNotBelow(sorted, beginning); sorted[at]?.startsWith(beginning); at++) {
    names.add(spellings.get(sorted[at]!)!);
  }
  return names;
}

/** Each made at its first use. */
const sortedByParameter = new Map<VocabularyName, string[]>();

function sortedSpellings(parameter: VocabularyName): string[] {
  const known = sortedByParameter.get(parameter) ?? [...vocabularies[parameter].spellings.keys()].sort();
  sortedByParameter.set(parameter, known);
  return known;
}

/** The place of the first text that is not below a bound, in sorted texts. */
function firstNotBelow(texts: readonly string[], bound: string): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[middle]! < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function longestName(words: readonly string[], start: number, known: ReadonlyMap<VocabularyName, string>) {
  for (let length = Math.min(maxWords(), words.length - start); length > 0; length--) {
    const spelling = words.slice(start, start + length).join(' ');
    if (fillers.has(spelling) || spelling.length < 2) continue;
    for (const parameter of parameters) {
      const name = vocabularies[parameter].spellings.get(spelling);
      if (name !== undefined && !known.has(parameter)) return { parameter, name, length };
    }
  }
  return undefined;
}

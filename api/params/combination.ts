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

/**
 * The filters that several typed words mean together: "unheated kashmir sapphire" is a gem type, an origin and a
 * treatment, "3 ct ruby" a gem type and weights. Undefined where a word means nothing, or all of them mean one thing.
 */
export function readCombination(typed: string): Combination | undefined {
  const { weights, rest } = readWeight(typed);
  const names = readNames(
    fold(rest)
      .split(' ')
      .filter((word) => word !== ''),
  );
  if (!names || names.size + (weights ? 1 : 0) < 2) return undefined;
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
 * "3.52 ct" 3.52 alone.
 */
function readWeight(typed: string) {
  const found =
    /(?<![\p{L}\p{N}.,])(\d{1,5})(?:[.,](\d{1,2}))?[\s-]*(?:carats?|cts?)(?![\p{L}\p{N}])\.?/iu.exec(typed);
  if (!found) return { weights: undefined, rest: typed };
  const [written, whole, decimals = ''] = found;
  const weight_min = `${Number(whole)}.${decimals.padEnd(2, '0')}`;
  const weight_max = `${Number(whole)}.${decimals.padEnd(2, '9')}`;
  const text = weight_min === weight_max ? `${weight_min} ct` : `${weight_min}–${weight_max} ct`;
  return { weights: { text, filter: { weight_min, weight_max } }, rest: typed.replace(written, ' ') };
}

/** The names that all words mean, the longest spelling first, each parameter once; undefined where a word means none. */
function readNames(words: readonly string[]): Map<VocabularyName, string> | undefined {
  const names = new Map<VocabularyName, string>();
  for (let start = 0; start < words.length; ) {
    const found = longestName(words, start, names);
    if (found) names.set(found.parameter, found.name);
    else if (!fillers.has(words[start]!)) return undefined;
    start += found?.length ?? 1;
  }
  return names;
}

/** Maximum words of a spelling. */
const maxWords = 6;

function longestName(words: readonly string[], start: number, known: ReadonlyMap<VocabularyName, string>) {
  for (let length = Math.min(maxWords, words.length - start); length > 0; length--) {
    const spelling = words.slice(start, start + length).join(' ');
    if (fillers.has(spelling) || spelling.length < 2) continue;
    for (const parameter of parameters) {
      const name = vocabularies[parameter].spellings.get(spelling);
      if (name !== undefined && !known.has(parameter)) return { parameter, name, length };
    }
  }
  return undefined;
}

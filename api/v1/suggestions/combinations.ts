import { tokensOf } from '../../../mappings/lexicon/tokens.ts';
import {
  fillers,
  kindOf,
  mostWords,
  namedParameters,
  namesBeginningWith,
  type Part,
  type PartKind,
  writeName,
} from '../../filters/phrase/named-words.ts';
import { inOrder, mergeFilters, readPhrase } from '../../filters/phrase/read-phrase.ts';

/** The filters that several words mean together. */
interface Combination {
  /** The canonical names, and the amounts: "Ruby, Myanmar, from 3.00 ct". */
  text: string;
  /** The parameters of the list that find its lots. */
  filter: Record<string, string>;
}

/**
 * The filters that several typed words mean together: "unheated kashmir sapphire" is a gem type, an origin and a
 * treatment, "3 ct ruby" a gem type and weights. The last words may be the beginning of a name: "burma sap" is each
 * gem, treatment and house with this beginning, from Myanmar. [] where a word means nothing, or all words mean one thing.
 */
export function readCombinations(typed: string): Combination[] {
  const complete = partsOf(typed);
  const combinations = [...(complete ? [complete] : []), ...completedParts(typed)]
    .filter((parts) => parts.length >= 2)
    .map(combine);
  return [...new Map(combinations.map((one) => [JSON.stringify(one.filter), one])).values()];
}

/** A part of a combination, wherever it was read. */
type Meaning = Pick<Part, 'kind' | 'filter' | 'label'>;

/** The meanings of all words, one of each kind; undefined where a word means nothing, or a kind has two meanings. */
function partsOf(typed: string): Meaning[] | undefined {
  const { parts, rest, quoted } = readPhrase(typed);
  const meanings = [...new Map(parts.map((part) => [JSON.stringify(part.filter), part])).values()];
  const kinds = new Set(meanings.map(({ kind }) => kind));
  return rest.length + quoted.length > 0 || kinds.size < meanings.length ? undefined : meanings;
}

/** Minimum letters of the beginning of a name; one letter begins nearly everything. */
const minLetters = 2;

const maxWords = Math.max(...mostWords.values());

/** The meanings of words whose last ones begin a name; also without the last one, where it may become a filler. */
function* completedParts(typed: string): Generator<Meaning[]> {
  const words = tokensOf(typed);
  // From the second word on: a combination has at least two meanings.
  for (let start = Math.max(1, words.length - maxWords); start < words.length; start++) {
    const parts = partsOf(typed.slice(0, words[start]!.start));
    if (!parts) continue;
    const beginning = words
      .slice(start)
      .map(({ word }) => word)
      .join(' ');
    const isFiller = [...fillers].some((filler) => filler.startsWith(beginning));
    if (beginning.length < minLetters || isFiller) yield parts;
    if (beginning.length < minLetters) continue;
    const known = new Set<PartKind>(parts.map(({ kind }) => kind));
    for (const parameter of namedParameters) {
      const kind = kindOf(parameter);
      if (known.has(kind)) continue;
      for (const name of namesBeginningWith(parameter, beginning)) {
        yield [...parts, { kind, filter: { [parameter]: writeName({ parameter, name }) }, label: name }];
      }
    }
  }
}

const combine = (parts: readonly Meaning[]): Combination => ({
  text: inOrder(parts)
    .map(({ label }) => label)
    .join(', '),
  filter: mergeFilters(parts),
});

import { placeNamed } from '../../../mappings/lexicon/names.ts';
import { mostWordsFrom } from '../../../mappings/lexicon/tokens.ts';
import { allWords } from '../../../mappings/lexicon/words.ts';
import {
  type FieldName,
  fieldNames,
  fieldOfParameter,
  type NameParameter,
  namedFields,
} from '../../../mappings/named-fields.ts';
import { saleTowns } from '../../../mappings/vocabulary/currencies.ts';
import { createVocabulary, type Vocabulary } from '../../../mappings/vocabulary/index.ts';
import { isUntreated, quoteValue, untreated } from '../../../mappings/vocabulary/vocabulary.ts';

/** The outcomes of a lot, in the words of the trade. */
const statuses = createVocabulary([
  { name: 'sold', synonyms: [] },
  { name: 'unsold', synonyms: ['not sold', 'bought in', 'passed', 'invendu', 'invenduto', 'unverkauft'] },
  { name: 'withdrawn', synonyms: ['retiré', 'ritirato', 'zurückgezogen'] },
]);
const towns = createVocabulary(saleTowns.map(({ name, spellings }) => ({ name, synonyms: spellings })));

export type NamedParameter = NameParameter | 'status' | 'location';

/** The parameters whose values have names, with the names; a word with several meanings has the first. */
export const namedVocabularies = {
  ...(Object.fromEntries(
    Object.entries(fieldOfParameter).map(([parameter, { vocabulary }]) => [parameter, vocabulary]),
  ) as Record<NameParameter, Vocabulary>),
  status: statuses,
  location: towns,
} satisfies Record<NamedParameter, Vocabulary>;

export const namedParameters = Object.keys(namedVocabularies) as NamedParameter[];

/** The kinds of the parts of a phrase, in the order of texts: the stone, then its sale. */
export const partKinds = [
  ...new Set([
    ...(['gem_type', 'origin', 'treatment'] as const),
    ...fieldNames.filter((name) => namedFields[name].parameter in fieldOfParameter),
  ]),
  ...(['status', 'weight', 'price', 'price_per_carat', 'date', 'location', 'lot_number'] as const),
] as const;

export type PartKind = FieldName | 'status' | 'weight' | 'price' | 'price_per_carat' | 'date' | 'lot_number';

/** The kind of a parameter. */
export const kindOf = (parameter: NamedParameter): PartKind =>
  fieldNames.find((name) => namedFields[name].parameter === parameter) ?? (parameter as 'status');

/** A piece of a phrase that means filters. */
export interface Part {
  kind: PartKind;
  /** Its characters in the phrase: the first, and the one after the last. */
  start: number;
  end: number;
  /** The parameters of the list that it means, and their values. */
  filter: Record<string, string>;
  /** Its meaning, in words: "Myanmar", "2.00–3.00 ct". */
  label: string;
  /** The weight of one stone. */
  carat?: number;
}

/** A name that words mean. */
export interface Named {
  parameter: NamedParameter;
  name: string;
}

/** A name as an element of a list: what a person calls untreated is not one stored treatment. */
export function writeName({ parameter, name }: { parameter: string; name: string }): string {
  const isClass = parameter === 'treatment' && isUntreated(name);
  return isClass ? untreated : quoteValue(name);
}

/** Words without a meaning of their own. */
export const fillers: ReadonlySet<string> = new Set(
  allWords('filler', 'and', 'or', 'with', 'of', 'article', 'one'),
);

/** Names of objects that mean something else in most phrases: "a ruby set in gold". */
const ambiguous = /^(?:set|case|clip|compact|others?|bag|clock)$/;

/** The spellings of each parameter, and more of some. */
const spellingsOf = namedParameters.map((parameter) => {
  const { spellings } = namedVocabularies[parameter];
  const more: [string, string][] = [];
  // Names of a color that the trade also uses for the gem itself.
  if (parameter === 'gem_name')
    more.push(['pigeon blood', 'Ruby'], ['pigeons blood', 'Ruby'], ['pigeonblood', 'Ruby']);
  if (parameter === 'auction_house') {
    // A house is also known by its saleroom before its name ("geneva christies").
    for (const [spelling, name] of spellings) {
      const [house, ...place] = spelling.split(' ');
      more.push([[...place, house].join(' '), name]);
    }
  }
  return { parameter, spellings: new Map([...more, ...spellings]) };
});

/** The most words of a name by its first word. */
export const mostWords = mostWordsFrom(spellingsOf.flatMap(({ spellings }) => [...spellings.keys()]));

/** The meanings of folded words, in the order of the parameters; undefined where they have none. */
export function meaningsOf(words: string): Named[] | undefined {
  if (fillers.has(words) || ambiguous.test(words) || words.length < 2) return undefined;
  const meanings = spellingsOf.flatMap(({ parameter, spellings }): Named[] => {
    const name = spellings.get(words) ?? (parameter === 'origin' ? placeNamed(words) : undefined);
    return name === undefined ? [] : [{ parameter, name }];
  });
  return meanings.length > 0 ? meanings : undefined;
}

/** The spellings and names of each parameter by the first two letters, made at its first use. */
const byLetters = new Map<NamedParameter, Map<string, [spelling: string, name: string][]>>();

const lettersOf = (text: string) => text.slice(0, 2);

/**
 * The names of a parameter that have a spelling with this beginning.
 * @param beginning at least two letters
 */
export function namesBeginningWith(parameter: NamedParameter, beginning: string): Set<string> {
  const { spellings } = namedVocabularies[parameter];
  const known = byLetters.get(parameter) ?? Map.groupBy(spellings, ([spelling]) => lettersOf(spelling));
  byLetters.set(parameter, known);
  const near = known.get(lettersOf(beginning)) ?? [];
  return new Set(near.filter(([spelling]) => spelling.startsWith(beginning)).map(([, name]) => name));
}

import { vocabularies } from '../../../mappings/named-fields.ts';
import { createVocabulary, objectTypes, type Vocabulary } from '../../../mappings/vocabulary/index.ts';
import { isUntreated, quoteValue, untreated } from '../../../mappings/vocabulary/vocabulary.ts';
import type { PartKind } from './part.ts';

/** The outcomes of a lot, in the words of the trade. */
const statuses = createVocabulary([
  { name: 'sold', synonyms: [] },
  { name: 'unsold', synonyms: ['not sold', 'bought in', 'passed', 'invendu', 'invenduto', 'unverkauft'] },
  { name: 'withdrawn', synonyms: ['retiré', 'ritirato', 'zurückgezogen'] },
]);

/** The parameters whose values have names, in the order of texts; a word with several meanings has the first. */
export const namedParameters = [
  ...(['gem_name', 'origin', 'treatment', 'auction_house'] as const),
  ...(['lab', 'object_type', 'status'] as const),
] as const;

export type NamedParameter = (typeof namedParameters)[number];

/** The names of each parameter. */
export const namedVocabularies: Record<NamedParameter, Vocabulary> = {
  ...vocabularies,
  object_type: objectTypes,
  status: statuses,
};

/** The kind of each parameter. */
export const kindOfParameter: Record<NamedParameter, PartKind> = {
  ...{ gem_name: 'gem_type', origin: 'origin', treatment: 'treatment', auction_house: 'auction_house' },
  ...{ lab: 'lab', object_type: 'object_type', status: 'status' },
};

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

const words = (list: string) => new Set(list.split(/\s+/));

/** Words without a meaning of their own, in five languages. In "natural ruby", "natural" is not a treatment. */
export const fillers = words(
  `a an and at by carat carats certificate certified ct cts fine for from gem gemstone gemstones genuine in jewel jewels jewelry jewellery lots my natural no of
  or our report sale sales stone stones the this weighing weighs weight with aus das der des die ein eine einer eines fur
  mit und von avec d de des du dun dune et l la le les un une con del della dell di e il lo uno una el en los las y`,
);

/** Names of objects that mean something else in most phrases: "a ruby set in gold". */
const ambiguous = words('set case clip compact other others bag clock');

/** Names of a color that the trade also uses for the gem itself. */
const gemsByColor = new Map([
  ['pigeon blood', 'Ruby'],
  ['pigeons blood', 'Ruby'],
  ['pigeonblood', 'Ruby'],
]);

/**
 * The meanings of folded words, in the order of the parameters. A house is also known without its final s ("sotheby"),
 * and by its saleroom before its name ("geneva christies").
 */
export function* meaningsOf(spelling: string): Generator<Named> {
  if (fillers.has(spelling) || ambiguous.has(spelling) || spelling.length < 2) return;
  for (const parameter of namedParameters) {
    const { spellings } = namedVocabularies[parameter];
    const name =
      spellings.get(spelling) ??
      (parameter === 'auction_house' ? houseOf(spelling, spellings) : undefined) ??
      (parameter === 'gem_name' ? gemsByColor.get(spelling) : undefined);
    if (name !== undefined) yield { parameter, name };
  }
}

function houseOf(spelling: string, spellings: Vocabulary['spellings']): string | undefined {
  const plural = spellings.get(`${spelling}s`);
  if (plural !== undefined && spelling.length > 3) return plural;
  const end = spelling.lastIndexOf(' ');
  if (end < 0) return undefined;
  const [place, house] = [spelling.slice(0, end), spelling.slice(end + 1)];
  return spellings.get(`${house} ${place}`) ?? spellings.get(`${house}s ${place}`);
}

/** Maximum words of a spelling; computed at its first use, since the API starts without it. */
export function maxWords(): number {
  longest ??= Math.max(
    ...namedParameters.flatMap((parameter) =>
      [...namedVocabularies[parameter].spellings.keys()].map((spelling) => spelling.split(' ').length),
    ),
  );
  return longest;
}
let longest: number | undefined;

/** The names of a parameter that have a spelling with this beginning. */
export function namesBeginningWith(parameter: NamedParameter, beginning: string): Set<string> {
  const { spellings } = namedVocabularies[parameter];
  const sorted = sortedSpellings(parameter);
  const names = new Set<string>();
  for (let at = firstNotBelow(sorted, beginning); sorted[at]?.startsWith(beginning); at++) {
    names.add(spellings.get(sorted[at]!)!);
  }
  return names;
}

/** Each made at its first use. */
const sortedByParameter = new Map<NamedParameter, string[]>();

function sortedSpellings(parameter: NamedParameter): string[] {
  const known = sortedByParameter.get(parameter) ?? [...namedVocabularies[parameter].spellings.keys()].sort();
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

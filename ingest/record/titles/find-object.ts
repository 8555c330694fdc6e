import {
  findNames,
  joined,
  type Mention,
  mostWordsFrom,
  nextWord,
  type Tokens,
  wordAt,
} from '../../../mappings/lexicon/tokens.ts';
import { is, wordsOf } from '../../../mappings/lexicon/words.ts';
import { type ObjectType, objectsBesidesJewels } from '../../../mappings/vocabulary/object-types.ts';
import { objectNamed, objectWords, watchMakers, weakObjectWords } from './object-words.ts';

/** The object on offer. */
export interface TitleObject {
  /** Undefined where the title names no object. */
  type?: ObjectType;
  /** Whether it names two, as in "a ring and a brooch". */
  isSeveral: boolean;
}

type Object = Mention<ObjectType>;

const mostWords = mostWordsFrom(objectWords.keys());

/**
 * Finds the first object in a title. The last of several nouns in a row counts, as in "clip brooch"; two kinds of jewels
 * joined by "and" are a suite.
 */
export function findObject(tokens: Tokens): TitleObject {
  const named = findNames(tokens, objectNamed, mostWords).filter(
    (object) => !isSomethingElse(tokens, object),
  );
  // Glass and coins are materials where a jewel is named.
  const strong = named.filter(({ from, to }) => to - from > 1 || !weakObjectWords.has(tokens[from]!.word));
  const objects = strong.length > 0 ? strong : named;
  if (objects.length === 0) return { isSeveral: false };
  const pair = joinedPair(tokens, objects);
  const isSeveral = pair !== undefined;
  if (isWatch(tokens, objects)) return { type: 'watch', isSeveral };
  if (pair && pair[0].name !== pair[1].name) return { type: 'suite', isSeveral };
  const head = headOf(tokens, objects);
  if (head.name !== 'loose_stone') return { type: head.name, isSeveral };
  // "DIAMOND, UNMOUNTED, FORMERLY A RING": "with a ring" is not what is offered.
  const jewel = objects.find(({ name }) => name !== 'loose_stone');
  return {
    type: jewel && !is(wordAt(tokens, jewel.from - 1), 'with') ? jewel.name : 'loose_stone',
    isSeveral,
  };
}

/** "JEWELRY HOUSE", "GLASS-FILLED", "PARCEL-GILT": words that name no object here. */
function isSomethingElse(tokens: Tokens, { name, from, to }: Object): boolean {
  const { word } = tokens[from]!;
  const before = joined(tokens[from]!) ? wordAt(tokens, from - 1) : '';
  const next = nextWord(tokens, to);
  // "the size of a hen's egg"
  if (word === 'egg') return tokens.slice(Math.max(0, from - 4), from).some((token) => token.word === 'size');
  if (name === 'suite') return /^(?:house|designer)$/.test(next);
  if (word === 'parcel') return next === 'gilt';
  if (word === 'box') return before === 'calf';
  return word === 'glass' && /^(?:filled|filling|residues?)$/.test(next);
}

/** Whatever else a watch is: "bracelet watch", "montre bracelet"; not where one only comes with another object. */
function isWatch(tokens: Tokens, objects: readonly Object[]): boolean {
  const isWorn = ({ name }: Object) => /^(?:watch|bracelet|pendant|necklace)$/.test(name);
  if (watchMakers.has(tokens[0]!.word) && objects.every(isWorn)) return true;
  const [first] = objects;
  return objects.some(({ name, from }) => {
    if (name !== 'watch') return false;
    if (first!.name === 'loose_stone') return true;
    const parts = tokens.slice(first!.to, from + 1);
    return !parts.some(({ word, gap }) => /[,;]/.test(gap) || is(word, 'with', 'and'));
  });
}

/** The last of the nouns that follow the first one at once; of French and Italian ones the first. */
function headOf(tokens: Tokens, [first, ...others]: readonly Object[]): Object {
  let head = first!;
  if (romanceHeads.has(tokens[head.from]!.word)) return head;
  for (const next of others) {
    if (next.from !== head.to || !nextWord(tokens, next.from)) break;
    head = next;
  }
  return head;
}

const romanceHeads =
  wordsOf(`bague broche collier boucles boucle pendentif pendants clip clips sautoir bracelet bracelets anello spilla collana
  orecchini bracciale pendente ciondolo parure`);

/** "NECKLACE AND BROOCH", "bague perle fine et bague onyx": two jewels, joined. */
function joinedPair(tokens: Tokens, objects: readonly Object[]): [Object, Object] | undefined {
  const notJewels: readonly ObjectType[] = ['cufflinks', 'suite', ...objectsBesidesJewels];
  // A chain comes with its pendant.
  const own = objects.filter(
    ({ name, from }) => !notJewels.includes(name) && !/^(?:chain|chaine|catena)$/.test(tokens[from]!.word),
  );
  const at = own.findIndex((jewel, i) => own[i + 1] && areJoined(tokens.slice(jewel.to, own[i + 1]!.from)));
  return at === -1 ? undefined : [own[at]!, own[at + 1]!];
}

function areJoined(between: Tokens): boolean {
  const isOf = (word: string) => is(word, 'with') || /^(?:by|von|set|clasp|fermoir)$/.test(word);
  return between.some(({ word }) => is(word, 'and')) && !between.some(({ word }) => isOf(word));
}

import { type ObjectType, objectsBesidesJewels } from '../../../mappings/vocabulary/object-types.ts';
import { objectEnds, objectWords, watchMakers, weakObjectWords } from './object-words.ts';
import { mostWordsFrom, wordsOf } from './stone-words.ts';
import { joined, type Token } from './tokens-of.ts';

/** The object on offer. */
export interface TitleObject {
  /** Undefined where the title names no object. */
  type?: ObjectType;
  /** Whether it names two, as in "a ring and a brooch". */
  isSeveral: boolean;
}

/** An object that a title names. */
interface ObjectMention {
  type: ObjectType;
  from: number;
  to: number;
}

/**
 * Finds the first object in a title. The last of several nouns in a row counts, as in "clip brooch"; two kinds of jewels
 * joined by "and" are a suite.
 */
export function findObject(tokens: readonly Token[]): TitleObject {
  const objects = strongest(tokens, findObjects(tokens));
  if (objects.length === 0) return { isSeveral: false };
  const pair = joinedPair(tokens, objects);
  const isSeveral = pair !== undefined;
  if (isWatch(tokens, objects)) return { type: 'watch', isSeveral };
  if (pair && pair[0].type !== pair[1].type) return { type: 'suite', isSeveral };
  const head = headOf(tokens, objects);
  if (head.type !== 'loose_stone') return { type: head.type, isSeveral };
  // "DIAMOND, UNMOUNTED, FORMERLY A RING": "with a ring" is not what is offered.
  const jewel = objects.find(({ type }) => type !== 'loose_stone');
  return { type: jewel && !isAccessory(tokens, jewel) ? jewel.type : 'loose_stone', isSeveral };
}

/** Glass and coins are materials where a jewel is named. */
function strongest(tokens: readonly Token[], objects: readonly ObjectMention[]): readonly ObjectMention[] {
  const strong = objects.filter(({ from, to }) => to - from > 1 || !weakObjectWords.has(tokens[from]!.word));
  return strong.length > 0 ? strong : objects;
}

/** The objects of a title, in their order. */
function findObjects(tokens: readonly Token[]): ObjectMention[] {
  const found: ObjectMention[] = [];
  for (let from = 0; from < tokens.length; from++) {
    const object = objectAt(tokens, from);
    if (!object) continue;
    if (!isSomethingElse(tokens, object)) found.push(object);
    from = object.to - 1;
  }
  return found;
}

/** How many words a name may have that begins with a word. */
const maxWordsFrom = mostWordsFrom(objectWords.keys());

const minCompoundLength = 8;

function objectAt(tokens: readonly Token[], from: number): ObjectMention | undefined {
  const { word } = tokens[from]!;
  const most = maxWordsFrom.get(word);
  if (most !== undefined) {
    let to = from + 1;
    while (to < tokens.length && to - from < most && joined(tokens[to]!)) to++;
    for (; to > from; to--) {
      const rest = tokens.slice(from + 1, to).map((token) => ` ${token.word}`);
      const type = objectWords.get(word + rest.join(''));
      if (type) return { type, from, to };
    }
  }
  const end =
    word.length >= minCompoundLength ? objectEnds.find(([ending]) => word.endsWith(ending)) : undefined;
  return end && { type: end[1], from, to: from + 1 };
}

/** "CASE BACK", "FINE JEWELRY BY", "GLASS-FILLED", "PARCEL-GILT": words that name no object here. */
function isSomethingElse(tokens: readonly Token[], { type, from, to }: ObjectMention): boolean {
  const { word } = tokens[from]!;
  const before = from > 0 && joined(tokens[from]!) ? tokens[from - 1]!.word : '';
  const next = tokens[to] && joined(tokens[to]!) ? tokens[to]!.word : '';
  // "'CANE CIOPPER' BROOCH": a name.
  if (from > 0 && /["'“‘«]$/u.test(tokens[from]!.gap)) return true;
  // "the size of a hen's egg"
  if (word === 'egg' && tokens.slice(Math.max(0, from - 4), from).some((token) => token.word === 'size'))
    return true;
  if (type === 'suite')
    return /^(?:for|by|pour|per|fur|fine|estate)$/.test(before) || /^(?:house|designer)$/.test(next);
  if (word === 'parcel') return next === 'gilt';
  if (word === 'box') return before === 'calf';
  if (word === 'glass') return /^(?:filled|filling|residues?)$/.test(next);
  if (word !== 'case' && word !== 'cases') return false;
  return (
    /^(?:back|and|with|associated|in|original|fitted|half|hunter|open|screw)$/.test(before) || next === 'back'
  );
}

/** Whatever else a watch is: "bracelet watch", "montre bracelet"; not where one only comes with another object. */
function isWatch(tokens: readonly Token[], objects: readonly ObjectMention[]): boolean {
  if (
    watchMakers.has(tokens[0]!.word) &&
    objects.every(
      ({ type }) => type === 'watch' || type === 'bracelet' || type === 'pendant' || type === 'necklace',
    )
  )
    return true;
  const [first] = objects;
  return objects.some(({ type, from }) => {
    if (type !== 'watch') return false;
    if (first!.from === from || first!.type === 'loose_stone') return true;
    const between = tokens.slice(first!.to, from + 1);
    return !between.some(
      ({ word, gap }) => /[,;]/.test(gap) || /^(?:with|and|et|avec|mit|und|con|e)$/.test(word),
    );
  });
}

/** The last of the nouns that follow the first one at once; of French and Italian ones the first. */
function headOf(tokens: readonly Token[], objects: readonly ObjectMention[]): ObjectMention {
  let head = objects[0]!;
  if (romanceHeads.has(tokens[head.from]!.word)) return head;
  for (const next of objects.slice(1)) {
    const isSlashed = tokens[next.from]!.gap.includes('/');
    if (next.from !== head.to || !joined(tokens[next.from]!) || isSlashed) break;
    if (/^pend[ae]nts?$/.test(tokens[head.from]!.word) && next.type === 'necklace') break;
    head = next;
  }
  return head;
}

const romanceHeads =
  wordsOf(`bague broche collier boucles boucle pendentif pendants clip clips sautoir bracelet bracelets anello spilla collana
  orecchini bracciale pendente ciondolo parure`);

const notJewels: readonly ObjectType[] = ['cufflinks', 'suite', ...objectsBesidesJewels];

/** "NECKLACE AND BROOCH", "bague perle fine et bague onyx": two jewels, joined. */
function joinedPair(
  tokens: readonly Token[],
  objects: readonly ObjectMention[],
): [ObjectMention, ObjectMention] | undefined {
  // A chain comes with its pendant.
  const own = objects.filter(
    ({ type, from }) => !notJewels.includes(type) && !/^(?:chain|chaine|catena)$/.test(tokens[from]!.word),
  );
  for (const [i, jewel] of own.entries()) {
    const next = own[i + 1];
    if (next && isJoinedBy(tokens.slice(jewel.to, next.from).map(({ word }) => word))) return [jewel, next];
  }
  return undefined;
}

function isJoinedBy(between: readonly string[]): boolean {
  return (
    between.some((word) => /^(?:and|et|und|e)$/.test(word)) &&
    !between.some((word) => /^(?:with|by|avec|mit|con|von|set|clasp|fermoir)$/.test(word))
  );
}

function isAccessory(tokens: readonly Token[], { from }: ObjectMention): boolean {
  return /^(?:with|mit|avec|con)$/.test(tokens[from - 1]?.word ?? '');
}

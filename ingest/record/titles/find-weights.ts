import { placeNamed } from '../../../mappings/lexicon/names.ts';
import { type Token, type Tokens, wordAt } from '../../../mappings/lexicon/tokens.ts';
import { caratsOf, type WrittenWeight, writtenWeights } from '../../../mappings/lexicon/weights.ts';
import { describesStone, is, wordsOf } from '../../../mappings/lexicon/words.ts';
import { usualCurrencies } from '../../../mappings/vocabulary/currencies.ts';
import type { GemMention, Gems } from './find-gems.ts';

/** A weight in a title, and its gem. */
export interface Weight {
  carats: number;
  /** Undefined where the title names no gem. */
  mention?: GemMention;
  /** The weight of several stones: several weights at once ("5.02 and 5.01 carats"), a total, a gem in the plural. */
  several: boolean;
  /** Whether it stands right at the gem's name, not behind the name of the jewel. */
  isAtGem: boolean;
}

export type Weights = readonly Weight[];

/** Finds the weights of a title with their gems, without those of gold and those without a gem. */
export function findWeights(title: string, tokens: Tokens, gems: Gems): Weight[] {
  const written = writtenWeights(title).filter((weight) => !isFineness(weight, tokens));
  if (written.length === 0) return bareWeights(title, tokens, gems);
  const weights: Weight[] = [];
  for (const weight of written) {
    const found = ownedWeight(title, tokens, gems, weight, weights);
    if (found) weights.push(found);
  }
  return weights;
}

function ownedWeight(
  title: string,
  tokens: Tokens,
  gems: Gems,
  { carats, unit, start, end }: WrittenWeight,
  earlier: Weights,
): Weight | undefined {
  const [before, behind] = [title.slice(Math.max(0, start - 40), start), title.slice(end)];
  const total = /tw$|tcw$/i.test(unit) || totalBefore.test(before) || totalAfter.test(behind);
  const several =
    carats.length > 1 || total || ofEach.test(behind) || /\b(?:[2-9]|\d\d)\s*[x×]\s*$/i.test(before);
  const largest = Math.max(...carats);
  if (gems.length === 0) return { carats: largest, several, isAtGem: false };
  const { mention, isAtGem } = ownerOf(tokens, gems, start, end, total, earlier);
  return mention && { carats: largest, mention, several: several || mention.several, isAtGem };
}

const totalBefore =
  /(?:total(?:l?ing|\P{N}* weight)?|together|ensemble|combined|zus(?:ammen|\.)?|gesamt|ges\.|complessiv\p{L}*)\P{N}{0,25}$/iu;
const totalAfter =
  /^[\s.]*(?:\(?in total|total|in all|altogether|t\.?w\b|au total|in totale|zusammen|insgesamt|gesamt|(?:circa )?complessiv)/iu;
/** "5.01 carats each", "1.02 ct x 2". */
const ofEach = /^[\s,.]*(?:each|chacune?|ciascun[oa]|jeweils|je)\b|^\s*[x×]\s*[2-9]/i;

const finenesses = [8, 9, 10, 12, 14, 15, 18, 19, 20, 21, 22, 23, 24];
const gold = /gold|^(?:or|oro|sovereign)$/;
const goldColors = wordsOf('jaune gris blanc yellow white rose pink giallo bianco rosa weiss');
const chain = /^(?:chains?|.*kette|chaine|chainette|catena|catenina|cadena|lancuszek)$/;

/** "18-carat gold", "or 18 carats": how fine the gold is, not what a stone weighs. */
function isFineness({ carats, start, end }: WrittenWeight, tokens: Tokens): boolean {
  if (carats.length > 1 || !finenesses.includes(carats[0]!)) return false;
  const at = tokens.findIndex((token) => token.start >= end);
  const [next, second] = [wordAt(tokens, at), wordAt(tokens, at + 1)];
  if (gold.test(next) || (goldColors.has(next) && gold.test(second))) return true;
  // "18ct ring", "a fine chain, 14 ct": so is that of a jewel.
  if (is(next, 'jewel') || chain.test(next)) return true;
  const before = tokens.filter((token) => token.end <= start);
  return (
    before.some((token) => chain.test(token.word) && token.start > start - 25) ||
    before.slice(-2).some(({ word }) => gold.test(word))
  );
}

const ofWords = wordsOf('weighing weighs of de di von zu pesant pesante pesants pesanti wiegend');
const approximately = wordsOf(
  'weighing totalling totaling approximately approx about ca circa env environ etwa the each of di de da',
);
/** "one of 5.01 carats and the other of 5.04 carats" */
const theOther = /^(?:l?autre|l?altr[oa]|other|second|andere[rn]?)$/;

function ownerOf(
  tokens: Tokens,
  gems: Gems,
  start: number,
  end: number,
  total: boolean,
  earlier: Weights,
): { mention?: GemMention; isAtGem: boolean } {
  const next = gems.find(({ from }) => tokens[from]!.start >= end);
  const previous = gems.findLast(({ to }) => tokens[to - 1]!.end <= start);
  if (!previous) return { mention: next, isAtGem: next !== undefined && leadsTo(tokens, end, next) };
  const before = tokens.filter((token) => token.end <= start);
  const between = before.slice(previous.to);
  const word = before.findLast((token) => !approximately.has(token.word))?.word ?? '';
  const isOf = ofWords.has(word) || ofWords.has(before.at(-1)?.word ?? '');
  // "CEYLON SAPPHIRE, 0.5 CARATS DIAMONDS": the comma parts the weight from the gem before it.
  const isPartedBefore = /[,;]/.test(tokens[before.length]?.gap ?? '');
  if (next && !isOf && leadsTo(tokens, end, next) && (isPartedBefore || !touches(previous, between)))
    return { mention: next, isAtGem: true };
  const hasWeight = (gem: GemMention) => earlier.some(({ mention }) => mention === gem);
  // "4,60 ct Rubinen und 6,50 ct …": the second weight is of something that the title names in other words.
  const joint = between.findLastIndex(({ word }) => is(word, 'and', 'with'));
  const isOfOther =
    joint !== -1 && !between.slice(joint).some(({ gap, word }) => gap.includes(',') || theOther.test(word));
  if (isOfOther && !isPartedBefore && hasWeight(previous)) return { isAtGem: false };
  const isBehindJewel = between.some(({ word }) => is(word, 'jewel'));
  const isAtGem = !isBehindJewel;
  // "SAPPHIRE RING WITH DIAMOND SHOULDERS, 3.20 CARATS"
  const isParted = isPartedBefore || between.some(({ gap }) => gap.includes(','));
  // "CENTERING AN OVAL RUBY WITHIN A BORDER OF DIAMONDS, WEIGHING 3.20 CARATS"
  const isOfMany = previous.several && !gems[0]!.several && !hasWeight(gems[0]!);
  const isOfFirst = isBehindJewel || ((previous.isAccent || isOfMany) && isParted && !total);
  const owner = isOfFirst ? gems[0]! : previous;
  // The weight of all the small stones does not make them the main gem, but opals are more than the diamonds beside them.
  const isMinor = owner.gem !== gems[0]!.gem && (owner.gem === 'Diamond' || gems[0]!.gem !== 'Diamond');
  return total && isMinor ? { isAtGem } : { mention: owner, isAtGem };
}

/** Whether nothing separates the weight from the gem behind it. */
function leadsTo(tokens: Tokens, end: number, next: GemMention): boolean {
  const between = tokens.slice(0, next.from + 1).filter((token) => token.start >= end);
  return between.every(({ gap, word }) => !/[,;()|/]/.test(gap) && !is(word, 'and', 'with', 'accent'));
}

const maxWordsBetween = 3;

/** Whether the weight follows the gem at once: "RUBY, 5.05 CARATS". */
function touches(previous: GemMention, between: Tokens): boolean {
  // "DIAMOND SHOULDERS OF 1.50 CARATS": the shoulders are the diamonds.
  const words = between.filter(({ word }) => !(previous.isAccent && is(word, 'accent')));
  return words.length <= maxWordsBetween && words.every(isOfWeight);
}

const bareNumber = /(?<![\p{L}\p{Sc}\d.,/#:])\d{1,3}[.,]\d{2}(?![\d.,/%])/gu;
const currencies = [...usualCurrencies].join('|');
const otherUnit = new RegExp(
  `^\\s*(?:mm|cm|m|x|×|g|gr|grams?|grammes?|k|kt|in|inch(?:es)?|"|${currencies}|\\p{Sc}|mio|mill?ion|m|grains?|ratt?i)(?![\\p{L}])`,
  'iu',
);
const otherNumber = new RegExp(
  `(?:\\b(?:no|nr|ref|lot|size|sku|id|model|${currencies}|rs|x|×)|[\\p{Sc}#×])[.:\\s]*$`,
  'iu',
);

/** Weights without a unit beside a gem: "OVAL 8.38 BURMA RUBY", "Ruby-2.82". Two decimals, and nothing in between. */
function bareWeights(title: string, tokens: Tokens, gems: Gems): Weight[] {
  return [...title.matchAll(bareNumber)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (otherUnit.test(title.slice(end)) || otherNumber.test(title.slice(Math.max(0, start - 40), start)))
      return [];
    const mention = gems.find((gem) => isBeside(tokens, gem, start, end));
    return mention ? [{ carats: caratsOf(match[0]), mention, several: mention.several, isAtGem: true }] : [];
  });
}

/** Whether only a few words that may stand between part the gem and the number. */
function isBeside(tokens: Tokens, { from, to }: GemMention, start: number, end: number): boolean {
  const isAhead = tokens[from]!.start >= end;
  // Titles are long at times: one word more than may stand between is enough.
  const near = isAhead
    ? tokens.slice(Math.max(0, from - maxWordsBetween - 1), from).filter((token) => token.start >= end)
    : tokens.slice(to, to + maxWordsBetween + 1).filter((token) => token.end <= start);
  const parts = isAhead ? [...near, tokens[from]!] : near;
  return (
    near.length <= maxWordsBetween && near.every(isOfWeight) && !parts.some(({ gap }) => /[;()|]/.test(gap))
  );
}

/** What may stand between a weight and its gem. */
const isOfWeight = ({ word }: Token) =>
  describesStone(word) || approximately.has(word) || placeNamed(word) !== undefined;

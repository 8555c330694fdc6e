import { origins } from '../../../mappings/vocabulary/origins.ts';
import type { GemMention } from './gem-words.ts';
import { accentWords, describesStone, jewelWords, wordsOf } from './stone-words.ts';
import type { Token } from './tokens-of.ts';
import { caratsOf, type WrittenWeight, writtenWeights } from './written-weights.ts';

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

/** Finds the weights of a title with their gems, without those of gold and those without a gem. */
export function findWeights(title: string, tokens: readonly Token[], gems: readonly GemMention[]): Weight[] {
  const written = writtenWeights(title).filter((weight) => !isFineness(weight, tokens));
  if (written.length === 0) return bareWeights(title, tokens, gems);
  const weights: Weight[] = [];
  for (const weight of written) weights.push(...ownedWeight(title, tokens, gems, weight, weights));
  return weights;
}

function ownedWeight(
  title: string,
  tokens: readonly Token[],
  gems: readonly GemMention[],
  { carats, unit, start, end }: WrittenWeight,
  earlier: readonly Weight[],
): Weight[] {
  const total = isTotal(title, start, end, unit);
  const each = /^[\s,.]*(?:each|chacune?|ciascun[oa]|jeweils|je)\b/i.test(title.slice(end));
  const times =
    /\b(?:[2-9]|\d\d)\s*[x×]\s*$/i.test(title.slice(0, start)) || /^\s*[x×]\s*[2-9]/i.test(title.slice(end));
  const several = carats.length > 1 || total || each || times;
  const largest = Math.max(...carats);
  if (gems.length === 0) return [{ carats: largest, several, isAtGem: false }];
  const { mention, isAtGem } = ownerOf(tokens, gems, start, end, total, earlier);
  return mention ? [{ carats: largest, mention, several: several || mention.several, isAtGem }] : [];
}

const finenesses = [8, 9, 10, 12, 14, 15, 18, 19, 20, 21, 22, 23, 24];
const goldWord =
  /^(?:gold.*|.*gold|or|oro|.*goldring|sovereign|jaune|gris|blanc|yellow|white|rose|pink|giallo|bianco|rosa)$/;

const chain = /^(?:chains?|.*kette|chaine|chainette|catena|catenina|cadena|lancuszek)$/;

/** "18-carat gold", "or 18 carats": how fine the gold is, not what a stone weighs. */
function isFineness({ carats, start, end }: WrittenWeight, tokens: readonly Token[]): boolean {
  if (carats.length > 1 || !finenesses.includes(carats[0]!)) return false;
  const at = tokens.findIndex((token) => token.start >= end);
  const [next, second] = at === -1 ? [] : [tokens[at], tokens[at + 1]];
  if (next && /^(?:gold.*|or|oro|sovereign|wei(?:ss|ß)gold|gelbgold|rotgold)$/.test(next.word)) return true;
  if (next && second && goldWord.test(next.word) && /^(?:gold.*|or|oro)$/.test(second.word)) return true;
  // "18ct ring", "a fine chain, 14 ct": so is that of a jewel.
  if (next && (jewelWords.has(next.word) || chain.test(next.word))) return true;
  const before = tokens.filter((token) => token.end <= start).slice(-2);
  if (tokens.some((token) => chain.test(token.word) && token.end <= start && token.start > start - 25))
    return true;
  return before.some(({ word }) => /^(?:gold|.*gold|gold(?:ring|kette|armband|brosche)|or|oro)$/.test(word));
}

const totalBefore =
  /(?:total(?:l?ing)?|totaling|together|pesant ensemble|combined|weight|zus(?:ammen|\.)?|gesamt|insgesamt|ges\.?|totale?|complessiv\p{L}*)\P{N}{0,25}$/iu;
const totalAfter =
  /^[\s.]*(?:\(?in total|total|in all|altogether|t\.?w\b|au total|in totale|zusammen|insgesamt|gesamt|(?:circa )?complessiv)/iu;

function isTotal(title: string, start: number, end: number, unitText: string): boolean {
  if (/^(?:c?t?tw|ctw|tcw)$/i.test(unitText)) return true;
  const before = title.slice(Math.max(0, start - 40), start);
  return (
    (/total|together|ensemble|combined|zus|gesamt|complessiv|ges\./i.test(before) &&
      totalBefore.test(before)) ||
    totalAfter.test(title.slice(end))
  );
}

const ofWords = wordsOf('weighing weighs of de di von zu pesant pesante pesants pesanti wiegend');
const approximately = wordsOf(
  'weighing totalling totaling approximately approx about ca circa env environ etwa the each of di de da',
);
/** "one of 5.01 carats and the other of 5.04 carats" */
const theOther = /^(?:l?autre|l?altr[oa]|other|second|andere[rn]?)$/;
const breaks = wordsOf('and with et avec und mit e con');

function ownerOf(
  tokens: readonly Token[],
  gems: readonly GemMention[],
  start: number,
  end: number,
  total: boolean,
  earlier: readonly Weight[],
): { mention?: GemMention; isAtGem: boolean } {
  const next = gems.find(({ from }) => tokens[from]!.start >= end);
  const previous = gems.findLast(({ to }) => tokens[to - 1]!.end <= start);
  if (!previous) return { mention: next, isAtGem: next !== undefined && leadsTo(tokens, end, next) };
  const before = tokens.filter((token) => token.end <= start);
  const word = before.findLast((token) => !approximately.has(token.word))?.word ?? '';
  const isOf = ofWords.has(word) || ofWords.has(before.at(-1)?.word ?? '');
  // "CEYLON SAPPHIRE, 0.5 CARATS DIAMONDS": the comma parts the weight from the gem before it.
  const isPartedBefore = /[,;]/.test(gapBefore(tokens, start));
  if (next && !isOf && leadsTo(tokens, end, next) && (isPartedBefore || !touches(tokens, previous, start)))
    return { mention: next, isAtGem: true };
  const hasWeight = (gem: GemMention) => earlier.some(({ mention }) => mention === gem);
  // "4,60 ct Rubinen und 6,50 ct …": the second weight is of something that the title names in other words.
  const joint = before.findLastIndex(({ word }, at) => at >= previous.to && breaks.has(word));
  const isOfOther =
    joint !== -1 && !before.slice(joint).some(({ gap, word }) => gap.includes(',') || theOther.test(word));
  if (isOfOther && !isPartedBefore && hasWeight(previous)) return { isAtGem: false };
  const isBehindJewel = before.some(
    (token) => token.start >= tokens[previous.to - 1]!.end && jewelWords.has(token.word),
  );
  const isAtGem = !isBehindJewel;
  // "SAPPHIRE RING WITH DIAMOND SHOULDERS, 3.20 CARATS"
  const isParted = before.some(
    ({ gap, start: at }) => at >= tokens[previous.to - 1]!.end && gap.includes(','),
  );
  // "CENTERING AN OVAL RUBY WITHIN A BORDER OF DIAMONDS, WEIGHING 3.20 CARATS"
  const isOfMany = previous.several && !gems[0]!.several && !hasWeight(gems[0]!);
  const isOfFirst =
    isBehindJewel || ((previous.isAccent || isOfMany) && (isParted || isPartedBefore) && !total);
  const owner = isOfFirst ? gems[0]! : previous;
  // The weight of all the small stones does not make them the main gem, but opals are more than the diamonds beside them.
  const isMinor = owner.gem !== gems[0]!.gem && (owner.gem === 'Diamond' || gems[0]!.gem !== 'Diamond');
  return total && isMinor ? { isAtGem } : { mention: owner, isAtGem };
}

/** What stands right before a weight. */
function gapBefore(tokens: readonly Token[], start: number): string {
  return tokens.find((token) => token.end > start)?.gap ?? '';
}

/** Whether nothing separates the weight from the gem behind it. */
function leadsTo(tokens: readonly Token[], end: number, next: GemMention): boolean {
  const between = tokens.slice(0, next.from + 1).filter((token) => token.start >= end);
  return between.every(
    ({ gap, word }) => !/[,;()|/]/.test(gap) && !breaks.has(word) && !accentWords.has(word),
  );
}

/** Whether the weight follows the gem at once: "RUBY, 5.05 CARATS". */
function touches(tokens: readonly Token[], previous: GemMention, start: number): boolean {
  const between = tokens.slice(previous.to).filter((token) => token.end <= start);
  // "DIAMOND SHOULDERS OF 1.50 CARATS": the shoulders are the diamonds.
  const words = between.filter(({ word }) => !(previous.isAccent && accentWords.has(word)));
  return words.length <= maxWordsBetween && words.every(isOfWeight);
}

const bareNumber = /(?<![\p{L}\d.,/$€£#:])\d{1,3}[.,]\d{2}(?![\d.,/%])/gu;
const otherUnit =
  /^\s*(?:mm|cm|m|x|×|g|gr|grams?|grammes?|k|kt|in|inch(?:es)?|"|usd|eur|chf|gbp|hkd|€|\$|£|mio|mill?ion|m|grains?|ratt?i)(?![\p{L}])/iu;
const otherNumber = /(?:\b(?:no|nr|ref|lot|size|sku|id|model|usd|eur|chf|gbp|rs|x|×)|[$€£#×])[.:\s]*$/iu;
const maxLengthBefore = 40;

/** Weights without a unit beside a gem: "OVAL 8.38 BURMA RUBY", "Ruby-2.82". Two decimals, and nothing in between. */
function bareWeights(title: string, tokens: readonly Token[], gems: readonly GemMention[]): Weight[] {
  if (gems.length === 0 || !/\d[.,]\d\d/.test(title)) return [];
  return [...title.matchAll(bareNumber)].flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (
      otherUnit.test(title.slice(end)) ||
      otherNumber.test(title.slice(Math.max(0, start - maxLengthBefore), start))
    )
      return [];
    const mention = gems.find((gem) => isBeside(tokens, gem, start, end));
    return mention ? [{ carats: caratsOf(match[0]), mention, several: mention.several, isAtGem: true }] : [];
  });
}

const maxWordsBetween = 3;

/** Whether only a few words that may stand between part the gem and the number. */
function isBeside(tokens: readonly Token[], { from, to }: GemMention, start: number, end: number): boolean {
  const isAhead = tokens[from]!.start >= end;
  // Titles are long at times: one word more than may stand between is enough.
  const near = isAhead
    ? tokens.slice(Math.max(0, from - maxWordsBetween - 1), from).filter((token) => token.start >= end)
    : tokens.slice(to, to + maxWordsBetween + 1).filter((token) => token.end <= start);
  const isClose = near.length <= maxWordsBetween && near.every(isOfWeight);
  return isClose && !near.some(isParted) && !(isAhead && isParted(tokens[from]!));
}

const isParted = ({ gap }: Token) => /[;()|]/.test(gap);

/** What may stand between a weight and its gem. */
const isOfWeight = ({ word }: Token) =>
  describesStone(word) || approximately.has(word) || origins.spellings.has(word);

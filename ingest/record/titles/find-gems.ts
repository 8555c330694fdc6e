import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { colorBefore, colorBehind, hasColors, inColor } from './colors.ts';
import { type GemMention, gemNamed, maxWordsOfName } from './gem-words.ts';
import { gradedDiamond, loneGrade } from './graded-diamond.ts';
import { isFalseMention } from './is-false-mention.ts';
import { isPlural } from './is-plural.ts';
import { accentWords, describesStone, jewelWords } from './stone-words.ts';
import { syntheticOf } from './synthetic.ts';
import { joined, type Token } from './tokens-of.ts';

/** Finds the gems in a title, in their order, without words that only look like gems. */
export function findGems(tokens: readonly Token[]): GemMention[] {
  const mentions: GemMention[] = [];
  const said = new Set(tokens.map(({ word }) => word));
  for (let at = 0; at < tokens.length; ) {
    const mention = longestAt(tokens, at);
    if (mention && !isFalseMention(tokens, said, mention)) mentions.push(mention);
    at = mention ? mention.to : at + 1;
  }
  const lone = mentions.length === 0 ? loneGrade(tokens) : undefined;
  if (lone) return [lone];
  const named = merged(tokens, mentions);
  const accentsFrom = firstAccent(tokens, named);
  const found = named.flatMap((mention) => {
    const gem = syntheticOf(tokens, mention, refined(tokens, mention, named));
    if (gem === undefined) return [];
    const several = isPlural(tokens, mention);
    const isAccent =
      mention.from >= accentsFrom ? !comesBack(tokens, mention, named) : isSetting(tokens, mention, named);
    return [{ ...mention, gem, several, isAccent }];
  });
  return found.map((mention, i) => ({
    ...mention,
    gem: madeByPeople(tokens, mention, found.slice(i + 1)) ?? again(tokens, mention, found.slice(0, i)),
  }));
}

/** "RUBY flanked by diamonds, the ruby weighing": with an article, behind another gem, it is the first gem again. */
function comesBack(tokens: readonly Token[], { gem, from }: GemMention, all: readonly GemMention[]): boolean {
  const isApart = all.some((other) => other.from > all[0]!.from && other.from < from && other.gem !== gem);
  return gem === all[0]!.gem && isApart && articles.test(tokens[from - 1]?.word ?? '');
}

/** "RUBY ON A DIAMOND-SET BAND", "Rubin mit Diamantbesatz": a gem that the jewel is set with. */
function isSetting(tokens: readonly Token[], { from, to }: GemMention, all: readonly GemMention[]): boolean {
  return from > all[0]!.from && /^(?:set|besatz|besetzt\w*)$/.test(tokens[to]?.word ?? '');
}

/** "RUBY AND DIAMOND RING, set with a synthetic ruby": the same stone is described again after the jewel. */
function madeByPeople(
  tokens: readonly Token[],
  { gem, to }: GemMention,
  behind: readonly GemMention[],
): string | undefined {
  const made = behind.find((other) => other.gem === `Synthetic ${gem}`);
  return made && tokens.slice(to, made.from).some(({ word }) => jewelWords.has(word)) ? made.gem : undefined;
}

/** "PARAÍBA TOURMALINE PENDANT, the pear-shaped tourmaline": with an article the plain name is the variety before. */
function again(
  tokens: readonly Token[],
  { gem, from, several, isAccent }: GemMention,
  before: readonly GemMention[],
): string {
  const isVarietyOf = (other: GemMention) =>
    other.gem !== gem && (other.gem.endsWith(` ${gem}`) || gemTypes.term(other.gem)?.family === gem);
  const variety = before.find(isVarietyOf);
  if (several || isAccent || !variety || before.some((other) => other.gem === gem)) return gem;
  let at = from - 1;
  while (at > 0 && joined(tokens[at + 1]!) && describesStone(tokens[at]!.word)) at--;
  return articles.test(tokens[at]?.word ?? '') ? variety.gem : gem;
}

const articles = /^(?:the|le|la|il|lo|der|die|das)$/;

function longestAt(tokens: readonly Token[], from: number): GemMention | undefined {
  const { word, bare } = tokens[from]!;
  const most = Math.max(maxWordsOfName(word), maxWordsOfName(bare));
  let to = from + 1;
  while (to < tokens.length && to - from < most && (joined(tokens[to]!) || isSaltAnd(tokens, to))) to++;
  for (; to > from; to--) {
    const rest = tokens.slice(from + 1, to).map((token) => ` ${token.word}`);
    const gem =
      gemNamed(word + rest.join('')) ?? (bare === word ? undefined : gemNamed(bare + rest.join('')));
    if (gem !== undefined) return { gem, from, to, several: false, isAccent: false };
  }
  return undefined;
}

/** "salt & pepper diamond": other gems joined by an ampersand are two. */
function isSaltAnd(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]!.word === 'salt' && /^\s*&\s*$/.test(tokens[at]!.gap);
}

/** "GARNET DEMANTOID", "quarzo ametista", "Béryl var. émeraude": a gem and its variety, side by side, are one. */
function merged(tokens: readonly Token[], mentions: readonly GemMention[]): GemMention[] {
  const result: GemMention[] = [];
  for (const mention of mentions) {
    const last = result.at(-1);
    const isBeside = last?.to === mention.from && joined(tokens[mention.from]!);
    const isSaid = last?.to === mention.from - 1 && varietyWord.test(tokens[mention.from - 1]!.word);
    const variety = last && (isBeside || isSaid) && varietyOf(last, mention);
    if (variety) result[result.length - 1] = { ...last, gem: variety, to: mention.to };
    else result.push(mention);
  }
  return result;
}

const varietyWord = /^(?:var|variete|variety|variedad|varieta|varietat)$/;

/** The variety where the other is the plain name of its family. */
function varietyOf({ gem: one }: GemMention, { gem: other }: GemMention): string | undefined {
  const family = gemTypes.term(one)?.family;
  if (family !== gemTypes.term(other)?.family) return undefined;
  if (one === family) return other;
  // "Rhodolite Umbalite": two trade names of one stone.
  return other === family || family === 'Garnet' ? one : undefined;
}

/** Where accents begin: at the first word that says so behind the first gem. */
function firstAccent(tokens: readonly Token[], mentions: readonly GemMention[]): number {
  const first = mentions[0];
  if (!first) return 0;
  const at = tokens.findIndex(({ word }, i) => i >= first.to && accentWords.has(word));
  if (at === -1) return tokens.length;
  // "DIAMOND SHOULDERS": the accents are named right before.
  const named = mentions.find(({ from, to }) => from > first.from && to === at);
  return named && /^(?:shoulders?|surround|halo|entourage|contorno)$/.test(tokens[at]!.word)
    ? named.from
    : at;
}

/** The type by words that stand apart from the gem's name: colors, grades, "cultured". */
function refined(tokens: readonly Token[], mention: GemMention, all: readonly GemMention[]): string {
  return (
    firstOfTwoColors(tokens, mention) ??
    colored(tokens, mention) ??
    gradedDiamond(tokens, mention, all) ??
    culturedPearl(tokens, mention) ??
    mention.gem
  );
}

/** "BLACK AND WHITE DIAMOND", "fancy vivid blue and fancy light pink diamond" name the first one first. */
function firstOfTwoColors(tokens: readonly Token[], { from, to }: GemMention): string | undefined {
  if (to - from < 2) return undefined;
  const last = tokens[from - 1];
  const isAmpersand = last && /^\s*&\s*$/.test(tokens[from]!.gap);
  const first = last && ['and', 'et', 'e', 'und'].includes(last.word) ? tokens[from - 2] : undefined;
  const color = isAmpersand ? last : first;
  return color && gemNamed(`${color.word} ${tokens[to - 1]!.word}`);
}

const maxWordsToColor = 6;

/** A color apart from the gem: "pink cushion-cut sapphire", "fancy-coloured … diamond", "saphir coussin rose". */
function colored(tokens: readonly Token[], mention: GemMention): string | undefined {
  if (!hasColors(mention.gem)) return undefined;
  return byColorBefore(tokens, mention) ?? byColorBehind(tokens, mention);
}

function byColorBefore(tokens: readonly Token[], { gem, from }: GemMention): string | undefined {
  let isColored = false;
  for (let at = from - 1; at >= Math.max(0, from - maxWordsToColor); at--) {
    if (!joined(tokens[at + 1]!)) break;
    const { word } = tokens[at]!;
    const color = colorBefore(word);
    if (color === 'colored' || (/^colou?r$/.test(word) && tokens[at - 1]?.word === 'fancy')) isColored = true;
    else if (color !== undefined) return inColor(gem, color);
    else if (!describesStone(word)) break;
  }
  return isColored ? inColor(gem, 'colored') : undefined;
}

/** A color after a gem must end its description: in "DIAMOND, YELLOW GOLD" the color is not the gem's. */
const goesOn =
  /^(?:de|di|da|of|et|e|and|und|con|mit|with|pesant|weighing|oval|ovale|coussin|fancy|light|intense|a|cts?|carat[osi]?|carats)$/;

function byColorBehind(tokens: readonly Token[], { gem, to }: GemMention): string | undefined {
  for (let at = to; at < Math.min(to + 4, tokens.length); at++) {
    const { word, gap } = tokens[at]!;
    if (!joined(tokens[at]!) && !(at === to && /^\s*[,(]\s*$/.test(gap))) return undefined;
    const color = colorBehind(word);
    if (color === undefined) {
      if (describesStone(word) && word !== 'taille' && word !== 'taglio') continue;
      return undefined;
    }
    const next = tokens[at + 1];
    const ends =
      !next ||
      !joined(next) ||
      /^\d/.test(next.word) ||
      goesOn.test(next.word) ||
      describesStone(next.word) ||
      colorBehind(next.word) !== undefined;
    return ends ? inColor(gem, color) : undefined;
  }
  return undefined;
}

/** Where pearls grow, as said apart from the name: "perle barocche dei mari del sud", "Tahitian baroque cultured pearl". */
const waters: readonly [RegExp, string][] = [
  [/\b(?:south seas?|dei mari del sud|des mers du sud|de mer du sud|aus der sudsee)\b/, 'South Sea Pearl'],
  [/\btahiti(?:an)?\b/, 'Tahitian Pearl'],
  [/\b(?:freshwater|d ?eau douce|d ?acqua dolce|di fiume|aus susswasser)\b/, 'Freshwater Pearl'],
  [/\bakoya\b/, 'Akoya Pearl'],
];

/** "CULTURED BAROQUE PEARL", "perles de culture Akoya": the word that tells stands apart. */
function culturedPearl(tokens: readonly Token[], { gem, from, to }: GemMention): string | undefined {
  if (gem !== 'Pearl' && gem !== 'Cultured Pearl') return undefined;
  const behind = joinedWords(tokens, to, 1, 6);
  const before = joinedWords(tokens, from - 1, -1, 4);
  if (!/^(?:natural|fine|fines|natur\w*)$/.test(tokens[from]!.word)) {
    const [kind] = /^(?:keshi|conch|melo|abalone|mabe)\b/.exec(behind) ?? [];
    if (kind) return gemNamed(`${kind} pearl`);
    const water =
      waters.find(([pattern]) => pattern.test(behind)) ?? waters.find(([pattern]) => pattern.test(before));
    if (water) return water[1];
  }
  return gem === 'Pearl' && /\b(?:cultured|cultivated)\b/.test(before) ? 'Cultured Pearl' : undefined;
}

/** Words behind or before a place that belong together; "and" ends them. */
function joinedWords(tokens: readonly Token[], start: number, step: 1 | -1, most: number): string {
  const words: string[] = [];
  for (let at = start; tokens[at] && words.length < most; at += step) {
    const isApart = !joined(tokens[step === 1 ? at : at + 1]!);
    if (isApart || /^(?:and|et|und|e|with|avec|mit|con)$/.test(tokens[at]!.word)) break;
    words.push(tokens[at]!.word);
  }
  return (step === 1 ? words : words.reverse()).join(' ');
}

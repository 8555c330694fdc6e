import type { GemMention } from './gem-words.ts';
import { diamondOf, gemNamed, maxGemNameWords } from './gem-words.ts';
import { isFalseMention } from './is-false-mention.ts';
import { joined, type Token } from './tokens-of.ts';

/** The gems that the words of a title name, in their order; words that only look like gems are left out. */
export function findGems(tokens: readonly Token[]): GemMention[] {
  const mentions: GemMention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const mention = longestAt(tokens, at);
    if (mention && !isFalseMention(tokens, mention)) mentions.push(mention);
    at = mention ? mention.to : at + 1;
  }
  return mentions.map((mention) => refine(tokens, mention, mentions));
}

function longestAt(tokens: readonly Token[], from: number): GemMention | undefined {
  let to = from + 1;
  while (to < tokens.length && to - from < maxGemNameWords && joined(tokens[to]!)) to++;
  for (; to > from; to--) {
    const words = tokens.slice(from, to);
    const rest = words.slice(1).map(({ word }) => word);
    const gem =
      gemNamed([words[0]!.word, ...rest].join(' ')) ?? gemNamed([words[0]!.bare, ...rest].join(' '));
    if (gem !== undefined) return { gem, from, to };
  }
  return undefined;
}

function refine(tokens: readonly Token[], mention: GemMention, all: readonly GemMention[]): GemMention {
  const gem =
    firstOfTwoColors(tokens, mention) ??
    gradedDiamond(tokens, mention, all) ??
    culturedPearl(tokens, mention);
  return gem === undefined ? mention : { ...mention, gem };
}

/** "BLACK AND WHITE DIAMOND" names the black one first. */
function firstOfTwoColors(tokens: readonly Token[], { from, to }: GemMention): string | undefined {
  const [color, and] = [tokens[from - 2], tokens[from - 1]];
  const ampersand = tokens[from - 1] && /^\s*&\s*$/.test(tokens[from]!.gap) ? tokens[from - 1] : undefined;
  const first = ampersand ?? (and && ['and', 'et', 'e', 'und'].includes(and.word) ? color : undefined);
  if (!first || to - from !== 2) return undefined;
  return gemNamed(`${first.word} ${tokens[to - 1]!.word}`);
}

const hues = 'pink blue yellow green orange red purple violet brown gray grey black'.split(' ');

/** A diamond whose grade stands apart from it: "fancy vivid blue, internally flawless marquise diamond". */
function gradedDiamond(
  tokens: readonly Token[],
  mention: GemMention,
  all: readonly GemMention[],
): string | undefined {
  if (mention.gem !== 'Diamond') return undefined;
  const grade = tokens.findIndex(({ word }) => word === 'fancy');
  if (grade === -1 || all.some(({ from, to }) => grade >= from && grade < to)) return undefined;
  const between = (gem: GemMention) =>
    gem !== mention && Math.min(grade, mention.from) < gem.from && gem.from < Math.max(grade, mention.from);
  if (all.some(between)) return undefined;
  const words = tokens.slice(grade + 1, grade + 5);
  const end = words.findIndex((token, i) => i > 0 && !joined(token));
  const hue = words
    .slice(0, end === -1 ? undefined : end)
    .map(({ word }) => word)
    .findLast((word) => hues.includes(word));
  return hue && diamondOf(hue);
}

/** "CULTURED BAROQUE PEARL": the word that tells stands apart. */
function culturedPearl(tokens: readonly Token[], { gem, from }: GemMention): string | undefined {
  if (gem !== 'Pearl') return undefined;
  for (let at = from - 1; at >= Math.max(0, from - 4); at--) {
    if (!joined(tokens[at + 1]!) || tokens[at]!.word === 'and') return undefined;
    if (/^(cultured|cultivated)$/.test(tokens[at]!.word)) return 'Cultured Pearl';
  }
  return undefined;
}

import { diamondOf, type GemMention } from './gem-words.ts';
import { joined, type Token } from './tokens-of.ts';

const hues = new Set('pink blue yellow green orange red purple violet brown gray grey black'.split(' '));
const grades = new Set('vivid intense deep dark light'.split(' '));
const maxWordsToHue = 4;

/** A diamond whose grade stands apart from it: "fancy vivid blue, internally flawless marquise diamond". */
export function gradedDiamond(
  tokens: readonly Token[],
  mention: GemMention,
  all: readonly GemMention[],
): string | undefined {
  if (mention.gem !== 'Diamond') return undefined;
  const at = tokens.findIndex(({ word }) => word === 'fancy');
  if (at === -1 || all.some(({ from, to }) => at >= from && at < to)) return undefined;
  const between = (gem: GemMention) =>
    gem !== mention && Math.min(at, mention.from) < gem.from && gem.from < Math.max(at, mention.from);
  if (all.some(between)) return undefined;
  const hue = hueAt(tokens, at);
  return hue === undefined ? undefined : diamondOf(tokens[hue]!.word);
}

/** A grade that stands for the diamond where no gem is named: "The Blue Moon, 12.03 carats, fancy vivid blue". */
export function loneGrade(tokens: readonly Token[]): GemMention | undefined {
  const from = tokens.findIndex(({ word }) => word === 'fancy');
  if (from === -1 || !grades.has(tokens[from + 1]?.word ?? '')) return undefined;
  const hue = hueAt(tokens, from);
  const gem = hue === undefined ? undefined : diamondOf(tokens[hue]!.word);
  return gem === undefined ? undefined : { gem, from, to: hue! + 1, several: false, isAccent: false };
}

/** The place of the hue that the words behind "fancy" end in. */
function hueAt(tokens: readonly Token[], fancy: number): number | undefined {
  let found: number | undefined;
  for (let at = fancy + 1; at <= Math.min(fancy + maxWordsToHue, tokens.length - 1); at++) {
    if (at > fancy + 1 && !joined(tokens[at]!)) break;
    if (hues.has(tokens[at]!.word)) found = at;
  }
  return found;
}

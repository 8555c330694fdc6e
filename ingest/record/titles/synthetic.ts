import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { type GemMention, gemNamed } from './gem-words.ts';
import { describesStone, jewelWords, wordsOf } from './stone-words.ts';
import { joined, type Token } from './tokens-of.ts';

/** Words for a stone made by people; the same mineral, unlike an imitation. */
const made =
  wordsOf(`synthetic synthetics synthetique synthetiques sintetico sintetica sintetici sintetiche synthetischer
  synthetischem synthetischen synthetische synthetisches recrystallized recrystallised recrystalized hydrothermal verneuil
  cvd fusion chatham gilson created grown gezuchteter gezuchtetem labor laborgezuchteter`);
/** Words that say where or how, before "diamond" or "grown". */
const laboratories = wordsOf('lab labs laboratory laboratoire laboratorio labor flux man');
const makings = wordsOf('grown created made gezuchtet gezuchteter gezuchteten synthese');
/** "RUBY RING 14K GOLD LAB CREATED". */
const mountings = wordsOf(
  'carat carats ct cts 9k 10k 14k 18k 585 750 925 sterling silver gold platinum white yellow rose solid',
);
const maxWords = 5;
const maxWordsBehind = 9;

/**
 * The type of a mention once it is known whether people made the stone: `Synthetic Ruby`, never `Ruby`. Undefined for
 * what is made by people and has no type of its own.
 * @param gem its type by name and color
 */
export function syntheticOf(tokens: readonly Token[], mention: GemMention, gem: string): string | undefined {
  if (isSyntheticType(gem) || !isMade(tokens, mention)) return gem;
  const name = `Synthetic ${plainNameOf(gem)}`;
  return isSyntheticType(name) ? name : undefined;
}

/** Whether a gem type is one of stones made by people. */
export const isSyntheticType = (gem: string): boolean => gemTypes.term(gem)?.family === 'Synthetic';

function plainNameOf(gem: string): string {
  const family = gemTypes.term(gem)?.family;
  if (family === 'Diamond' || family === 'Quartz' || family === 'Opal' || family === 'Spinel') return family;
  if (family === 'Corundum') return gem.endsWith('Ruby') ? 'Ruby' : 'Sapphire';
  return gem.replace(/^(?:Trapiche|Cat's Eye|Star) /, '');
}

function isMade(tokens: readonly Token[], { from, to }: GemMention): boolean {
  for (let at = from - 1; at >= Math.max(0, from - maxWords) && joined(tokens[at + 1]!); at--) {
    const { word } = tokens[at]!;
    if (made.has(word)) return true;
    // "LAB DIAMOND", "LAB-MADE RUBY"; not "GIA lab certified".
    if (laboratories.has(word)) return at === from - 1 ? word !== 'man' : makings.has(tokens[at + 1]!.word);
    if (!describesStone(word) && !makings.has(word)) break;
  }
  for (let at = to; at < Math.min(to + maxWordsBehind, tokens.length); at++) {
    const { word } = tokens[at]!;
    if (!joined(tokens[at]!) && !(at === to && /^\s*[,(]\s*$/.test(tokens[at]!.gap))) return false;
    const next = tokens[at + 1]?.word ?? '';
    // "RUBY, SYNTHETIC RUBY AND DIAMOND": the word is that of the gem behind it.
    if (made.has(word)) return gemNamed(next) === undefined || !joined(tokens[at + 1]!);
    if (laboratories.has(word) && makings.has(next)) return true;
    if (/^(?:de|di|da)$/.test(word) && /^(?:laboratoire|laboratorio|synthese|sintesi)$/.test(next))
      return true;
    if (!describesStone(word) && !jewelWords.has(word) && !mountings.has(word)) return false;
  }
  return false;
}

import { type Tokens, tokensOf } from '../../../mappings/lexicon/tokens.ts';
import type { ObjectType } from '../../../mappings/vocabulary/object-types.ts';
import { coversSeveralStones } from './covers-several-stones.ts';
import { familyOf, findGems, type GemMention, type Gems, isSyntheticType } from './find-gems.ts';
import { findObject } from './find-object.ts';
import { findOrigin } from './find-origin.ts';
import { findTreatment } from './find-treatment.ts';
import { findWeights, type Weights } from './find-weights.ts';

/** The facts in a title about its main gem: the gem with the weight, else the first gem. */
export interface TitleReading {
  /** Canonical name; absent when the title names no gem. */
  gem_type?: string;
  /** Weight of the largest single stone of the main gem, or the total where only that is given; never a sum. */
  carat?: number;
  /** Canonical name. */
  origin?: string;
  /** Canonical name. */
  treatment?: string;
  object_type?: ObjectType;
  /** Whether price and weight are those of several stones. */
  multiStone: boolean;
  /** Whether the main gem was made by people; its type is then `Synthetic …`. */
  labGrown: boolean;
}

/** Reads a title in English, French, Italian or German. Uncertain facts are left out. Pure. */
export function readTitle(written: string): TitleReading {
  const title = written.normalize('NFC');
  const tokens = tokensOf(title);
  const gems = findGems(tokens);
  const weights = findWeights(title, tokens, gems);
  const main = exactly(tokens, gems, mainGem(gems, weights));
  const carat = caratOf(main, weights);
  const origin = main && findOrigin(tokens, gems, main);
  const treatment = main && findTreatment(title, main.gem);
  const object = findObject(tokens);
  return {
    ...(main && { gem_type: main.gem }),
    ...(carat !== undefined && { carat }),
    ...(origin && { origin }),
    ...(treatment && { treatment }),
    ...(object.type && { object_type: object.type }),
    multiStone: coversSeveralStones(tokens, gems, main, weights, object),
    labGrown: main !== undefined && isSyntheticType(main.gem),
  };
}

/** The gem with its own weight, else the first one; never an accent, and no diamonds that only have a total weight. */
function mainGem(gems: Gems, weights: Weights): GemMention | undefined {
  const own = weights.filter(({ mention }) => mention && !mention.isAccent);
  const single = own.find(({ several }) => !several);
  const first = own.find(({ mention }) => mention!.gem === gems[0]?.gem);
  const beside = gems[0]?.gem === 'Diamond' ? own.find(({ mention }) => mention!.several) : undefined;
  return (single ?? first ?? beside)?.mention ?? gems.find(({ isAccent }) => !isAccent) ?? gems[0];
}

/** "Perlcollier, Akoyaperlen": the type within the family follows after a comma. */
function exactly(tokens: Tokens, gems: Gems, main: GemMention | undefined): GemMention | undefined {
  const family = familyOf(main?.gem ?? '');
  if (!main || main.gem !== family) return main;
  const next = gems.find(({ from }) => from > main.from);
  if (!next || next.isAccent || next.from === main.to || familyOf(next.gem) !== family) return main;
  return /[,:;(]/.test(tokens[next.from]!.gap) ? next : main;
}

function caratOf(main: GemMention | undefined, weights: Weights): number | undefined {
  const own = weights.filter(({ mention }) => mention?.gem === main?.gem && !mention?.isAccent);
  if (own.length === 0 || (!main && own.length > 1)) return undefined;
  const singles = own.filter(({ several }) => !several);
  return Math.max(...(singles.length > 0 ? singles : own).map(({ carats }) => carats));
}

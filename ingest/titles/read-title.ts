import { coversSeveralStones } from './covers-several-stones.ts';
import { findGems } from './find-gems.ts';
import { findOrigin } from './find-origin.ts';
import { findTreatment } from './find-treatment.ts';
import { findWeights } from './find-weights.ts';
import { gemNamed } from './gem-words.ts';
import { tokensOf } from './tokens-of.ts';

/** What a lot's title says of its main gem: the one that the weight belongs to, else the first that it names. */
export interface TitleReading {
  /** Canonical name; absent when the title names no gem. */
  gem_type?: string;
  /** Weight of the largest single stone of the main gem, or the total where only that is given; never a sum. */
  carat?: number;
  /** Canonical name. */
  origin?: string;
  treatment?: string;
  /** Whether price and weight are those of several stones. */
  multiStone: boolean;
}

/** Reads a title in English, French, Italian or German, in capitals or not. Pure; what is not sure is left open. */
export function readTitle(title: string): TitleReading {
  const tokens = tokensOf(title, (word) => gemNamed(word) !== undefined);
  const gems = findGems(tokens);
  const weights = findWeights(title, tokens, gems);
  const main = weights[0]?.mention ?? gems[0];
  const own = weights.filter(({ mention }) => mention.gem === main?.gem).map(({ carats }) => carats);
  const origin = main && findOrigin(tokens, gems, main);
  const treatment = main && findTreatment(title);
  return {
    ...(main && { gem_type: main.gem }),
    ...(own.length > 0 && { carat: Math.max(...own) }),
    ...(origin && { origin }),
    ...(treatment && { treatment }),
    multiStone: coversSeveralStones(tokens, gems, main, weights),
  };
}

import type { AuctionRecord } from '../service/answers.ts';
import type { lotPageText } from './lot-text.ts';

/** The cuts that can be drawn. */
export type Cut = keyof (typeof lotPageText)['cuts'];

/** Words of titles that name a cut, the more specific ones first. */
const cutNames: [RegExp, Cut][] = [
  [/cabochon|cat'?s.?eye|\bstar\b/i, 'cabochon'],
  [/emerald.?cut|step.?cut|asscher|baguette|rectangular|square|octagonal|radiant/i, 'step'],
  [/heart/i, 'heart'],
  [/pear|drop|briolette/i, 'pear'],
  [/marquise|navette/i, 'marquise'],
  [/cushion/i, 'cushion'],
  [/oval/i, 'oval'],
  [/round|brilliant|circular/i, 'round'],
];

/** The usual cut of a gem whose title names none. */
const usualCuts: [RegExp, Cut][] = [
  [/pearl/i, 'pearl'],
  [/jad|opal|turquoise|star|cat|moonstone|coral|lapis/i, 'cabochon'],
  [/emerald|aquamarine|tourmaline|beryl/i, 'step'],
  [/diamond/i, 'round'],
];

/** The cut that the title names, or else the usual one of the gem. */
export function cutOf({ title, gem_type: gem }: Pick<AuctionRecord, 'title' | 'gem_type'>): Cut {
  if (/pearl/i.test(gem)) return 'pearl';
  // The name of a gem may look like that of a cut: "Star Ruby".
  const named = cutNames.find(([pattern]) => pattern.test(`${title} ${gem}`))?.[1];
  return named ?? usualCuts.find(([pattern]) => pattern.test(gem))?.[1] ?? 'cushion';
}

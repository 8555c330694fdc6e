import { fold } from '../../../mappings/vocabulary/fold.ts';
import { quote } from '../../errors.ts';
import type { titleFields } from '../profile/profile.ts';
import type { FieldReader } from '../profile/read-source.ts';
import { coversSeveralStones } from './covers-several-stones.ts';
import { findGems } from './find-gems.ts';
import { findOrigin } from './find-origin.ts';
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

type TitleField = (typeof titleFields)[number];

/**
 * The step that reads what is still open out of the title, and lists in `derived` what it found there. A field that
 * a column gives is left alone.
 */
export function titleReader(wanted: readonly TitleField[]): FieldReader {
  return (_row, fields) => {
    if (typeof fields.title !== 'string') return [];
    const reading = readTitle(fields.title);
    const derived: string[] = [];
    for (const field of wanted) {
      if (fields[field] !== undefined || reading[field] === undefined) continue;
      fields[field] = reading[field];
      derived.push(field);
    }
    if (derived.length > 0) fields.derived = derived;
    const flags = [
      ...((fields.flags as string[] | undefined) ?? []),
      ...(derived.includes('carat') ? ['CARAT_FROM_TITLE'] : []),
      ...(reading.multiStone ? ['MULTI_STONE'] : []),
    ];
    if (flags.length > 0) fields.flags = flags;
    if (fields.gem_type !== undefined || !wanted.includes('gem_type')) return [];
    return [
      { field: 'gem_type', code: 'no_gem', message: `The title names no gem: ${quote(fields.title)}.` },
    ];
  };
}

/** What a title says of treatment, in the words that records use; the first that fits. */
const treatments: [RegExp, string][] = [
  [
    /\b(unheated|no heat|not heated|non chauffee?s?|sans (traitement thermique|chauffage|chauffe)|non riscaldat[oaie]|unerhitzte?[rmns]?|nicht erhitzt|no (indications?|evidence) of heat(ing)?)\b/,
    'No heat',
  ],
  [/\b(no oil|sans huile|senza olio|no clarity enhancement)\b/, 'No oil'],
  [/\b(minor|insignificant|faint) (amount of )?oil\b|\bhuile mineure\b/, 'Minor oil'],
  [/\b(untreated|unbehandelte?[rmns]?|non traitee?s?|non trattat[oaie])\b/, 'Untreated'],
  [/\b(heated|chauffee?s?|riscaldat[oaie]|erhitzte?[rmns]?)\b/, 'Heated'],
];

/** The treatment that a title names, or undefined. */
function findTreatment(title: string): string | undefined {
  const folded = fold(title);
  return treatments.find(([pattern]) => pattern.test(folded))?.[1];
}

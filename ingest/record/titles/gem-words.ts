import { fold } from '../../../mappings/vocabulary/fold.ts';
import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';

/** A gem that a title names: its type, and the words that name it, from the first to behind the last. */
export interface GemMention {
  gem: string;
  from: number;
  to: number;
}

/** Longest name of a gem in words. */
export const maxGemNameWords = 6;

/**
 * Names of the vocabulary that in a title mostly mean something else: a shape, a brand, a color, a word of the
 * language. Longer names that contain them ("shell cameo") stand.
 */
const misleading = new Set(
  `shell shells serpentine serpentina serpentin serpentino sard aka mop melo blende spinal blister pearl fluorine crystal quartz
   crystal iolites heliotrope heliotropo guardian carbuncle starlite momo pyrite titanite`.split(/\s+/),
);
misleading.delete('pearl');
misleading.delete('quartz');

/** What titles say and the vocabulary does not list. */
const alsoSaid: Record<string, string> = {
  'colored sapphire': 'Fancy Sapphire',
  'coloured sapphire': 'Fancy Sapphire',
  'colored sapphires': 'Fancy Sapphire',
  'coloured sapphires': 'Fancy Sapphire',
  'lapis lazulis': 'Lapis Lazuli',
  'shell cameos': 'Shell',
};

/** The gem type that folded words name, in the plural or inflected too; undefined when they name none. */
export function gemNamed(words: string): string | undefined {
  if (misleading.has(words)) return undefined;
  const name = gemTypes.spellings.get(words) ?? alsoSaid[words];
  if (name !== undefined) return name;
  if (words.length < 6) return undefined;
  for (const ending of [/s$/, /n$/, /en$/, /es$/, /e$/]) {
    if (!ending.test(words)) continue;
    const stem = words.replace(ending, '');
    if (stem.length >= 4 && !misleading.has(stem)) {
      const found = gemTypes.spellings.get(stem);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Diamonds by the hue that a grader's words end in: "fancy vivid purplish pink" → Pink Diamond. */
export function diamondOf(hue: string): string | undefined {
  return gemTypes.spellings.get(fold(`fancy ${hue} diamond`));
}

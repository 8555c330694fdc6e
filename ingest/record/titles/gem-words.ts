import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { misspelledGem } from './misspelled-gem.ts';
import { mostWordsFrom } from './stone-words.ts';

/** A gem that a title names: its type, and the words that name it, from the first to behind the last. */
export interface GemMention {
  gem: string;
  from: number;
  to: number;
  /** Named in the plural: "saphirs", "rubini". */
  several: boolean;
  /** Only an accent of another stone: "flanked by diamonds". */
  isAccent: boolean;
}

/**
 * Names of the vocabulary that in a title mostly mean something else: a shape, a brand, a color, a word of the
 * language. Longer names that contain them ("shell cameo") stand.
 */
const misleading = new Set(
  `shell shells serpentine serpentina serpentin serpentino sard aka mop melo blende spinal fluorine crystal morion
   iolites heliotrope heliotropo guardian carbuncle starlite momo pyrite titanite fancy`.split(/\s+/),
);

/** How many words a name may have that begins with a word. */
const maxWordsFrom = mostWordsFrom(gemTypes.spellings.keys());

/** The most words of a name that begins with this word; 1 where no longer name does. */
export const maxWordsOfName = (first: string): number => maxWordsFrom.get(first) ?? 1;

/** The gem type that folded words name, in the plural, inflected or misspelled too; undefined when they name none. */
export function gemNamed(words: string): string | undefined {
  if (misleading.has(words)) return undefined;
  const name = gemTypes.spellings.get(words);
  if (name !== undefined || words.length < 6) return name;
  for (const ending of [/s$/, /n$/, /en$/, /es$/, /e$/]) {
    if (!ending.test(words)) continue;
    const stem = words.replace(ending, '');
    if (stem.length < 4 || misleading.has(stem)) continue;
    const found = gemTypes.spellings.get(stem);
    if (found !== undefined) return found;
  }
  return misspelledGem(words);
}

/** Diamonds by the hue that a grader's words end in: "fancy vivid purplish pink" → Pink Diamond. */
export function diamondOf(hue: string): string | undefined {
  return gemTypes.spellings.get(fold(`fancy ${hue} diamond`));
}

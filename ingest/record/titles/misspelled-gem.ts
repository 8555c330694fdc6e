import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { origins } from '../../../mappings/vocabulary/origins.ts';
import { wrongLetters } from '../../../mappings/vocabulary/wrong-letters.ts';
import { wordsOf } from './stone-words.ts';

/** Names of gems that are long enough that a wrong letter leaves no doubt. */
const names =
  wordsOf(`diamond sapphire emerald aquamarine amethyst turquoise tourmaline tanzanite alexandrite tsavorite
  demantoid morganite moonstone rubellite malachite citrine peridot kunzite chalcedony carnelian chrysoprase chrysoberyl
  labradorite spessartine rhodolite hessonite padparadscha`);

/** Words and names that are one letter away from a gem. */
const others = wordsOf('diamonte alexandrine alexandrie emeraldo saphira sapphira diamondo');

/**
 * The gem that a folded word means with a letter wrong, missing, surplus or swapped, or two in a name of nine letters and
 * more: "daimond", "torquoise". The first letter counts.
 */
export function misspelledGem(word: string): string | undefined {
  if (word.length < 6 || word.length > 14 || others.has(word) || !/^[a-z]+$/.test(word)) return undefined;
  if (origins.spellings.has(word)) return undefined;
  const singular = word.replace(/s$/, '');
  for (const name of names) {
    if (name[0] !== word[0] || Math.abs(name.length - singular.length) > 1) continue;
    const wrong = wrongLetters(singular, name, 2);
    if (wrong <= (name.length >= 9 || isAnagram(singular, name) ? 2 : 1)) return gemTypes.spellings.get(name);
  }
  return undefined;
}

/** "amythest": all letters are there. */
function isAnagram(word: string, name: string): boolean {
  return name.length >= 8 && [...word].sort().join('') === [...name].sort().join('');
}

import { origins } from '../../../mappings/vocabulary/origins.ts';
import { wrongLetters } from '../../../mappings/vocabulary/wrong-letters.ts';

/** Gems whose names are long enough that a wrong letter leaves no doubt. */
const names: Record<string, string> = {
  diamond: 'Diamond',
  sapphire: 'Sapphire',
  emerald: 'Emerald',
  aquamarine: 'Aquamarine',
  amethyst: 'Amethyst',
  turquoise: 'Turquoise',
  tourmaline: 'Tourmaline',
  tanzanite: 'Tanzanite',
  alexandrite: 'Alexandrite',
  tsavorite: 'Tsavorite',
  demantoid: 'Demantoid',
  morganite: 'Morganite',
  moonstone: 'Moonstone',
  rubellite: 'Rubellite',
  malachite: 'Malachite',
  citrine: 'Citrine',
  peridot: 'Peridot',
  kunzite: 'Kunzite',
  chalcedony: 'Chalcedony',
  carnelian: 'Carnelian',
  chrysoprase: 'Chrysoprase',
  chrysoberyl: 'Chrysoberyl',
  labradorite: 'Labradorite',
  spessartine: 'Spessartine',
  rhodolite: 'Rhodolite',
  hessonite: 'Hessonite',
  padparadscha: 'Padparadscha Sapphire',
};

/** Words and names that are one letter away from a gem. */
const others = new Set('diamonte alexandrine alexandrie emeraldo saphira sapphira diamondo'.split(' '));

/**
 * The gem that a folded word means with a letter wrong, missing, surplus or swapped, or two in a name of nine letters and
 * more: "daimond", "torquoise". The first letter counts.
 */
export function misspelledGem(word: string): string | undefined {
  if (word.length < 6 || word.length > 14 || others.has(word) || !/^[a-z]+$/.test(word)) return undefined;
  if (origins.spellings.has(word)) return undefined;
  const singular = word.replace(/s$/, '');
  for (const name of Object.keys(names)) {
    if (name[0] !== word[0] || Math.abs(name.length - singular.length) > 1) continue;
    const wrong = wrongLetters(singular, name, 2);
    if (wrong <= (name.length >= 9 || isAnagram(singular, name) ? 2 : 1)) return names[name];
  }
  return undefined;
}

/** "amythest": all letters are there. */
function isAnagram(word: string, name: string): boolean {
  return name.length >= 8 && [...word].sort().join('') === [...name].sort().join('');
}

import { gemTypes } from '../vocabulary/gem-types.ts';
import { origins } from '../vocabulary/origins.ts';
import { fold } from '../vocabulary/vocabulary.ts';
import { wrongLetters } from '../vocabulary/wrong-letters.ts';
import { wordsOf } from './words.ts';

/**
 * Builds the look-up of names by folded words, also with an ending that the vocabulary does not list.
 * @param endings those of words of five letters and more, in the order in which they are tried
 * @param misleading spellings that in a title mostly mean something else; longer names that contain them stand
 */
function inflectedNames(
  spellings: ReadonlyMap<string, string>,
  endings: readonly RegExp[],
  misleading: ReadonlySet<string>,
) {
  return (words: string): string | undefined => {
    if (misleading.has(words)) return undefined;
    const name = spellings.get(words);
    if (name !== undefined || words.length < 5) return name;
    for (const ending of endings) {
      const stem = words.replace(ending, '');
      if (stem.length >= 4 && !misleading.has(stem) && spellings.has(stem)) return spellings.get(stem);
    }
    return undefined;
  };
}

const gemInflected = inflectedNames(
  gemTypes.spellings,
  [/s$/, /n$/, /en$/, /es$/, /e$/],
  // A shape, a brand, a color, a word of the language.
  wordsOf(`shell shells serpentine serpentina serpentin serpentino sard aka mop melo blende spinal fluorine crystal morion
    iolites heliotrope heliotropo guardian carbuncle starlite momo pyrite titanite fancy`),
);

/** The gem type that folded words name, in the plural, inflected or misspelled too; undefined when they name none. */
export const gemNamed = (words: string): string | undefined => gemInflected(words) ?? misspelledGem(words);

/** The origin that folded words name: "birmane", "kolumbianischer", "tanzanienne", "colombiani". */
export const placeNamed = inflectedNames(
  origins.spellings,
  [/e[rmns]?$/, /s$/, /[aoi]$/, /es$/, /nes?$/, /he$/],
  // Mines and short forms whose names are common words, brands or people.
  new Set(
    `premier; victor; merlin; grizzly; java; chama; nyala; wales; england; scotland; kandy; didy; de beers; williamson;
    marlborough; argentine; kimberley; chili; kayes; new granada; hyderabad; venetia; siberian; hotan; bihar; bengal;
    himalaya mine; pearl islands; red sea; gold coast; cape colony; blue john cavern; jersey; green dragon; trat`.split(
      /;\s+/,
    ),
  ),
);

/** Names of gems that are long enough that a wrong letter leaves no doubt. */
const longNames =
  wordsOf(`diamond sapphire emerald aquamarine amethyst turquoise tourmaline tanzanite alexandrite tsavorite
  demantoid morganite moonstone rubellite malachite citrine peridot kunzite chalcedony carnelian chrysoprase chrysoberyl
  labradorite spessartine rhodolite hessonite padparadscha`);

/** Words and names that are one letter away from a gem. */
const otherNames = wordsOf('diamonte alexandrine alexandrie emeraldo saphira sapphira diamondo');

/**
 * The gem that a folded word means with a letter wrong, missing, surplus or swapped, or two in a name of nine letters and
 * more: "daimond", "torquoise". The first letter counts.
 */
function misspelledGem(word: string): string | undefined {
  if (!/^[a-z]{6,14}$/.test(word) || otherNames.has(word) || origins.spellings.has(word)) return undefined;
  const singular = word.replace(/s$/, '');
  for (const name of longNames) {
    if (name[0] !== word[0] || Math.abs(name.length - singular.length) > 1) continue;
    if (wrongLetters(singular, name, 2) <= (name.length >= 9 ? 2 : 1)) return gemTypes.spellings.get(name);
  }
  return undefined;
}

/** Diamonds by the hue that a grader's words end in: "fancy vivid purplish pink" → Pink Diamond. */
export const diamondOf = (hue: string): string | undefined =>
  gemTypes.spellings.get(fold(`fancy ${hue} diamond`));

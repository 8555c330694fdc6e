import type { ObjectType } from '../../mappings/vocabulary/index.ts';
import { type Random, weighted } from './random.ts';

const adjectives: Readonly<Record<string, string>> = {
  Myanmar: 'Burmese',
  'Sri Lanka': 'Ceylon',
  Kashmir: 'Kashmir',
  Colombia: 'Colombian',
  India: 'Indian',
  'Persian Gulf': 'Gulf',
  Australia: 'Australian',
  Brazil: 'Brazilian',
  Russia: 'Russian',
  Mozambique: 'Mozambican',
  Zambia: 'Zambian',
  Tanzania: 'Tanzanian',
  Kenya: 'Kenyan',
  Thailand: 'Thai',
  Vietnam: 'Vietnamese',
  Namibia: 'Namibian',
  Nigeria: 'Nigerian',
  Ethiopia: 'Ethiopian',
  Italy: 'Italian',
  Japan: 'Japanese',
  Iran: 'Persian',
  Pakistan: 'Pakistani',
  Madagascar: 'Madagascan',
  Afghanistan: 'Afghan',
  Tajikistan: 'Tajik',
  'South Africa': 'South African',
  Caribbean: 'Caribbean',
  'United States': 'American',
};

const treatmentWords: Readonly<Record<string, string>> = {
  'No heat': 'unheated',
  'No oil': 'no-oil',
  None: 'untreated',
};

// Names of places keep their capital inside a title.
const capitalized = /\b(?:paraíba|south|sea(?= pearl))\b/g;

const pieceOf = weighted<ObjectType | 'loose stone' | 'diamond ring'>([
  ['ring', 46],
  ['pendant', 14],
  ['brooch', 12],
  ['bracelet', 5],
  ['loose stone', 11],
  ['diamond ring', 12],
]);

const makers = weighted([
  ['', 88],
  [' by Sample Jeweler North', 4],
  [' by Sample Jeweler South', 3],
  [' by Sample Jeweler East', 2],
  [' by Sample Jeweler West', 1.5],
  [' by Sample Jeweler River', 1],
  [' by Sample Jeweler Harbor', 0.5],
]);

/** The contents of a title. */
export type LotDescription = {
  readonly gem: string;
  /** As published: null when the catalogue does not say. */
  readonly carat: number | null;
  readonly origin: string | null;
  readonly treatment: string | null;
  readonly pair: boolean;
};

/** The object type of a lot, and its title in the plain words of a catalogue: "An unheated Burmese ruby ring by Sample Jeweler North, 5.03 carats". */
export function lotTitle(
  { gem, carat, origin, treatment, pair }: LotDescription,
  random: Random,
): { title: string; object: ObjectType } {
  const stone = gem.toLowerCase().replace(capitalized, (name) => name[0]!.toUpperCase() + name.slice(1));
  const adjective =
    origin === null ? '' : origin === 'India' && gem === 'Diamond' ? 'Golconda' : (adjectives[origin] ?? '');
  // Jewellers name either what was not done to a stone or nothing.
  const kept = treatment === null || random.next() < 0.35 ? '' : (treatmentWords[treatment] ?? '');
  const words = [kept, adjective, stone].filter((word) => word !== '').join(' ');
  const weight = carat === null ? '' : `, ${carat.toFixed(2)} carats`;
  const by = makers(random);
  if (pair) {
    const title = `A pair of ${words} earrings${by}${weight}${weight && ' together'}`;
    return { title, object: 'earrings' };
  }
  const piece = pieceOf(random);
  const article = /^[aeiou]/i.test(words) ? 'An' : 'A';
  if (piece === 'loose stone') {
    return { title: `${article} ${words}${weight || ', unmounted'}`, object: 'loose_stone' };
  }
  const noun =
    piece === 'diamond ring' && !stone.includes('diamond')
      ? 'and diamond ring'
      : piece.replace('diamond ', '');
  const object = piece === 'diamond ring' ? 'ring' : piece;
  return { title: `${article} ${words} ${noun}${by}${weight}`, object };
}

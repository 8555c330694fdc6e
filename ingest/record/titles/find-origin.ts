import { origins } from '../../../mappings/vocabulary/origins.ts';
import type { GemMention } from './gem-words.ts';
import type { Token } from './tokens-of.ts';

/** A place that a title names. */
interface Place {
  name: string;
  from: number;
  to: number;
}

/**
 * The origin of the main gem: a place that stands at its name, alone between commas, or beside the word "origin".
 * Two different places, or a place of another gem, give none.
 */
export function findOrigin(
  tokens: readonly Token[],
  gems: readonly GemMention[],
  main: GemMention,
): string | undefined {
  const places = findPlaces(tokens).filter((place) => isPlausible(tokens, place, main.gem));
  const own = gems.filter(({ gem }) => gem === main.gem);
  const found = places.filter(
    (place) =>
      own.some((gem) => standsAt(tokens, place, gem, gems)) ||
      // A title that begins with a place begins with a maker, or with where the jewel was made.
      (place.from > gems[0]!.from && standsAlone(tokens, place) && !gems.some((gem) => isInside(place, gem))),
  );
  const names = new Set(found.map(({ name }) => name));
  const coordinated = found.some((place) => besideAnother(tokens, place, places));
  return names.size === 1 && !coordinated ? [...names][0] : undefined;
}

const maxPlaceWords = 4;
/** Mines and short forms whose names are common words, brands or people. */
const misleading = new Set(
  `premier;victor;merlin;grizzly;belmont;cruzeiro;java;chama;nyala;maine;wales;england;scotland;kandy;pala;didy;de beers;
   williamson;marlborough;argentine;ural;kimberley;peru;chile;chili;mali;north carolina;sinai;kayes;laos;new granada;
   hyderabad;venetia;siberian;bohemian;nova era;la paz;la pita;capao;carnaiba;santa terezinha;hotan;orissa;bihar;bengal;
   himalaya mine;pearl islands;red sea;gold coast;cape colony;blue john cavern;jersey`
    .split(';')
    .map((words) => words.trim()),
);
const alsoSaid: Record<string, string> = {
  burmesisch: 'Myanmar',
  birmanisch: 'Myanmar',
  birma: 'Myanmar',
  birmanie: 'Myanmar',
  birmania: 'Myanmar',
  birman: 'Myanmar',
  birmane: 'Myanmar',
  birmano: 'Myanmar',
  birmana: 'Myanmar',
  birmani: 'Myanmar',
  ceylonesisch: 'Sri Lanka',
  madagassisch: 'Madagascar',
  sambisch: 'Zambia',
  kaschmir: 'Kashmir',
  sardinian: 'Italy',
  sarde: 'Italy',
};

function findPlaces(tokens: readonly Token[]): Place[] {
  const places: Place[] = [];
  for (let from = 0; from < tokens.length; from++) {
    for (let to = Math.min(from + maxPlaceWords, tokens.length); to > from; to--) {
      const words = tokens.slice(from, to);
      const rest = words.slice(1).map(({ word }) => word);
      const name =
        placeNamed([words[0]!.word, ...rest].join(' ')) ?? placeNamed([words[0]!.bare, ...rest].join(' '));
      if (name === undefined) continue;
      places.push({ name, from, to });
      from = to - 1;
      break;
    }
  }
  return places;
}

function placeNamed(words: string): string | undefined {
  if (misleading.has(words) || words.length < 4) return undefined;
  const base = words.replace(/(isch)e[rmns]?$/, '$1');
  return alsoSaid[base] ?? origins.spellings.get(words) ?? origins.spellings.get(base);
}

/** Names that mostly tell the style of a jewel; with these gems they tell an origin. */
const styles: Record<string, readonly string[]> = {
  Russia: ['Alexandrite', "Cat's Eye Alexandrite", 'Demantoid', 'Emerald', 'Amethyst'],
  Iran: ['Turquoise'],
  Mexico: ['Opal', 'Fire Opal'],
  Italy: ['Coral'],
  Egypt: ['Peridot'],
  Turkey: ['Diaspore'],
  Japan: ['Coral', 'Akoya Pearl'],
  Baltic: ['Amber'],
  'Dominican Republic': ['Amber', 'Larimar'],
  'Persian Gulf': ['Pearl'],
};
const styleWords = new Set(
  `indian indien indienne indiano indiana india inde chinese chinois chinoise cinese china italian italien italiano
   italia italie italy american russian russe russie russia russo egyptian egypt persian persia iran iranian japanese japan german germany
   deutschland austrian austria spanish spain turkish turkey mexican mexico canadian canada norwegian swedish finnish
   scottish english persan persane mexique allemagne`.split(/\s+/),
);
/** Gems whose very name holds a place that tells nothing of the single stone. */
const placeInName = new Set(['Tahitian Pearl', 'Akoya Pearl', 'South Sea Pearl', 'Freshwater Pearl']);

function isPlausible(tokens: readonly Token[], { name, from, to }: Place, gem: string): boolean {
  if (placeInName.has(gem)) return false;
  if (styles[name]) return styles[name].includes(gem);
  return !tokens.slice(from, to).some(({ word, bare }) => styleWords.has(word) || styleWords.has(bare));
}

/** Words that may stand between a gem and its place without parting them. */
const between = new Set(
  `natural unheated untreated heated no heat oil minor old mine cushion oval pear round step cut cutting shape shaped
   cabochon cabochons sugarloaf square octagonal rectangular circular fine important exceptional magnificent rare large
   star royal blue red green pink yellow colour color cornflower pigeons pigeon s blood padparadscha fancy vivid intense
   carved bead faceted emerald brilliant mixed modified of from de du des di del della dei da von aus the weighing
   pesant approximately approx ca circa carat carats carati karat ct cts non chauffe chauffee mine mines single triangular
   marquise heart drop unmounted loose im und-`.split(/\s+/),
);

function standsAt(
  tokens: readonly Token[],
  place: Place,
  gem: GemMention,
  gems: readonly GemMention[],
): boolean {
  if (isInside(place, gem)) return true;
  const [from, to] = place.to <= gem.from ? [place.to, gem.from] : [gem.to, place.from];
  if (to < from || gems.some((other) => other !== gem && other.from >= from && other.to <= to)) return false;
  const parted = tokens.slice(from, to).some(({ word, bare }) => !isBetween(word) && !isBetween(bare));
  if (parted) return false;
  // "RUBY AND BURMESE SAPPHIRE": what follows the place is nearer to it.
  const isAhead = place.to <= gem.from;
  return (
    isAhead || !gems.some((other) => other.from >= place.to && standsClose(tokens, place.to, other.from))
  );
}

function standsClose(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to + 1)
    .every(({ word, gap }, i) => (i === to - from || isBetween(word)) && !/[,;(]/.test(gap));
}

function isBetween(word: string): boolean {
  return between.has(word) || /^\d+$/.test(word);
}

function isInside(place: Place, gem: GemMention): boolean {
  return place.from >= gem.from && place.to <= gem.to;
}

const originWords = new Set('origin origine herkunft provenance provenant herkunftsort'.split(' '));

/** Alone between commas or brackets, or beside the word "origin". */
function standsAlone(tokens: readonly Token[], { from, to }: Place): boolean {
  const before = tokens[from - 1];
  const after = tokens[to];
  if (originWords.has(before?.bare ?? '') || originWords.has(after?.word ?? '')) return true;
  const opens = /[,;(:]/.test(tokens[from]!.gap);
  const closes = !after || /[,;):.]/.test(after.gap);
  return before !== undefined && opens && closes && !isQuoted(tokens[from]!);
}

/** A name in quotes is that of a jewel or a line of jewels. */
function isQuoted({ gap }: Token): boolean {
  return /["“‘«]$|(?:^|\s)['’]$/u.test(gap);
}

/** "BURMESE AND CEYLON SAPPHIRES": two places for one gem are none. */
function besideAnother(tokens: readonly Token[], place: Place, places: readonly Place[]): boolean {
  return places.some(
    (other) =>
      other.name !== place.name &&
      ((other.to + 1 === place.from && /^(and|et|e|und|or)$/.test(tokens[other.to]!.word)) ||
        (other.to === place.from && /[/&]/.test(tokens[place.from]!.gap)) ||
        (place.to === other.from && /[/&]/.test(tokens[other.from]!.gap))),
  );
}

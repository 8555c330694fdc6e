import { origins } from '../../../mappings/vocabulary/origins.ts';
import { wordsOf } from './stone-words.ts';
import type { Token } from './tokens-of.ts';

/** A place that a title names. */
export interface Place {
  name: string;
  from: number;
  to: number;
}

/** Mines and short forms whose names are common words, brands or people. */
const misleading = new Set(
  `premier;victor;merlin;grizzly;belmont;cruzeiro;java;chama;nyala;maine;wales;england;scotland;kandy;pala;didy;de beers;
   williamson;marlborough;argentine;ural;kimberley;peru;chile;chili;mali;north carolina;sinai;kayes;laos;new granada;
   hyderabad;venetia;siberian;nova era;la paz;la pita;capao;carnaiba;santa terezinha;hotan;orissa;bihar;bengal;
   himalaya mine;pearl islands;red sea;gold coast;cape colony;blue john cavern;jersey;green dragon;winton;oyo;trat`
    .split(';')
    .map((words) => words.trim()),
);

/** Adjectives that the vocabulary does not list, without their endings. */
const alsoSaid: Record<string, string> = {
  burmesisch: 'Myanmar',
  birmanisch: 'Myanmar',
  birma: 'Myanmar',
  birman: 'Myanmar',
  burmes: 'Myanmar',
  ceylonesisch: 'Sri Lanka',
  cingales: 'Sri Lanka',
  singhalesisch: 'Sri Lanka',
  ceylan: 'Sri Lanka',
  madagassisch: 'Madagascar',
  malgasci: 'Madagascar',
  sambisch: 'Zambia',
  zambian: 'Zambia',
  thailandisch: 'Thailand',
  siames: 'Thailand',
  siamesisch: 'Thailand',
  kaschmir: 'Kashmir',
  mosambikanisch: 'Mozambique',
  mosambik: 'Mozambique',
  mozambican: 'Mozambique',
  tansanisch: 'Tanzania',
  tanzanian: 'Tanzania',
  kenianisch: 'Kenya',
  vietnamesisch: 'Vietnam',
  kambodschanisch: 'Cambodia',
  afghanisch: 'Afghanistan',
  afgan: 'Afghanistan',
  athiopisch: 'Ethiopia',
  etiop: 'Ethiopia',
  kolumbianisch: 'Colombia',
  colombian: 'Colombia',
  colombien: 'Colombia',
  brasilianisch: 'Brazil',
  bresilien: 'Brazil',
  brasilian: 'Brazil',
  australisch: 'Australia',
  australian: 'Australia',
  namibisch: 'Namibia',
  russisch: 'Russia',
  persisch: 'Iran',
  sudafrikanisch: 'South Africa',
  sudafrican: 'South Africa',
  pakistanisch: 'Pakistan',
  simbabwisch: 'Zimbabwe',
  nigerianisch: 'Nigeria',
  sardinian: 'Italy',
  sarde: 'Italy',
  sardisch: 'Italy',
  sardegna: 'Italy',
  sibirien: 'Russia',
  'golfe persique': 'Persian Gulf',
  ceylones: 'Sri Lanka',
  singales: 'Sri Lanka',
  cingalais: 'Sri Lanka',
  srilankais: 'Sri Lanka',
  srilankes: 'Sri Lanka',
  srilankisch: 'Sri Lanka',
  ceilan: 'Sri Lanka',
  kaschmirisch: 'Kashmir',
  thailandes: 'Thailand',
  tailandes: 'Thailand',
  mozambik: 'Mozambique',
  mozambikanisch: 'Mozambique',
  mosambique: 'Mozambique',
  madagassi: 'Madagascar',
  kenian: 'Kenya',
  keniot: 'Kenya',
  nigerian: 'Nigeria',
  namibian: 'Namibia',
  vietnamit: 'Vietnam',
  cambogian: 'Cambodia',
  pakistan: 'Pakistan',
  pachistan: 'Pakistan',
  tadschikisch: 'Tajikistan',
  tadjik: 'Tajikistan',
  tagik: 'Tajikistan',
  zimbabwian: 'Zimbabwe',
  sudafricain: 'South Africa',
  botsuanisch: 'Botswana',
  uruguayan: 'Uruguay',
  uruguayisch: 'Uruguay',
  uruguaian: 'Uruguay',
  bolivian: 'Bolivia',
  bolivianisch: 'Bolivia',
  mexikanisch: 'Mexico',
  messican: 'Mexico',
  mexicain: 'Mexico',
  iranisch: 'Iran',
  baltisch: 'Baltic',
  bohmisch: 'Czech Republic',
};

/** How many words a name may have that begins with a word. */
const maxWordsFrom = new Map<string, number>();
for (const spelling of [...origins.spellings.keys(), ...Object.keys(alsoSaid)]) {
  const words = spelling.split(' ');
  maxWordsFrom.set(words[0]!, Math.max(words.length, maxWordsFrom.get(words[0]!) ?? 1));
}

/** The places that a title names, in their order; the longest name is taken. */
export function findPlaces(tokens: readonly Token[]): Place[] {
  const places: Place[] = [];
  for (let from = 0; from < tokens.length; from++) {
    const place = placeAt(tokens, from);
    if (!place) continue;
    places.push(place);
    from = place.to - 1;
  }
  return places;
}

function placeAt(tokens: readonly Token[], from: number): Place | undefined {
  const { word, bare } = tokens[from]!;
  const most = Math.max(maxWordsFrom.get(word) ?? 1, maxWordsFrom.get(bare) ?? 1);
  for (let to = Math.min(from + most, tokens.length); to > from; to--) {
    const rest = tokens.slice(from + 1, to).map((token) => ` ${token.word}`);
    const name = placeNamed(word + rest.join('')) || (bare === word ? '' : placeNamed(bare + rest.join('')));
    if (name) return { name, from, to };
  }
  return undefined;
}

const remembered = new Map<string, string>();
const maxRemembered = 20_000;

function placeNamed(words: string): string {
  let name = remembered.get(words);
  if (name === undefined) {
    if (remembered.size >= maxRemembered) remembered.clear();
    name = lookUp(words);
    remembered.set(words, name);
  }
  return name;
}

function lookUp(words: string): string {
  if (misleading.has(words) || words.length < 4) return '';
  const known = origins.spellings.get(words) ?? alsoSaid[words];
  if (known !== undefined || words.length < 6) return known ?? '';
  for (const ending of [/e[rmns]?$/, /s$/, /[aoi]$/, /es$/]) {
    const stem = words.replace(ending, '');
    if (stem === words || misleading.has(stem)) continue;
    const found =
      alsoSaid[stem] ??
      (ending.source === 's$' || stem.endsWith('isch') ? origins.spellings.get(stem) : undefined);
    if (found) return found;
  }
  return '';
}

/** Names that mostly tell the style of a jewel; with these gems they tell an origin. */
const styles: Record<string, readonly string[]> = {
  Russia: ['Alexandrite', "Cat's Eye Alexandrite", 'Demantoid', 'Emerald', 'Amethyst'],
  Iran: ['Turquoise'],
  Mexico: ['Opal', 'Fire Opal'],
  Italy: ['Coral'],
  'Czech Republic': ['Garnet', 'Pyrope'],
  Egypt: ['Peridot'],
  Turkey: ['Diaspore'],
  Japan: ['Coral', 'Akoya Pearl'],
  Baltic: ['Amber'],
  'Dominican Republic': ['Amber', 'Larimar'],
  'Persian Gulf': ['Pearl'],
};
const styleWords =
  wordsOf(`indian indien indienne indiano indiana india inde indischer chinese chinois chinoise cinese china italian italien
   italiano italia italie italy american russian russe russie russia russo egyptian egypt persian persia iran iranian japanese
   japan german germany deutschland austrian austria spanish spain turkish turkey mexican mexico canadian canada norwegian
   swedish finnish scottish english persan persane mexique allemagne chine cina chinoises cinesi chinesisch chinesische chinesischer chinesisches japon japonais
   japonaise giappone giapponese japanisch japanische egypte egyptien egitto egizio agypten autriche espagne germania`);
/** Gems whose very name holds a place that tells nothing of the single stone. */
const placeInName = new Set(['Tahitian Pearl', 'Akoya Pearl', 'South Sea Pearl', 'Freshwater Pearl']);
/** "from Russia" says where a stone was found, "Russian" how a jewel was made. */
const fromWords = wordsOf('from aus dalla dall in found mined origin origine herkunft');
const colorNames = wordsOf('blue green red pink yellow');
const countries = wordsOf('russia russie russland india inde mexico mexique china canada japan');

/** Whether a place can be where the gem was found, and is not the style of the jewel. */
export function isPlausible(tokens: readonly Token[], { name, from, to }: Place, gem: string): boolean {
  if (placeInName.has(gem)) return false;
  // "Kashmir blue colour", "Burma color": what it looks like.
  const behind = colorNames.has(tokens[to]?.word ?? '') ? to + 1 : to;
  if (/^colou?r(?:ed)?$/.test(tokens[behind]?.word ?? '') && tokens[behind + 1]?.word !== 'change')
    return false;
  // "Golconda type", but "Golconda, type IIa".
  if (tokens[to]?.word === 'type' && !/^i{1,2}[ab]{0,2}$/.test(tokens[to + 1]?.word ?? '')) return false;
  // "from Russia", "5.1 ct India": not the style of a jewel.
  const before = tokens[from - 1]?.word ?? '';
  if (
    countries.has(tokens[from]!.word) &&
    (fromWords.has(before) || /^(?:\d+)?(?:ct|cts|carats?)$/.test(before))
  )
    return true;
  if (styles[name]) return styles[name].includes(gem);
  return !tokens.slice(from, to).some(({ word, bare }) => styleWords.has(word) || styleWords.has(bare));
}

import { origins } from '../../../mappings/vocabulary/origins.ts';
import { listed } from '../../../mappings/vocabulary/vocabulary.ts';
import { mostWordsFrom, wordsOf } from './stone-words.ts';
import type { Token } from './tokens-of.ts';

/** A place that a title names. */
export interface Place {
  name: string;
  from: number;
  to: number;
}

/** Mines and short forms whose names are common words, brands or people. */
const misleading = new Set(
  listed(`premier; victor; merlin; grizzly; java; chama; nyala; wales; england; scotland; kandy; didy; de beers; williamson;
   marlborough; argentine; kimberley; chili; kayes; new granada; hyderabad; venetia; siberian; hotan; bihar; bengal;
   himalaya mine; pearl islands; red sea; gold coast; cape colony; blue john cavern; jersey; green dragon; trat`),
);

/** How many words a name may have that begins with a word. */
const maxWordsFrom = mostWordsFrom(origins.spellings.keys());

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

/** "Alexandrite Orissa India 0.61ct": as shops write it; "India, 1920" is none. */
function isBeforeWeight(next: Token | undefined): boolean {
  return next !== undefined && /^\d{1,3}(?:cts?)?$/.test(next.word) && /^\s+$/.test(next.gap);
}

/** Of nouns and adjectives: "birmane", "kolumbianischer", "tanzanienne", "colombiani". */
const endings = [/e[rmns]?$/, /s$/, /[aoi]$/, /es$/, /nes?$/, /he$/];

function placeNamed(words: string): string {
  if (misleading.has(words) || words.length < 4) return '';
  const known = origins.spellings.get(words);
  if (known !== undefined || words.length < 6) return known ?? '';
  for (const ending of endings) {
    const stem = words.replace(ending, '');
    if (stem === words || stem.length < 4 || misleading.has(stem)) continue;
    const found = origins.spellings.get(stem);
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
  Nepal: ['Kyanite', 'Tourmaline'],
  Mongolia: ['Garnet', 'Peridot'],
  Indonesia: ['Opal', 'Pearl', 'Diamond'],
  Morocco: ['Amethyst'],
};
/** Whether a place mostly tells where a jewel was made. */
export const isMostlyStyle = (name: string): boolean => name in styles;

const styleWords =
  wordsOf(`indian indien indienne indiano indiana india inde indischer chinese chinois chinoise cinese china italian italien
   italiano italia italie italy american russian russe russie russia russo egyptian egypt persian persia iran iranian japanese
   japan german germany deutschland austrian austria spanish spain turkish turkey mexican mexico canadian canada norwegian
   swedish finnish scottish english persan persane mexique allemagne chine cina chinoises cinesi chinesisch chinesische chinesischer chinesisches japon japonais
   japonaise giappone giapponese japanisch japanische egypte egyptien egitto egizio agypten autriche espagne germania`);
/** Adjectives of the same countries with any ending. */
const styleAdjective =
  /^(?:indi[ea]n|indisch|chinois|chines|cines|itali[ae]n|ameri[ck]a|russ|egypt|egizi|agypt|pers[ai]|irani|japan|japon|giappon|german|deutsch|alleman|austri|osterreich|autrich|spani|espagnol|spagnol|tur[ckq]|mexi[ck]a|messican|[ck]anad|norweg|norveg|scot|schott|ecoss|tschech)/;
/** Gems whose very name holds a place that tells nothing of the single stone. */
const placeInName = new Set(['Tahitian Pearl', 'Akoya Pearl', 'South Sea Pearl', 'Freshwater Pearl']);
/** "from Russia" says where a stone was found, "Russian" how a jewel was made. */
const fromWords = wordsOf('from aus dalla dall in found mined origin origine herkunft');
const colorNames = wordsOf('blue green red pink yellow');
const countries = wordsOf('russia russie russland india inde mexico mexique china canada japan');

/** What may follow the name of a place where it says nothing of a stone: a likeness, a fabric, a person, a firm. */
const notOfStone =
  wordsOf(`style styled like look looking esque quality hue hued tone toned tint tinted effect inspired born based made
  shawl scarf wool shawls cashmere goat silk cut schliff lacquer silver gold teak tea ivory wood lady gentleman gentlewoman
  nobleman noblewoman family collector collectors collection princess prince queen king royal dynasty court estate dealer
  dealers jeweler jeweller jewelers jewellers workmanship craftsman craftsmen market company mining ministry minister
  government national bank buyer client consortium embassy ambassador peso pesos rupee cat stil farbe farben farbton ahnlich
  artig jewelry jewellery school revival period export manner taste art sale sales auction fair show`);
/** What may stand before it likewise: "in the manner of", "façon", "tipo Kashmir", "not Burma". */
const likeness =
  wordsOf(`style manner facon genre tipo typ type stile stil art like wie comme come resembling resembles reminiscent comparable
  similar rivals rivaling rivalling not non nicht nor neither than couleur colore farbe teinte tinta imitating evoking
  recalling made sold retailed bought purchased acquired exhibited named called bank republic embassy museum king queen princess prince maharaja emperor sultan shah president`);

function isLikeness(tokens: readonly Token[], from: number, to: number): boolean {
  const next = tokens[to];
  const isMetal = /^(?:gold|silver)$/.test(next?.word ?? '') && tokens[to + 1]?.word === 'sheen';
  // "from Merelani, cut in Bangkok"
  const isWork =
    /^(?:cut|made|based)$/.test(next?.word ?? '') && /^(?:in|by|and)$/.test(tokens[to + 1]?.word ?? '');
  if (next && /^[\s\-‐–'’]*$/u.test(next.gap) && notOfStone.has(next.word) && !isMetal && !isWork)
    return true;
  let at = from - 1;
  while (at >= 0 && /^(?:to|of|the|de|du|la|di|del|von|der|des|a|au|aus|from|in)$/.test(tokens[at]!.word))
    at--;
  // "Type A Burmese jadeite": how it was treated.
  const isJadeType =
    /^(?:type|typ|tipo)$/.test(tokens[at]?.word ?? '') && at + 1 < from && tokens[at + 1]!.word === 'a';
  return (
    at >= 0 &&
    !isJadeType &&
    likeness.has(tokens[at]!.word) &&
    tokens.slice(at + 1, from + 1).every(({ gap }) => /^[\s\-‐–]+$/u.test(gap))
  );
}

/** Whether a place can be where the gem was found, and is not the style of the jewel. */
export function isPlausible(tokens: readonly Token[], { name, from, to }: Place, gem: string): boolean {
  if (placeInName.has(gem)) return false;
  // "Kashmir blue colour", "Burma color": what it looks like.
  const behind = colorNames.has(tokens[to]?.word ?? '') ? to + 1 : to;
  if (/^colou?r(?:ed)?$/.test(tokens[behind]?.word ?? '') && tokens[behind + 1]?.word !== 'change')
    return false;
  // "Golconda type", but "Golconda, type IIa".
  if (tokens[to]?.word === 'type' && !/^i{1,2}[ab]{0,2}$/.test(tokens[to + 1]?.word ?? '')) return false;
  if (isLikeness(tokens, from, to)) return false;
  // "Kashmir blue kyanite": as blue as a sapphire from there.
  if (behind > to && name === 'Kashmir' && !gem.endsWith('Sapphire')) return false;
  // "from Russia", "5.1 ct India": not the style of a jewel.
  const before = tokens[from - 1]?.word ?? '';
  if (
    countries.has(tokens[from]!.word) &&
    (fromWords.has(before) || /^(?:\d+)?(?:ct|cts|carats?)$/.test(before) || isBeforeWeight(tokens[to]))
  )
    return true;
  if (styles[name]) return styles[name].includes(gem);
  return !tokens
    .slice(from, to)
    .some(({ word, bare }) => styleWords.has(word) || styleWords.has(bare) || styleAdjective.test(bare));
}

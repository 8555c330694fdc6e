import { placeNamed } from '../../../mappings/lexicon/names.ts';
import {
  findNames,
  joined,
  type Mention,
  mostWordsFrom,
  nextWord,
  type Token,
  type Tokens,
  wordAt,
} from '../../../mappings/lexicon/tokens.ts';
import { describesStone, is, wordsOf } from '../../../mappings/lexicon/words.ts';
import { origins } from '../../../mappings/vocabulary/origins.ts';
import { familyOf, type GemMention, type Gems } from './find-gems.ts';

const mostWords = mostWordsFrom(origins.spellings.keys());

/**
 * Finds the origin of the main gem: a place beside its name, alone between commas, or beside the word "origin". Two
 * different places, or the place of another gem, give no origin.
 */
export function findOrigin(tokens: Tokens, gems: Gems, main: GemMention): string | undefined {
  const all = findNames(
    tokens,
    (words) => (words.length < 4 ? undefined : placeNamed(words)),
    mostWords,
    () => true,
  );
  const places = all.filter(
    (place) =>
      isPlausible(tokens, place, main.gem) &&
      !isInQuotedName(tokens, place) &&
      !isOfAnotherNoun(tokens, place, gems) &&
      !isOfAnother(place, gems, main),
  );
  // "VIETNAMESE SPINEL RING, the cobalt spinel": the plain name is the same stone.
  const family = familyOf(main.gem);
  const own = gems.filter(({ gem }) => gem === main.gem || gem === family);
  const found = places.filter(
    (place) =>
      own.some((gem) => standsAt(tokens, place, gem, gems)) ||
      (new Set(gems.map(({ gem }) => gem)).size === 1 && isMine(tokens, place)) ||
      // A title that begins with a place begins with a maker, or with where the jewel was made.
      (place.from > gems[0]!.from && standsAlone(tokens, place) && !gems.some((gem) => isInside(place, gem))),
  );
  const told = found.length > 0 ? found : places.filter((place) => isOnlySource(tokens, place, gems, main));
  const [first, ...others] = new Set(told.map(({ name }) => name));
  const coordinated = told.some((place) => besideAnother(tokens, place, places, gems));
  return others.length > 0 || coordinated ? undefined : first;
}

/** The only possible origins of some gems: no ruby comes from Colombia, and no diamond from Kashmir. */
const sources = Object.entries({
  Diamond: `South Africa; India; Brazil; Botswana; Lesotho; Australia; Russia; Canada; Sierra Leone; Angola; Guinea;
    Democratic Republic of the Congo; Venezuela; Guyana; Tanzania; Zimbabwe; Namibia; Central African Republic; Ghana;
    Indonesia; United States`,
  Emerald: `Colombia; Zambia; Brazil; Afghanistan; Pakistan; Russia; Ethiopia; Zimbabwe; Madagascar; India; Austria;
    Nigeria; Egypt; Tanzania; China; Norway; Australia; South Africa; Mozambique; Canada; United States`,
  Ruby: `Myanmar; Mozambique; Thailand; Cambodia; Vietnam; Sri Lanka; Madagascar; Tanzania; Kenya; Malawi;
    Afghanistan; Tajikistan; Pakistan; Nepal; India; Greenland; Ethiopia; Kashmir; China`,
  Sapphire: `Kashmir; Myanmar; Sri Lanka; Madagascar; Thailand; Cambodia; Australia; United States; Tanzania; Kenya;
    Nigeria; Ethiopia; Vietnam; Laos; Mozambique; Malawi; India; China; Pakistan; Rwanda; Cameroon; Greenland; Zimbabwe`,
  Pearl: 'Persian Gulf; Mexico; Venezuela; Panama; Australia; French Polynesia; Japan; China; Philippines',
}).map(([kind, names]) => [kind, new Set(names.split(/;\s*/))] as const);

/** Adjectives of places, in any form; German countries in -ien are nouns. */
const adjective =
  /^(?!(?:kolumb|brasil|austral|ind|ital|span|boliv|indones|athiop|as)ien$)(?:.*(?:ese|esi|ois|ais|ian|i[ae]n[oaei]|ien|isch|[bdgksxy]can|yan)(?:ne|[ei]?[rmns]|e)?|thai|afghan|malgach\w*|[bm]ir?u?rman[oaei]?s?)$/;
/** Behind an adjective of a place: what belongs to the stone, to the jewel, or to the next part of the title. */
const ofStone = wordsOf(
  `stone stones gem gems gemstone gemstones pierre pierres pietra pietre gemma stein steine provenienza provenance herkunft`,
);
const ofNextPart = wordsOf(
  'en in im by sur su auf per pour fur as come als set mounted monte montee montato gold silver platinum oro art',
);

/** "RUBY SIAMESE FISH BROOCH", "poisson siamois en rubis": an adjective of a place that belongs to another noun. */
function isOfAnotherNoun(tokens: Tokens, { from, to }: Mention, gems: Gems): boolean {
  if (!adjective.test(tokens[to - 1]!.bare)) return false;
  const isForeign = (at: number) => {
    const { word, bare } = tokens[at]!;
    return !(
      gems.some((gem) => at >= gem.from && at < gem.to) ||
      [word, bare].some((said) => isBetween(said) || hedges.has(said) || ofStone.has(said)) ||
      is(word, 'jewel') ||
      /^\d/.test(word) ||
      mines.test(word)
    );
  };
  const next = nextWord(tokens, to);
  if (next && !ofNextPart.has(next) && !is(next, 'and', 'or', 'with')) return isForeign(to);
  return from > 0 && joined(tokens[from]!) && isForeign(from - 1);
}

/** Whether stones of a type can come from a place; true for types without a list of origins. */
function mayComeFrom(gem: string, place: string): boolean {
  const kind = `${gem} ${familyOf(gem)}`.replace('Corundum', 'Sapphire');
  return sources.find(([name]) => kind.includes(name))?.[1].has(place) ?? true;
}

/** "Diamond ring with two sapphires, Ceylon". */
function isOfAnother({ name }: Mention, gems: Gems, main: GemMention): boolean {
  return !mayComeFrom(main.gem, name) && gems.some(({ gem }) => mayComeFrom(gem, name));
}

/** A place anywhere behind the first gem, where only the main gem of the title can come from it. */
function isOnlySource(tokens: Tokens, { name, from }: Mention, gems: Gems, main: GemMention): boolean {
  if (from < gems[0]!.from || isQuoted(tokens[from]!) || !mayComeFrom(main.gem, name)) return false;
  // "Böhmen um 1890": where a jewel was made.
  if (name in styles) return false;
  const family = familyOf(main.gem);
  return gems.every(({ gem }) => gem === main.gem || gem === family || !mayComeFrom(gem, name));
}

/** Words that may stand between a gem and its place without parting them, besides those that describe a stone. */
const linking =
  wordsOf(`of from de du des la le les di del della dello dei da dal dalla von aus the weighing weighs pesant pesante weight carat
   carats carati carato karat ct cts ctw tcw both all found mined in probably possibly likely presumably stated believed reportedly wohl vermutlich wahrscheinlich probablement probabilmente
   presumibilmente blue green pink red yellow orange purple white
   teal rosa rot padparadscha mine mines und- im origin origine herkunft von vom der dem den des sans huile olio unerhitzt senza non
   riscaldato trattato insignificant insignificante minore only total je jeweils cornflower violet brown black colored coloured
   irradiated diffused dyed oiled untreated unenhanced unbehandelt unbehandelter erhitzt bestrahlt geolt huilee irradie glass filled gia item id sku stone grs ssef gubelin agl cert aux a certified neon change type santa maria sheen imperial lot parcel pieces pcs pc`);

function standsAt(tokens: Tokens, place: Mention, gem: GemMention, gems: Gems): boolean {
  if (isInside(place, gem)) return true;
  const isAhead = place.to <= gem.from;
  const [from, to] = isAhead ? [place.to, gem.from] : [gem.to, place.from];
  if (to < from || gems.some((other) => other !== gem && other.from >= from && other.to <= to)) return false;
  const isNumber = (at: number) => /^\d/.test(wordAt(tokens, at));
  const isLink = ({ word, bare }: Token, i: number) =>
    isBetween(word) || isBetween(bare) || (isNumber(from + i - 1) && isNumber(from + i + 1));
  // "RUBY AND BURMESE SAPPHIRE": what follows the place is nearer to it.
  const isNearer = (other: GemMention) => other.from >= place.to && standsClose(tokens, place.to, other.from);
  return tokens.slice(from, to).every(isLink) && (isAhead || !gems.some(isNearer));
}

function standsClose(tokens: Tokens, from: number, to: number): boolean {
  return tokens
    .slice(from, to + 1)
    .every(({ word, gap }, i) => (i === to - from || isBetween(word)) && !/[,;(]/.test(gap));
}

const isBetween = (word: string) => linking.has(word) || is(word, 'carats') || describesStone(word);

const mines = /^(?:mines?|miners?|deposits?|miniere|minen?|region|district|valley|vallee|valle|tal)$/;
const finds =
  /^(?:finds|found|mines|mined|discovers|unearths|recovers|discovered|unearthed|recovered|yields|yielded|produces|produced)$/;

/** "Letšeng mine": whatever stands between it and the gem. "Lesotho yields 910-carat diamond" likewise. */
function isMine(tokens: Tokens, { to }: Mention): boolean {
  const [last, next] = [wordAt(tokens, to - 1), wordAt(tokens, to)];
  return mines.test(last) || mines.test(next) || finds.test(next);
}

const isInside = (place: Mention, gem: GemMention) => place.from >= gem.from && place.to <= gem.to;

const hedges = wordsOf(
  'probably possibly likely presumably reportedly wohl vermutlich wahrscheinlich probablement probabilmente classic',
);
const originWords = wordsOf('origin origine herkunft provenance provenant herkunftsort');
const originBehind = wordsOf('origin origine mine mines deposit');

/** Alone between commas, brackets or dashes, or beside the word "origin". */
function standsAlone(tokens: Tokens, { from: start, to }: Mention): boolean {
  // "probably Russian": what hedges belongs to the place.
  let from = start;
  while (from > 1 && hedges.has(wordAt(tokens, from - 1))) from--;
  if (originWords.has(tokens[from - 1]?.bare ?? '') || originBehind.has(wordAt(tokens, to))) return true;
  const opens = from > 0 && /[,;(:|)]|\s[-–—]\s/.test(tokens[from]!.gap);
  const closes = !tokens[to] || /[,;):.|(]|\s[-–—]\s/.test(tokens[to].gap);
  return opens && closes && !isQuoted(tokens[from]!);
}

/** A name in quotes is that of a jewel or a line of jewels. */
const isQuoted = ({ gap }: Token) => /["“‘«]$|(?:^|\s)['’]$/u.test(gap);

/** 'Blue diamond "The Mediterranean"': a name of several words. */
const isInQuotedName = (tokens: Tokens, { from }: Mention) =>
  is(wordAt(tokens, from - 1), 'article') && isQuoted(tokens[from - 1]!);

/** "BURMESE AND CEYLON SAPPHIRES", "from Kashmir and Burma": two places for one gem are none. */
function besideAnother(tokens: Tokens, place: Mention, places: readonly Mention[], gems: Gems): boolean {
  const isOfNextGem = (other: Mention) => gems.some(({ from }) => from >= other.to && from <= other.to + 2);
  const areLinked = (first: Mention, second: Mention) =>
    (first.to + 1 === second.from && is(wordAt(tokens, first.to), 'and', 'or')) ||
    (first.to === second.from && /[/&]/.test(tokens[second.from]!.gap));
  return places.some(
    (other) =>
      other.name !== place.name &&
      (areLinked(other, place) || (areLinked(place, other) && !isOfNextGem(other))),
  );
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
/** The beginnings of the names and adjectives of countries that mostly tell the style of a jewel, in any form. */
const styleStems =
  `indi inde chin cina cines itali ameri russ egypt egizi egitt agypt persa persi iran japan japon giappon german deutsch alleman
   allemagne austri osterreich autrich spain spani espagn spagn turk turc turq mexi messican canad kanad norweg norveg swedish
   finnish scot schott ecoss english tschech`.split(/\s+/);
/** Gems whose very name holds a place that tells nothing of the single stone. */
const placeInName = new Set(['Tahitian Pearl', 'Akoya Pearl', 'South Sea Pearl', 'Freshwater Pearl']);
/** "from Russia" says where a stone was found, "Russian" how a jewel was made. */
const fromWords = wordsOf('from aus dalla dall in found mined origin origine herkunft');
const countries = wordsOf('russia russie russland india inde mexico mexique china canada japan');

/** What may follow the name of a place where it says nothing of a stone: a likeness, a fabric, a person, a firm. */
const notOfStone =
  wordsOf(`style styled like look looking esque quality hue hued tone toned tint tinted effect inspired born
  shawl scarf wool shawls cashmere goat silk schliff lacquer silver gold teak tea ivory wood lady gentleman gentlewoman
  nobleman noblewoman family collector collectors collection princess prince queen king royal dynasty court estate dealer
  dealers jeweler jeweller jewelers jewellers workmanship craftsman craftsmen market company mining ministry minister
  government national bank buyer client consortium embassy ambassador peso pesos rupee cat stil farbe farben farbton ahnlich
  artig jewelry jewellery school revival period export manner taste art sale sales auction fair show`);
/** What may stand before it likewise: "in the manner of", "façon", "tipo Kashmir", "not Burma". */
const likeness =
  wordsOf(`style manner facon genre tipo typ type stile stil art like wie comme come resembling resembles reminiscent comparable
  similar rivals rivaling rivalling not non nicht nor neither than couleur colore farbe teinte tinta imitating evoking
  recalling made sold retailed bought purchased acquired exhibited named called bank republic embassy museum king queen princess prince maharaja emperor sultan shah president`);

function isLikeness(tokens: Tokens, { from, to }: Mention): boolean {
  const next = wordAt(tokens, to);
  const isMetal = /^(?:gold|silver)$/.test(next) && wordAt(tokens, to + 1) === 'sheen';
  if (notOfStone.has(next) && !isMetal && /^[\s\-‐–'’]*$/u.test(tokens[to]!.gap)) return true;
  let at = from - 1;
  while (is(wordAt(tokens, at), 'of', 'article') || /^(?:to|du|a|au|from|in)$/.test(wordAt(tokens, at))) at--;
  // "Type A Burmese jadeite": how it was treated.
  const isJadeType = /^typ[eo]?$/.test(wordAt(tokens, at)) && wordAt(tokens, at + 1) === 'a';
  return (
    !isJadeType &&
    likeness.has(wordAt(tokens, at)) &&
    tokens.slice(at + 1, from + 1).every(({ gap }) => /^[\s\-‐–]+$/u.test(gap))
  );
}

/** Whether a place can be where the gem was found, and is not the style of the jewel. */
function isPlausible(tokens: Tokens, place: Mention, gem: string): boolean {
  const { name, from, to } = place;
  if (placeInName.has(gem) || isLikeness(tokens, place)) return false;
  // "Kashmir blue colour", "Burma color": what it looks like.
  const behind = /^(?:blue|green|red|pink|yellow)$/.test(wordAt(tokens, to)) ? to + 1 : to;
  if (/^colou?r(?:ed)?$/.test(wordAt(tokens, behind)) && wordAt(tokens, behind + 1) !== 'change')
    return false;
  // "Golconda type", but "Golconda, type IIa".
  if (wordAt(tokens, to) === 'type' && !/^i{1,2}[ab]{0,2}$/.test(wordAt(tokens, to + 1))) return false;
  // "Kashmir blue kyanite": as blue as a sapphire from there.
  if (behind > to && name === 'Kashmir' && !gem.endsWith('Sapphire')) return false;
  // "from Russia", "5.1 ct India", "Alexandrite Orissa India 0.61ct": not the style of a jewel; "India, 1920" is.
  const before = wordAt(tokens, from - 1);
  const isOfStone =
    fromWords.has(before) ||
    /^(?:\d+)?(?:ct|cts|carats?)$/.test(before) ||
    (/^\d{1,3}(?:cts?)?$/.test(wordAt(tokens, to)) && /^\s+$/.test(tokens[to]!.gap));
  if (isOfStone && countries.has(tokens[from]!.word)) return true;
  if (styles[name]) return styles[name].includes(gem);
  return !tokens.slice(from, to).some(({ bare }) => styleStems.some((stem) => bare.startsWith(stem)));
}

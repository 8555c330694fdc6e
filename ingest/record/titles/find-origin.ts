import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { findPlaces, isMostlyStyle, isPlausible, type Place } from './find-places.ts';
import type { GemMention } from './gem-words.ts';
import { describesStone, jewelWords, wordsOf } from './stone-words.ts';
import { joined, type Token } from './tokens-of.ts';

/**
 * Finds the origin of the main gem: a place beside its name, alone between commas, or beside the word "origin". Two
 * different places, or the place of another gem, give no origin.
 */
export function findOrigin(
  tokens: readonly Token[],
  gems: readonly GemMention[],
  main: GemMention,
): string | undefined {
  const places = findPlaces(tokens).filter(
    (place) =>
      isPlausible(tokens, place, main.gem) &&
      !isInQuotedName(tokens, place) &&
      !isOfAnotherNoun(tokens, place, gems) &&
      !isOfAnother(place, gems, main),
  );
  if (places.length === 0) return undefined;
  // "VIETNAMESE SPINEL RING, the cobalt spinel": the plain name is the same stone.
  const family = gemTypes.term(main.gem)?.family;
  const own = gems.filter(({ gem }) => gem === main.gem || gem === family);
  const found = places.filter(
    (place) =>
      own.some((gem) => standsAt(tokens, place, gem, gems)) ||
      (new Set(gems.map(({ gem }) => gem)).size === 1 && isMine(tokens, place)) ||
      // A title that begins with a place begins with a maker, or with where the jewel was made.
      (place.from > gems[0]!.from && standsAlone(tokens, place) && !gems.some((gem) => isInside(place, gem))),
  );
  const told = found.length > 0 ? found : places.filter((place) => isOnlySource(tokens, place, gems, main));
  const names = new Set(told.map(({ name }) => name));
  const coordinated = told.some((place) => besideAnother(tokens, place, places, gems));
  return names.size === 1 && !coordinated ? [...names][0] : undefined;
}

/** The only possible origins of some gems: no ruby comes from Colombia, and no diamond from Kashmir. */
const sources: Record<string, ReadonlySet<string>> = {
  Diamond:
    namesOf(`South Africa; India; Brazil; Botswana; Lesotho; Australia; Russia; Canada; Sierra Leone; Angola; Guinea;
    Democratic Republic of the Congo; Venezuela; Guyana; Tanzania; Zimbabwe; Namibia; Central African Republic; Ghana;
    Indonesia; United States`),
  Emerald:
    namesOf(`Colombia; Zambia; Brazil; Afghanistan; Pakistan; Russia; Ethiopia; Zimbabwe; Madagascar; India; Austria;
    Nigeria; Egypt; Tanzania; China; Norway; Australia; South Africa; Mozambique; Canada; United States`),
  Ruby: namesOf(`Myanmar; Mozambique; Thailand; Cambodia; Vietnam; Sri Lanka; Madagascar; Tanzania; Kenya; Malawi;
    Afghanistan; Tajikistan; Pakistan; Nepal; India; Greenland; Ethiopia; Kashmir; China`),
  Sapphire:
    namesOf(`Kashmir; Myanmar; Sri Lanka; Madagascar; Thailand; Cambodia; Australia; United States; Tanzania; Kenya;
    Nigeria; Ethiopia; Vietnam; Laos; Mozambique; Malawi; India; China; Pakistan; Rwanda; Cameroon; Greenland; Zimbabwe`),
  Pearl: namesOf(
    'Persian Gulf; Mexico; Venezuela; Panama; Australia; French Polynesia; Japan; China; Philippines',
  ),
};

function namesOf(list: string): ReadonlySet<string> {
  return new Set(list.split(';').map((name) => name.trim()));
}

/** Adjectives of places, in any form; German countries in -ien are nouns. */
const adjective =
  /^(?!(?:kolumb|brasil|austral|ind|ital|span|boliv|indones|athiop|as)ien$)(?:.*(?:ese|esi|ois|ais|ian|i[ae]n[oaei]|ien|isch|[bdgksxy]can|yan)(?:ne|[ei]?[rmns]|e)?|thai|afghan|malgach\w*|[bm]ir?u?rman[oaei]?s?)$/;
/** Behind an adjective of a place: what belongs to the stone, to the jewel, or to the next part of the title. */
const ofStone = wordsOf(
  `stone stones gem gems gemstone gemstones pierre pierres pietra pietre gemma stein steine provenienza provenance herkunft`,
);
const ofNextPart = wordsOf(
  'and et e und or ou o oder with avec con mit en in im by sur su auf per pour fur as come als set mounted monte montee montato gold silver platinum oro art',
);

/** "RUBY SIAMESE FISH BROOCH", "poisson siamois en rubis": an adjective of a place that belongs to another noun. */
function isOfAnotherNoun(
  tokens: readonly Token[],
  { from, to }: Place,
  gems: readonly GemMention[],
): boolean {
  if (!adjective.test(tokens[to - 1]!.bare)) return false;
  const isForeign = (at: number) => {
    const { word, bare } = tokens[at]!;
    const isOfGem = gems.some((gem) => at >= gem.from && at < gem.to);
    return !(
      isOfGem ||
      /^\d/.test(word) ||
      [word, bare].some((said) => isBetween(said) || hedges.has(said) || ofStone.has(said)) ||
      mines.test(word)
    );
  };
  const next = tokens[to];
  if (next && joined(next) && !ofNextPart.has(next.word)) return isForeign(to) && !jewelWords.has(next.word);
  return from > 0 && joined(tokens[from]!) && isForeign(from - 1) && !jewelWords.has(tokens[from - 1]!.word);
}

/** Whether stones of a type can come from a place; true for types without a list of origins. */
function mayComeFrom(gem: string, place: string): boolean {
  const family = gemTypes.term(gem)?.family ?? '';
  const kind =
    ['Ruby', 'Emerald'].find((name) => gem.endsWith(name)) ?? (family === 'Corundum' ? 'Sapphire' : family);
  return sources[kind]?.has(place) ?? true;
}

/** "Diamond ring with two sapphires, Ceylon". */
function isOfAnother({ name }: Place, gems: readonly GemMention[], main: GemMention): boolean {
  return !mayComeFrom(main.gem, name) && gems.some(({ gem }) => mayComeFrom(gem, name));
}

/** A place anywhere behind the first gem, where only the main gem of the title can come from it. */
function isOnlySource(
  tokens: readonly Token[],
  { name, from, to }: Place,
  gems: readonly GemMention[],
  main: GemMention,
): boolean {
  if (from < gems[0]!.from || isQuoted(tokens[from]!) || !mayComeFrom(main.gem, name)) return false;
  // "Böhmen um 1890": where a jewel was made.
  if (
    isMostlyStyle(name) ||
    /^(?:um|circa|ca|c|vers|early|late|mid|\d{4}s?|\d{2}th)$/.test(tokens[to]?.word ?? '')
  )
    return false;
  const family = gemTypes.term(main.gem)?.family;
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

function standsAt(
  tokens: readonly Token[],
  place: Place,
  gem: GemMention,
  gems: readonly GemMention[],
): boolean {
  if (isInside(place, gem)) return true;
  const [from, to] = place.to <= gem.from ? [place.to, gem.from] : [gem.to, place.from];
  if (to < from || gems.some((other) => other !== gem && other.from >= from && other.to <= to)) return false;
  const words = tokens.slice(from, to);
  const joins = (i: number) => isNumber(words[i - 1]) && isNumber(words[i + 1]);
  if (words.some(({ word, bare }, i) => !isBetween(word) && !isBetween(bare) && !joins(i))) return false;
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

const isNumber = (token: Token | undefined) => token !== undefined && /^\d/.test(token.word);

function isBetween(word: string): boolean {
  return linking.has(word) || describesStone(word);
}

const mines = /^(?:mines?|miners?|deposits?|miniere|minen?|region|district|valley|vallee|valle|tal)$/;
const finds =
  /^(?:finds|found|mines|mined|discovers|unearths|recovers|discovered|unearthed|recovered|yields|yielded|produces|produced)$/;

/** "Letšeng mine": whatever stands between it and the gem. "Lesotho yields 910-carat diamond" likewise. */
function isMine(tokens: readonly Token[], { to }: Place): boolean {
  return (
    [tokens[to - 1], tokens[to]].some((token) => mines.test(token?.word ?? '')) ||
    finds.test(tokens[to]?.word ?? '')
  );
}

function isInside(place: Place, gem: GemMention): boolean {
  return place.from >= gem.from && place.to <= gem.to;
}

const hedges = wordsOf(
  'probably possibly likely presumably reportedly wohl vermutlich wahrscheinlich probablement probabilmente classic',
);
const originWords = wordsOf('origin origine herkunft provenance provenant herkunftsort');
const originBehind = wordsOf('origin origine mine mines deposit');

/** Alone between commas, brackets or dashes, or beside the word "origin". */
function standsAlone(tokens: readonly Token[], { from: start, to }: Place): boolean {
  // "probably Russian": what hedges belongs to the place.
  let from = start;
  while (from > 1 && hedges.has(tokens[from - 1]!.word)) from--;
  const before = tokens[from - 1];
  const after = tokens[to];
  if (originWords.has(before?.bare ?? '') || originBehind.has(after?.word ?? '')) return true;
  const opens = /[,;(:|)]|\s[-–—]\s/.test(tokens[from]!.gap);
  const closes = !after || /[,;):.|]|\s[-–—]\s/.test(after.gap) || after.gap.includes('(');
  return before !== undefined && opens && closes && !isQuoted(tokens[from]!);
}

/** A name in quotes is that of a jewel or a line of jewels. */
function isQuoted({ gap }: Token): boolean {
  return opensQuote.test(gap);
}

/** 'Blue diamond "The Mediterranean"': a name of several words. */
function isInQuotedName(tokens: readonly Token[], { from }: Place): boolean {
  const before = tokens[from - 1];
  return (
    before !== undefined && /^(?:the|le|la|les|il|lo|der|die|das)$/.test(before.word) && isQuoted(before)
  );
}

const opensQuote = /["“‘«]$|(?:^|\s)['’]$/u;

/** "BURMESE AND CEYLON SAPPHIRES", "from Kashmir and Burma": two places for one gem are none. */
function besideAnother(
  tokens: readonly Token[],
  place: Place,
  places: readonly Place[],
  gems: readonly GemMention[],
): boolean {
  const isOfNextGem = (other: Place) => gems.some(({ from }) => from >= other.to && from <= other.to + 2);
  const areLinked = (first: Place, second: Place) =>
    (first.to + 1 === second.from && /^(and|et|e|und|or|oder|ou|o)$/.test(tokens[first.to]!.word)) ||
    (first.to === second.from && /[/&]/.test(tokens[second.from]!.gap));
  return places.some(
    (other) =>
      other.name !== place.name &&
      (areLinked(other, place) || (areLinked(place, other) && !isOfNextGem(other))),
  );
}

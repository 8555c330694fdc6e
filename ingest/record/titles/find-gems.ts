import { diamondOf, gemNamed } from '../../../mappings/lexicon/names.ts';
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
import { gemTypes } from '../../../mappings/vocabulary/gem-types.ts';
import { isFalseMention } from './is-false-mention.ts';

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

export type Gems = readonly GemMention[];

export const familyOf = (gem: string): string | undefined => gemTypes.term(gem)?.family;

/** Whether a gem type is one of stones made by people. */
export const isSyntheticType = (gem: string): boolean => familyOf(gem) === 'Synthetic';

const mostWords = mostWordsFrom(gemTypes.spellings.keys());

/** Finds the gems in a title, in their order, without words that only look like gems. */
export function findGems(tokens: Tokens): GemMention[] {
  const said = new Set(tokens.map(({ word }) => word));
  // "salt & pepper diamond": other gems joined by an ampersand are two.
  const belongs = (at: number) =>
    joined(tokens[at]!) || (wordAt(tokens, at - 1) === 'salt' && /^\s*&\s*$/.test(tokens[at]!.gap));
  const mentions = findNames(tokens, gemNamed, mostWords, belongs).filter(
    (mention) => !isFalseMention(tokens, said, mention),
  );
  if (mentions.length === 0) return loneGrade(tokens);
  const named = merged(tokens, mentions);
  const accentsFrom = firstAccent(tokens, named);
  const found = named.flatMap((mention) => {
    const gem = syntheticOf(tokens, mention, refined(tokens, mention, named));
    if (gem === undefined) return [];
    const several = isPlural(tokens, mention);
    const isAccent =
      mention.from >= accentsFrom ? !comesBack(tokens, mention, named) : isSetting(tokens, mention, named);
    return [{ from: mention.from, to: mention.to, gem, several, isAccent }];
  });
  return found.map((mention, i) => ({
    ...mention,
    gem: madeByPeople(tokens, mention, found.slice(i + 1)) ?? again(tokens, mention, found.slice(0, i)),
  }));
}

/** "RUBY flanked by diamonds, the ruby weighing": with an article, behind another gem, it is the first gem again. */
function comesBack(tokens: Tokens, { name, from }: Mention, all: readonly Mention[]): boolean {
  const isApart = all.some((other) => other.from < from && other.name !== name);
  return name === all[0]!.name && isApart && is(wordAt(tokens, from - 1), 'article');
}

/** "RUBY ON A DIAMOND-SET BAND", "Rubin mit Diamantbesatz": a gem that the jewel is set with. */
function isSetting(tokens: Tokens, { from, to }: Mention, all: readonly Mention[]): boolean {
  return from > all[0]!.from && /^(?:set|besatz|besetzt\w*)$/.test(wordAt(tokens, to));
}

/** "RUBY AND DIAMOND RING, set with a synthetic ruby": the same stone is described again after the jewel. */
function madeByPeople(tokens: Tokens, { gem, to }: GemMention, behind: Gems): string | undefined {
  const made = behind.find((other) => other.gem === `Synthetic ${gem}`);
  return made && tokens.slice(to, made.from).some(({ word }) => is(word, 'jewel')) ? made.gem : undefined;
}

/** "PARAÍBA TOURMALINE PENDANT, the pear-shaped tourmaline": with an article the plain name is the variety before. */
function again(tokens: Tokens, { gem, from, several, isAccent }: GemMention, before: Gems): string {
  const variety = before.find(
    (other) => other.gem !== gem && (other.gem.endsWith(` ${gem}`) || familyOf(other.gem) === gem),
  );
  if (several || isAccent || !variety || before.some((other) => other.gem === gem)) return gem;
  let at = from - 1;
  while (at > 0 && joined(tokens[at + 1]!) && describesStone(tokens[at]!.word)) at--;
  return is(wordAt(tokens, at), 'article') ? variety.gem : gem;
}

/** "GARNET DEMANTOID", "quarzo ametista", "Béryl var. émeraude": a gem and its variety, side by side, are one. */
function merged(tokens: Tokens, mentions: readonly Mention[]): Mention[] {
  const result: Mention[] = [];
  for (const mention of mentions) {
    const last = result.at(-1);
    const isBeside = last?.to === mention.from && joined(tokens[mention.from]!);
    const isSaid = last?.to === mention.from - 1 && /^vari?e?[dt]/.test(wordAt(tokens, mention.from - 1));
    const variety = last && (isBeside || isSaid) && varietyOf(last, mention);
    if (variety) result[result.length - 1] = { name: variety, from: last.from, to: mention.to };
    else result.push(mention);
  }
  return result;
}

/** The variety where the other is the plain name of its family. */
function varietyOf({ name: one }: Mention, { name: other }: Mention): string | undefined {
  const family = familyOf(one);
  if (family !== familyOf(other)) return undefined;
  if (one === family) return other;
  // "Rhodolite Umbalite": two trade names of one stone.
  return other === family || family === 'Garnet' ? one : undefined;
}

/** Where accents begin: at the first word that says so behind the first gem. */
function firstAccent(tokens: Tokens, mentions: readonly Mention[]): number {
  const first = mentions[0]!;
  const at = tokens.findIndex(({ word }, i) => i >= first.to && is(word, 'accent'));
  if (at === -1) return tokens.length;
  // "DIAMOND SHOULDERS": the accents are named right before.
  const named = mentions.find(({ from, to }) => from > first.from && to === at);
  return named && /^(?:shoulders?|surround|halo|entourage|contorno)$/.test(tokens[at]!.word)
    ? named.from
    : at;
}

/** The type by words that stand apart from the gem's name: colors, grades, "cultured". */
function refined(tokens: Tokens, mention: Mention, all: readonly Mention[]): string {
  return (
    firstOfTwoColors(tokens, mention) ??
    byColorBefore(tokens, mention) ??
    byColorBehind(tokens, mention) ??
    gradedDiamond(tokens, mention, all) ??
    culturedPearl(tokens, mention) ??
    mention.name
  );
}

/** "BLACK AND WHITE DIAMOND", "fancy vivid blue and fancy light pink diamond" name the first one first. */
function firstOfTwoColors(tokens: Tokens, { from, to }: Mention): string | undefined {
  if (to - from < 2) return undefined;
  const isAmpersand = /^\s*&\s*$/.test(tokens[from]!.gap);
  const color = isAmpersand
    ? wordAt(tokens, from - 1)
    : is(wordAt(tokens, from - 1), 'and') && wordAt(tokens, from - 2);
  return color ? gemNamed(`${color} ${wordAt(tokens, to - 1)}`) : undefined;
}

/** Colors before a gem and, as in French, in Italian and in shops, behind it: the English word, and others for it. */
const colors = new Map(
  Object.entries({
    pink: 'pink rosa rosafarbener pinkfarbener pinker roses',
    yellow: 'yellow gelber gelbem gelben gelbe canary golden jaune jaunes giallo gialli gialla',
    blue: 'blue blauer blauem blauen blaue bleu bleue bleus bleues blu azzurro azzurri azzurra',
    green: 'green gruner grunem grunen grune vert verte verts vertes verde verdi',
    orange: 'orange oranger orangefarbener arancio arancione',
    purple: 'purple violet violets violette violetter violettem mauve lavender plum lilac viola',
    peach: 'peach apricot magenta fuchsia',
    red: 'red roter rotem roten rouge rouges rosso rossi rossa',
    brown: 'brown brauner braunem braunen champagne cognac chocolate brun bruns marrone',
    black: 'black schwarzer schwarzem schwarzen noir noire noirs noires nero neri nera',
    gray: 'gray grey grauer grauem gris grise grigio grigi',
    white: 'white colorless colourless weisser weissem incolore blanc blancs bianco bianchi',
    teal: 'teal',
    fire: 'fire',
    imperial: 'imperial',
    padparadscha: 'padparadscha',
    mandarin: 'mandarin mandarine',
    rutilated: 'rutilated',
    smoky: 'smoky smokey',
    colored: 'colored coloured farbiger farbigem farbigen farbige multicolored multicoloured',
  }).flatMap(([color, words]) => words.split(' ').map((word) => [word, color] as const)),
);
/** Words that are colors behind a gem only: before it they are a cut, or a star. */
const colorsBehind = new Map([...colors, ['rose', 'pink'], ['star', 'star']]);

/** Gem types that become another type with a color. */
const plainGems = wordsOf('Diamond Sapphire Ruby Tourmaline Topaz Opal Beryl Garnet Quartz');

/** The type of a gem in a color: Sapphire in "pink" is Pink Sapphire; undefined if the color does not change the type. */
function inColor(name: string, color: string): string | undefined {
  // "Diamante fancy yellow": the color follows.
  const gem = name === 'Fancy Color Diamond' ? 'Diamond' : name;
  if (!plainGems.has(gem)) return undefined;
  return gemNamed(`${color} ${gem.toLowerCase()}`);
}

const maxWordsToColor = 6;

/** A color apart from the gem: "pink cushion-cut sapphire", "fancy-coloured … diamond". */
function byColorBefore(tokens: Tokens, { name, from }: Mention): string | undefined {
  let isColored = false;
  for (let at = from - 1; at >= Math.max(0, from - maxWordsToColor); at--) {
    if (!joined(tokens[at + 1]!)) break;
    const { word } = tokens[at]!;
    const color = colors.get(word);
    if (color === 'colored') isColored = true;
    else if (color !== undefined) return inColor(name, color);
    else if (!describesStone(word)) break;
  }
  return isColored ? inColor(name, 'colored') : undefined;
}

/** What a color after a gem may be followed by: in "DIAMOND, YELLOW GOLD" the color is not the gem's. */
const goesOn = wordsOf('pesant weighing coussin carat carats carati carato carato a');

/** "saphir coussin rose", "SAPPHIRE, PINK". */
function byColorBehind(tokens: Tokens, { name, to }: Mention): string | undefined {
  for (let at = to; at < Math.min(to + 4, tokens.length); at++) {
    const { word } = tokens[at]!;
    const color = colorsBehind.get(word);
    if (color !== undefined) {
      const next = nextWord(tokens, at + 1);
      const ends =
        /^\d|^$/.test(next) ||
        goesOn.has(next) ||
        is(next, 'of', 'and', 'with', 'carats') ||
        describesStone(next) ||
        colorsBehind.has(next);
      return ends ? inColor(name, color) : undefined;
    }
    if (!describesStone(word) || word === 'taille' || word === 'taglio') return undefined;
  }
  return undefined;
}

const hues = wordsOf('pink blue yellow green orange red purple violet brown gray grey black');

/** A diamond whose grade stands apart from it: "fancy vivid blue, internally flawless marquise diamond". */
function gradedDiamond(tokens: Tokens, mention: Mention, all: readonly Mention[]): string | undefined {
  if (mention.name !== 'Diamond') return undefined;
  const at = tokens.findIndex(({ word }) => word === 'fancy');
  return at === -1 || all.some(({ from, to }) => at >= from && at < to)
    ? undefined
    : gradedAt(tokens, at)?.gem;
}

/** A grade that stands for the diamond where no gem is named: "The Blue Moon, 12.03 carats, fancy vivid blue". */
function loneGrade(tokens: Tokens): GemMention[] {
  const from = tokens.findIndex(
    ({ word }, at) => word === 'fancy' && /^(?:vivid|intense|deep|dark|light)$/.test(wordAt(tokens, at + 1)),
  );
  const graded = gradedAt(tokens, from);
  return graded ? [{ ...graded, several: false, isAccent: false }] : [];
}

/** The diamond of the hue that the words behind "fancy" end in. */
function gradedAt(tokens: Tokens, from: number): Pick<GemMention, 'gem' | 'from' | 'to'> | undefined {
  let to = from + 1;
  while (to <= from + 4 && (to === from + 1 || nextWord(tokens, to))) to++;
  while (to > from && !hues.has(wordAt(tokens, to - 1))) to--;
  const gem = from !== -1 && to > from ? diamondOf(tokens[to - 1]!.word) : undefined;
  return gem === undefined ? undefined : { gem, from, to };
}

/** Where pearls grow, as said apart from the name: "perle barocche dei mari del sud", "Tahitian baroque cultured pearl". */
const waters: readonly [RegExp, string][] = [
  [/\b(?:south seas?|dei mari del sud|des mers du sud|de mer du sud|aus der sudsee)\b/, 'South Sea Pearl'],
  [/\btahiti(?:an)?\b/, 'Tahitian Pearl'],
  [/\b(?:freshwater|d ?eau douce|d ?acqua dolce|di fiume|aus susswasser)\b/, 'Freshwater Pearl'],
  [/\bakoya\b/, 'Akoya Pearl'],
];

/** "CULTURED BAROQUE PEARL", "perles de culture Akoya": the word that tells stands apart. */
function culturedPearl(tokens: Tokens, { name, from, to }: Mention): string | undefined {
  if (name !== 'Pearl' && name !== 'Cultured Pearl') return undefined;
  const behind = joinedWords(tokens, to, 1, 6);
  const before = joinedWords(tokens, from - 1, -1, 4);
  if (!/^(?:natur|fines?$)/.test(tokens[from]!.word)) {
    const kind = /^(?:keshi|conch|melo|abalone|mabe)\b/.exec(behind)?.[0];
    if (kind) return gemNamed(`${kind} pearl`);
    const water =
      waters.find(([pattern]) => pattern.test(behind)) ?? waters.find(([pattern]) => pattern.test(before));
    if (water) return water[1];
  }
  return name === 'Pearl' && /\b(?:cultured|cultivated)\b/.test(before) ? 'Cultured Pearl' : undefined;
}

/** Words behind or before a place that belong together; "and" ends them. */
function joinedWords(tokens: Tokens, start: number, step: 1 | -1, most: number): string {
  const words: string[] = [];
  for (let at = start; tokens[at] && words.length < most; at += step) {
    const isApart = !joined(tokens[step === 1 ? at : at + 1]!);
    if (isApart || is(tokens[at]!.word, 'and', 'with')) break;
    words.push(tokens[at]!.word);
  }
  return (step === 1 ? words : words.reverse()).join(' ');
}

/** Names that end in s in the singular too. */
const invariable = wordsOf('rubis lapis onyx topas jais chrysopras jaspis aigues');
/** Plurals without s: Italian, German. Those that are a singular in another language are left out. */
const plurals =
  wordsOf(`zaffiri rubini smeraldi diamanti brillanti coralli turchesi topazi granati opali ametiste acquemarine tormaline
  spinelli peridoti berilli giade onici diamanten brillanten saphiren rubine rubinen smaragde smaragden perlen zuchtperlen
  naturperlen korallen opalen turmalinen granate granaten turkise turkisen amethysten topase topasen aquamarinen
  citrinen`);

/** Whether a gem is named in the plural: "saphirs", "rubini"; German "mit einem Diamanten" is one. */
function isPlural(tokens: Tokens, { from, to }: Mention): boolean {
  // A name in quotes is that of a jewel or a line of jewels.
  if (/["“‘«]$/u.test(tokens[from]!.gap)) return false;
  const isSeveral = ({ bare }: Token) =>
    plurals.has(bare) || (bare.endsWith('s') && !invariable.has(bare) && isPluralInS(bare));
  return (
    (tokens.slice(from, to).some(isSeveral) ||
      isCompoundPlural(tokens[to]) ||
      isFrenchRubies(tokens, from, to)) &&
    !hasArticle(tokens, from)
  );
}

function isPluralInS(word: string): boolean {
  const singulars = [word.slice(0, -1), word.replace(/ies$/, 'y'), word.replace(/es$/, '')];
  return singulars.some((singular) => singular !== word && gemNamed(singular) !== undefined);
}

/** "Diamantrauten". */
function isCompoundPlural(next: Token | undefined): boolean {
  const plural =
    /^(?:rauten|navetten|baguetten|triangeln|trapeze|karrees|carres|achtkante|splitter|tropfen)$/;
  return next?.gap === '' && plural.test(next.word);
}

/** "rubis birmans", "4,60 ct de rubis": the word has no plural of its own. */
function isFrenchRubies(tokens: Tokens, from: number, to: number): boolean {
  const next = tokens[from + 1];
  return (
    tokens[from]!.bare === 'rubis' &&
    ((next !== undefined && (to > from + 1 || joined(next)) && describing.test(next.word)) ||
      (wordAt(tokens, from - 1) === 'de' && /(?:^|\d)(?:cts?|carats?)$/.test(wordAt(tokens, from - 2))))
  );
}

const describing =
  /^(?:birman|chauffe|synthetique|calibre|rond|ovale|cabochon|coussin|poire|navette|taille|facette|rouge|carre|naturel)s$/;

function hasArticle(tokens: Tokens, from: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 4) && joined(tokens[at + 1]!); at--) {
    const { word } = tokens[at]!;
    // "mit gelbem Diamanten": the dative of one.
    if (is(word, 'one') || (word.endsWith('em') && word.length > 4)) return true;
    // Behind these an article is that of another noun: "a pair of diamonds".
    if (is(word, 'of', 'with', 'and') || /^(?:by|zwischen)$/.test(word)) return false;
  }
  return false;
}

/** Words for a stone made by people; the same mineral, unlike an imitation. */
const made =
  wordsOf(`synthetic synthetics synthetique synthetiques sintetico sintetica sintetici sintetiche synthetischer
  synthetischem synthetischen synthetische synthetisches recrystallized recrystallised recrystalized hydrothermal verneuil
  cvd fusion chatham gilson created grown gezuchteter gezuchtetem labor laborgezuchteter`);
/** Words that say where or how, before "diamond" or "grown". */
const laboratories = wordsOf('lab labs laboratory laboratoire laboratorio labor flux man');
const makings = wordsOf('grown created made gezuchtet gezuchteter gezuchteten synthese');
/** "RUBY RING 14K GOLD LAB CREATED". */
const mountings = wordsOf('9k 10k 14k 18k 585 750 925 sterling yellow white rose solid');

/**
 * The type of a mention once it is known whether people made the stone: `Synthetic Ruby`, never `Ruby`. Undefined for
 * what is made by people and has no type of its own.
 * @param gem its type by name and color
 */
function syntheticOf(tokens: Tokens, mention: Mention, gem: string): string | undefined {
  if (isSyntheticType(gem) || !isMade(tokens, mention)) return gem;
  const name = `Synthetic ${plainNameOf(gem)}`;
  return isSyntheticType(name) ? name : undefined;
}

function plainNameOf(gem: string): string {
  const family = familyOf(gem)!;
  if (/^(?:Diamond|Quartz|Opal|Spinel)$/.test(family)) return family;
  if (family === 'Corundum') return gem.endsWith('Ruby') ? 'Ruby' : 'Sapphire';
  return gem.replace(/^(?:Trapiche|Cat's Eye|Star) /, '');
}

function isMade(tokens: Tokens, { from, to }: Mention): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 5) && joined(tokens[at + 1]!); at--) {
    const { word } = tokens[at]!;
    if (made.has(word)) return true;
    // "LAB DIAMOND", "LAB-MADE RUBY"; not "GIA lab certified".
    if (laboratories.has(word)) return at === from - 1 ? word !== 'man' : makings.has(tokens[at + 1]!.word);
    if (!describesStone(word) && !makings.has(word)) break;
  }
  for (let at = to; at < Math.min(to + 9, tokens.length); at++) {
    const { word, gap } = tokens[at]!;
    if (!joined(tokens[at]!) && !(at === to && /^\s*[,(]\s*$/.test(gap))) return false;
    const next = wordAt(tokens, at + 1);
    // "RUBY, SYNTHETIC RUBY AND DIAMOND": the word is that of the gem behind it.
    if (made.has(word)) return gemNamed(nextWord(tokens, at + 1)) === undefined;
    if (laboratories.has(word) && makings.has(next)) return true;
    if (/^d[eia]$/.test(word) && /^(?:laboratoire|laboratorio|synthese|sintesi)$/.test(next)) return true;
    if (!describesStone(word) && !is(word, 'jewel', 'metal', 'carats') && !mountings.has(word)) return false;
  }
  return false;
}

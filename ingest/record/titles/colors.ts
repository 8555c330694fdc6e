import { gemNamed } from './gem-words.ts';

/** Gem types that become another type with a color. */
const plainGems = ['Diamond', 'Sapphire', 'Ruby', 'Tourmaline', 'Topaz', 'Opal', 'Beryl', 'Garnet', 'Quartz'];
/** "Diamante fancy yellow": the color follows. */
const coloredDiamond = 'Fancy Color Diamond';

/** Colors before the gem: the English word, and its synonyms in several languages. */
const before = table({
  pink: 'pink rosa rosafarbener pinkfarbener pinker',
  yellow: 'yellow gelber gelbem gelben gelbe canary golden',
  blue: 'blue blauer blauem blauen blaue',
  green: 'green gruner grunem grunen grune',
  orange: 'orange oranger orangefarbener',
  purple: 'purple violet violetter violettem mauve lavender plum lilac',
  peach: 'peach apricot magenta fuchsia',
  red: 'red roter rotem roten',
  brown: 'brown brauner braunem braunen champagne cognac chocolate',
  black: 'black schwarzer schwarzem schwarzen',
  gray: 'gray grey grauer grauem',
  white: 'white colorless colourless weisser weissem',
  teal: 'teal',
  fire: 'fire',
  imperial: 'imperial',
  colored: 'colored coloured farbiger farbigem farbigen farbige multicolored multicoloured',
});

/** Colors after the gem, as in French, in Italian and in shops. */
const behind = table({
  pink: 'pink rose roses rosa',
  yellow: 'yellow jaune jaunes giallo gialli gialla',
  blue: 'blue bleu bleue bleus bleues blu azzurro azzurri azzurra',
  green: 'green vert verte verts vertes verde verdi',
  orange: 'orange arancio arancione',
  purple: 'purple violet violets violette mauve viola',
  red: 'red rouge rouges rosso rossi rossa',
  brown: 'brown brun bruns cognac champagne marrone',
  black: 'black noir noire noirs noires nero neri nera',
  gray: 'gray grey gris grise grigio grigi',
  white: 'white incolore blanc blancs bianco bianchi',
  teal: 'teal',
  padparadscha: 'padparadscha',
  peach: 'peach apricot',
  star: 'star',
  imperial: 'imperial',
  mandarin: 'mandarin mandarine',
  rutilated: 'rutilated',
  smoky: 'smoky smokey',
});

const otherColors = new Set(['peach', 'brown', 'black', 'gray', 'red']);

function table(words: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([color, list]) => list.split(' ').map((word) => [word, color] as const)),
  );
}

/** The English word for a color before a gem. */
export const colorBefore = (word: string): string | undefined => before.get(word);

/** The English word for a color after a gem. */
export const colorBehind = (word: string): string | undefined => behind.get(word);

/** Whether a color can change the type of the gem. */
export const hasColors = (gem: string): boolean => plainGems.includes(gem) || gem === coloredDiamond;

/** The type of a gem in a color: Sapphire in "pink" is Pink Sapphire; undefined if the color does not change the type. */
export function inColor(gem: string, color: string): string | undefined {
  const type = gemNamed(`${color} ${gem === coloredDiamond ? 'diamond' : gem.toLowerCase()}`);
  // A sapphire that is not blue, in a color without a type of its own.
  return type ?? (gem === 'Sapphire' && otherColors.has(color) ? 'Fancy Sapphire' : undefined);
}

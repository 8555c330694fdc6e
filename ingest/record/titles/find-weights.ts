import type { GemMention } from './gem-words.ts';
import type { Token } from './tokens-of.ts';

/** A weight that a title gives, and the gem that it belongs to. */
export interface Weight {
  carats: number;
  mention: GemMention;
  /** Several weights were given at once ("5.02 and 5.01 carats"), or the weight is a total. */
  several: boolean;
}

const number = "(?:\\d{1,3}(?:[,'’]\\d{3})+(?:\\.\\d+)?|\\d{1,4}(?:[.,]\\d{1,3})?|[.,]\\d{1,3})";
// A comma that joins has a space behind it: "1,5" is one number. Few at most, so that no text takes long to search.
const and = '\\s*(?:,\\s|[;/+&]|\\s(?:and|et|e|und)\\s)\\s*';
const unit = '(?:carats?|carat[oi]|karats?|cts?|ctw|tcw|crts?)';
const weightPattern = new RegExp(
  `(?<![\\p{L}\\d.,])(${number}(?:(?:\\s*${unit}\\.?)?${and}${number}){0,6})[\\s\\-‐–]*(${unit})(?![\\p{L}\\d])`,
  'giu',
);

/** The weights of a title, each with the gem it belongs to; those of gold, and those of no gem, are left out. */
export function findWeights(title: string, tokens: readonly Token[], gems: readonly GemMention[]): Weight[] {
  return [...title.matchAll(weightPattern)].flatMap((match) => {
    const start = match.index;
    const end = start + match[0].length;
    const carats = match[1]!.match(new RegExp(number, 'g'))!.map(caratsOf);
    if (isFineness(carats, tokens, start, end)) return [];
    const total = isTotal(title, start, end, match[2]!);
    const mention = ownerOf(tokens, gems, start, end, total);
    if (!mention) return [];
    return [{ carats: Math.max(...carats), mention, several: carats.length > 1 || total }];
  });
}

/** "10,05" is ten and a bit; "1,109" a thousand and more, but "0,125" an eighth. */
function caratsOf(text: string): number {
  if (/^[1-9]\d{0,2}([,'’]\d{3})+(\.\d+)?$/.test(text)) return Number(text.replace(/[,'’]/g, ''));
  return Number(text.replace(',', '.').replace(/^\./, '0.'));
}

const finenesses = [8, 9, 10, 12, 14, 15, 18, 19, 20, 21, 22, 23, 24];
const goldWord =
  /^(?:gold.*|.*gold|or|oro|.*goldring|sovereign|jaune|gris|blanc|yellow|white|rose|pink|giallo|bianco|rosa)$/;

/** "18-carat gold", "or 18 carats": how fine the gold is, not what a stone weighs. */
function isFineness(carats: number[], tokens: readonly Token[], start: number, end: number): boolean {
  if (carats.length > 1 || !finenesses.includes(carats[0]!)) return false;
  const next = tokens.find((token) => token.start >= end);
  const before = tokens.filter((token) => token.end <= start).slice(-2);
  const second = next && tokens[tokens.indexOf(next) + 1];
  if (next && /^(?:gold.*|or|oro|sovereign)$/.test(next.word)) return true;
  if (next && second && goldWord.test(next.word) && /^(?:gold.*|or|oro)$/.test(second.word)) return true;
  return before.some(({ word }) => /^(?:gold|.*gold|gold(?:ring|kette|armband|brosche)|or|oro)$/.test(word));
}

const totalBefore =
  /(?:total(?:l?ing)?|together|weight|zus(?:ammen|\.)?|gesamt|ges\.?|totale?|complessiv\p{L}*)\P{N}{0,25}$/iu;
const totalAfter =
  /^[\s.]*(?:\(?in total|total|in all|tw\b|au total|in totale|zusammen|insgesamt|gesamt|complessiv)/iu;

function isTotal(title: string, start: number, end: number, unitText: string): boolean {
  if (/^(?:ctw|tcw)$/i.test(unitText)) return true;
  const before = title.slice(Math.max(0, start - 40), start);
  return (
    (/total|together|zus|gesamt|complessiv|ges\./i.test(before) && totalBefore.test(before)) ||
    totalAfter.test(title.slice(end))
  );
}

const ofWords = new Set('weighing weighs of de di von zu pesant pesante pesants pesanti wiegend'.split(' '));
const approximately = new Set('approximately approx about ca circa env environ etwa the each'.split(' '));
const breaks = new Set('and with et avec und mit e con'.split(' '));
const jewels = new Set(
  `ring rings brooch brooches pendant necklace bracelet earrings clips studs pendants tiara sautoir bague broche pendentif
   collier anello spilla collana pendente orecchini bracciale brosche anhanger kette armband ohrringe clip jewel`.split(
    /\s+/,
  ),
);

function ownerOf(
  tokens: readonly Token[],
  gems: readonly GemMention[],
  start: number,
  end: number,
  total: boolean,
): GemMention | undefined {
  const next = gems.find(({ from }) => tokens[from]!.start >= end);
  const previous = gems.findLast(({ to }) => tokens[to - 1]!.end <= start);
  if (!previous) return next;
  const before = tokens.filter((token) => token.end <= start);
  const word = before.findLast((token) => !approximately.has(token.word))?.word ?? '';
  const isOf = ofWords.has(word) || before.at(-1)?.word === 'of';
  if (next && !isOf && leadsTo(tokens, end, next) && !touches(tokens, previous, start)) return next;
  const isBehindJewel = tokens
    .slice(previous.to)
    .some((token) => token.end <= start && jewels.has(token.word));
  const owner = isBehindJewel ? gems[0]! : previous;
  // The weight of all the small stones does not make them the main gem.
  return total && owner.gem !== gems[0]!.gem ? undefined : owner;
}

/** Whether nothing separates the weight from the gem behind it. */
function leadsTo(tokens: readonly Token[], end: number, next: GemMention): boolean {
  const between = tokens.slice(0, next.from + 1).filter((token) => token.start >= end);
  return between.every(({ gap, word }, i) => !/[,;()]/.test(i === 0 ? gap : gap) && !breaks.has(word));
}

/** Whether the weight follows the gem at once: "RUBY, 5.05 CARATS". */
function touches(tokens: readonly Token[], previous: GemMention, start: number): boolean {
  const between = tokens.slice(previous.to).filter((token) => token.end <= start);
  return between.every(({ word }) => approximately.has(word)) && between.length <= 2;
}

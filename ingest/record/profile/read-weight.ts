import { round } from '../../../mappings/round.ts';
import { fold, listed } from '../../../mappings/vocabulary/vocabulary.ts';
import type { Profile } from './profile.ts';
import { numberReader } from './read-number.ts';
import type { Source } from './source.ts';

/** A weight in a column. */
interface Weight {
  carats: number;
  /** Whether it is called a total: that of several stones. */
  isTotal: boolean;
}

/** The carats of one unit, by the folded words for it. Left out because they mean several: gr (gram, grain), ratti. */
const units = new Map(
  Object.entries({
    1: `ct; cts; crt; crts; carat; carats; carato; carati; karat; karats; karaat; kt; quilate; quilates; ctw; cttw; tcw; ct tw;
      ct t w; cts tw; ctw total; ct total; cts total; carat total; carats total; total carat; total carats; carat tw; carats tw;
      carat total weight; carats total weight; total carat weight; 克拉; カラット; 캐럿; карат; карата; каратов`,
    0.01: 'pt; pts; point; points; punkt; punkte; punti',
    5: 'g; gm; gms; gram; grams; gramme; grammes; gramm; grammo; grammi; gramo; gramos; 克',
    0.005: 'mg; mgs; milligram; milligrams; milligramm; milligramme; milligrammes',
    5000: 'kg; kgs; kilogram; kilograms; kilogramm; kilogramme',
    // 11.6638038 g, the tola of 180 grains.
    58.319: 'tola; tolas',
  }).flatMap(([carats, words]) => listed(words).map((word) => [fold(word), Number(carats)] as const)),
);
const isTotalUnit = /total|tw$|tcw|t w$/;

const approximation =
  /\b(?:approx|approximately|approximate|about|around|ca|c|circa|env|environ|etwa|rund|ungefahr|est|estimated)\b/g;

/** Words folded, without those that call a number approximate: titles with them give the weight too. */
function withoutApproximation(words: string): string {
  return fold(fold(words).replace(approximation, ''));
}

const maxLength = 100;

/** One number between words. A point right before a number is its decimal point only where no unit stands before it. */
const numberInWords =
  /^[~≈±\s]*(?:(\p{L}(?:[\p{L}\s.]*?\p{L})?)(?:\s*:\s*|\s+|\.\s+|\.(?=\d+[.,]\d)|(?=\d)))?([.,]?\d(?:[\d.,'’\s]*\d)?)\s*([^\d]*)$/u;

/** What may stand beside a weight: the size of the stone, "8.1 x 6.2 mm", and the same weight in grams, "(0.404 g)". */
const beside =
  /[\s(,;/|]*(?<![\d.,])[\d.,]+(?:\s*(?:mm)?\s*[x×*]\s*[\d.,]+){1,2}\s*mm\b\.?[\s),;/|]*|(?<=\d\s?ct\w*\.?\s*)[(/]\s*[\d.,]+\s*(?:g|gr|grams?)\.?\s*\)?$/iu;

/** The only number of a text, and the folded words around it: the unit, '' for none. Undefined for any other text. */
export function numberAndUnit(text: string): { number: string; unit: string } | undefined {
  const match = text.length <= maxLength ? numberInWords.exec(text.replace(beside, ' ').trim()) : null;
  if (!match) return undefined;
  const [, before = '', number, after = ''] = match;
  return { number: number!, unit: withoutApproximation(`${before} ${after}`) };
}

/**
 * Builds a reader of weights. The unit that stands beside a number counts: points, grams and the like are converted. A bare
 * number, or one with a listed unit, counts `carats_per_unit`, 1 if absent.
 * @returns a function that returns undefined for any other text, such as a range or "2 x 1.5 ct", and for 0
 */
export function weightReader(
  source: Source,
  profile: Pick<Profile, 'numbers'>,
): (text: string) => Weight | undefined {
  const format = { ...profile.numbers, ...source.numbers };
  const numberOf = numberReader(format);
  const own = new Set(['', ...(format.units ?? []).map(fold)]);
  const ofBare = source.carats_per_unit ?? 1;
  return (text) => {
    const { number = text, unit = undefined } = numberAndUnit(text) ?? {};
    const perUnit = unit === undefined || own.has(unit) ? ofBare : units.get(unit);
    const value = numberOf(perUnit === undefined ? text : number);
    if (value === undefined) return undefined;
    const factor = perUnit ?? ofBare;
    const carats = factor === 1 ? value : round(value * factor, 4);
    return carats > 0 && carats <= 1_000_000 ? { carats, isTotal: isTotalUnit.test(unit ?? '') } : undefined;
  };
}

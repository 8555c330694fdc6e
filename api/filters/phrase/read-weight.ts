import { caratNumber, caratsOf, caratUnit } from '../../../mappings/lexicon/weights.ts';
import type { Part } from './named-words.ts';
import { type Bounds, createBoundsReader } from './read-bounds.ts';

/** At the end of the text the unit may be incomplete. */
const unit = `(?:${caratUnit}|c(?:a(?:ra?)?)?(?=\\s*$))\\.?`;
/** `5+ ct` too. */
const amount = `${caratNumber}\\s*\\+?[\\s-]*${unit}`;

const readBounds = createBoundsReader({ amount, first: `${caratNumber}(?:[\\s-]*${unit})?` });

/** A number with decimals and without any unit: "ruby 1.25". Weights are written so, prices and years are not. */
const readBare = createBoundsReader({
  amount: '\\d{1,3}[.,]\\d{1,2}(?!\\s*(?:[%°"″]|(?:mm|cm|g|grams?|k|m|mio|million)(?!\\p{L})))',
  first: '\\d{1,3}(?:[.,]\\d{1,2})?',
});

/** How far from a weight its neighborhood reaches: "about 5 ct" is 4.75 to 5.25. */
const nearShare = 0.05;

/**
 * The weight that a text names. A bare weight means all weights that begin with its digits, as the trade sorts stones:
 * "3 ct" is 3.00 to 3.99, "3.5 ct" 3.50 to 3.59 and "3.52 ct" 3.52 alone. "About 3 ct" is within 5%, and bounds are
 * inclusive: "over 3 ct" is 3.00 and more. Decimals alone are a weight too: "ruby 1.25".
 */
export function readWeight(text: string): Part | undefined {
  const bounds = readBounds(text) ?? readBare(text);
  if (!bounds) return undefined;
  const { start, end } = bounds;
  return { kind: 'weight', start, end, ...meaningOf(bounds) };
}

function meaningOf({ form, low, high }: Bounds): Pick<Part, 'filter' | 'label' | 'carat'> {
  const [one, other] = [caratsOf(digitsOf(low)), caratsOf(digitsOf(high))];
  if (form === 'range') return between(Math.min(one, other), Math.max(one, other));
  if (form === 'max') return { filter: { weight_max: carats(one) }, label: `up to ${carats(one)} ct` };
  if (form === 'min' || low.includes('+')) {
    return { filter: { weight_min: carats(one) }, label: `from ${carats(one)} ct` };
  }
  const about = (from: number, to: number) => {
    const range = between(from, to);
    return { ...range, label: `about ${one} ct (${carats(from)}–${carats(to)})`, carat: one };
  };
  if (form === 'about') return about(one * (1 - nearShare), one * (1 + nearShare));
  // "1,250" has thousands, "1,25" has decimals.
  const decimals = (one < 1000 ? /[.,](\d+)$/ : /\.(\d+)$/).exec(digitsOf(low))?.[1]?.length ?? 0;
  return decimals > 1 ? { ...between(one, one), carat: one } : about(one, one + 10 ** -decimals - 0.01);
}

function between(min: number, max: number): Pick<Part, 'filter' | 'label'> {
  const [weight_min, weight_max] = [carats(min), carats(max)];
  const label = weight_min === weight_max ? `${weight_min} ct` : `${weight_min}–${weight_max} ct`;
  return { filter: { weight_min, weight_max }, label };
}

const digitsOf = (written: string) => /[\d.,'’]*\d/.exec(written)![0];

/** Two decimals, half up: 3.325 is 3.33, whatever its binary form. */
const carats = (weight: number) => (Math.round(weight * 100 + 1e-6) / 100).toFixed(2);

import type { Part } from './named-words.ts';
import { type Bounds, createBoundsReader } from './read-bounds.ts';

const number = "(?:\\d{1,3}(?:[,']\\d{3})+|\\d+)(?:[.,]\\d{1,2})?";
const factors: Record<string, number> = {
  ...{ k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, mio: 1e6, million: 1e6, millions: 1e6 },
  ...{ bn: 1e9, billion: 1e9 },
};
const factor = `(?:${Object.keys(factors).join('|')})(?![\\p{L}\\p{N}])`;
const before = '(?:us)?\\$|usd';
const after = '(?:usd|us\\$|us dollars?|dollars?)(?![\\p{L}\\p{N}])|\\$';
const amount = `(?:(?:${before})\\s*)?${number}(?:\\s*${factor})?(?:\\s*(?:${after}))?`;

const readBounds = createBoundsReader({ amount, first: amount }, isPrice);

/** From here on a bare number with a bound is a price: "over 100000". */
const minBarePriceUsd = 10_000;

/** How far from a price its neighborhood reaches: a bare "100k" is 90,000 to 110,000. */
const nearShare = 0.1;

const perCarat = /^\s*(?:per\s+(?:carat|ct)|a carat|\/\s*(?:carat|ct)|p\/?ct)(?![\p{L}\p{N}])/iu;

/** Words before a price that say what it is: "price per carat over 50k", "worth $1m". */
const said = /(?<!\p{L})(?:prices?|priced|value|valued|worth)( per (?:carat|ct))?(?: (?:of|at))?\s*$/iu;

/** A number without a currency, a factor or a bound is not a price. Other currencies are not converted. */
function isPrice({ form, high }: Bounds): boolean {
  if (/[$a-z]/i.test(high)) return true;
  return (form === 'min' || form === 'max') && dollarsOf(high) >= minBarePriceUsd;
}

/**
 * The price in US dollars that a text names, total or per carat. A bare price means within 10%; bounds are inclusive.
 */
export function readPrice(text: string): Part | undefined {
  const bounds = readBounds(text);
  if (!bounds) return undefined;
  const before = said.exec(text.slice(0, bounds.start));
  const unit = perCarat.exec(text.slice(bounds.end))?.[0] ?? '';
  const isPerCarat = unit !== '' || before?.[1] !== undefined;
  const kind = isPerCarat ? 'price_per_carat' : 'price';
  const { low, high, label } = meaningOf(bounds);
  return {
    ...{ kind, start: before?.index ?? bounds.start, end: bounds.end + unit.length },
    filter: {
      ...(low === undefined ? {} : { [`${kind}_min`]: String(Math.round(low)) }),
      ...(high === undefined ? {} : { [`${kind}_max`]: String(Math.round(high)) }),
    },
    label: isPerCarat ? `${label} per carat` : label,
  };
}

interface Meaning {
  low?: number;
  high?: number;
  label: string;
}

function meaningOf({ form, low, high }: Bounds): Meaning {
  const price = dollarsOf(high);
  if (form === 'min') return { low: price, label: `from ${usd(price)}` };
  if (form === 'max') return { high: price, label: `up to ${usd(price)}` };
  const [from, to] =
    form === 'range'
      ? [lowerEnd(low, high), price].sort((a, b) => a - b)
      : [price * (1 - nearShare), price * (1 + nearShare)];
  const range = `${usd(from!)}–${usd(to!)}`;
  return { low: from!, high: to!, label: form === 'range' ? range : `about ${usd(price)} (${range})` };
}

/** In "50-100k" both numbers have the factor. */
function lowerEnd(low: string, high: string): number {
  const [from, to] = [dollarsOf(low), dollarsOf(high)];
  const shared = from * factorOf(high);
  return factorOf(low) === 1 && shared <= to ? shared : from;
}

const dollarsOf = (written: string) => {
  const digits = /[\d.,']*\d/.exec(written)![0];
  return Number(digits.replaceAll(/[,'](?=\d{3}(?!\d))/g, '').replace(',', '.')) * factorOf(written);
};

const factorOf = (written: string) => {
  const name = new RegExp(`\\d\\s*(${factor})`, 'iu').exec(written)?.[1]?.toLowerCase();
  return name === undefined ? 1 : factors[name]!;
};

const usd = (dollars: number) => `$${Math.round(dollars).toLocaleString('en-US')}`;

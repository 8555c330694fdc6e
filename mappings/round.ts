/**
 * Rounds half up at `decimals` decimal places, as a person would who reads the number's decimal digits:
 * `round(1.005, 2)` is 1.01, although the double nearest to 1.005 lies below it.
 */
export function round(value: number, decimals: number): number {
  const clear = roundClear(value * 10 ** decimals, decimals);
  if (clear !== undefined) return clear;
  const { digits, places } = decimalOf(value);
  return places <= decimals ? value : exactQuotient(digits, 10n ** BigInt(places), decimals);
}

/** A number as it is written: `digits ÷ 10 ** places`; of whole numbers places may be negative. */
function decimalOf(value: number): { digits: bigint; places: number } {
  const [written, exponent = '0'] = String(value).split('e') as [string, string?];
  const [whole, fraction = ''] = written.split('.') as [string, string?];
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

/** numerator ÷ denominator (above 0), two whole numbers below 2^53, rounded half up. */
export function quotient(numerator: number, denominator: number, decimals: number): number {
  const clear = roundClear((numerator / denominator) * 10 ** decimals, decimals);
  return clear ?? exactQuotient(BigInt(numerator), BigInt(denominator), decimals);
}

/** Below this value the error of a double is less than `unclear`, even after a few operations. */
const certain = 2 ** 40;

/** This close to the midpoint between two whole numbers a double is not precise enough. */
const unclear = 2 ** -8;

/**
 * `scaled ÷ 10 ** decimals` rounded to its decimals where doubles are precise enough: undefined where `scaled` is huge,
 * or near the middle between two whole numbers.
 */
function roundClear(scaled: number, decimals: number): number | undefined {
  const floor = Math.floor(scaled);
  const beyond = scaled - floor;
  if (Math.abs(scaled) > certain || Math.abs(beyond - 0.5) < unclear) return undefined;
  // The quotient of two whole numbers is the double nearest to the decimal number. Adding 0 turns -0 into 0.
  return (beyond < 0.5 ? floor : floor + 1) / 10 ** decimals + 0;
}

/** Exact, where a double would sometimes be off by one. */
function exactQuotient(numerator: bigint, denominator: bigint, decimals: number): number {
  const doubled = 2n * numerator * 10n ** BigInt(decimals) + denominator;
  const divisor = 2n * denominator;
  const truncated = doubled / divisor;
  const floor = doubled < 0n && doubled % divisor !== 0n ? truncated - 1n : truncated;
  return Number(`${floor}e-${decimals}`);
}

/**
 * The published price per carat: US dollars per carat, 2 decimals, half up, from the weight as written. The quotient of
 * the doubles can miss a half cent that the decimal numbers hit.
 */
export function pricePerCarat(priceUsd: number, carat: number): number {
  const clear = roundClear((priceUsd / carat) * 100, 2);
  if (clear !== undefined) return clear;
  const [price, weight] = [decimalOf(priceUsd), decimalOf(carat)];
  const shift = weight.places - price.places;
  const numerator = price.digits * 10n ** BigInt(Math.max(0, shift));
  return exactQuotient(numerator, weight.digits * 10n ** BigInt(Math.max(0, -shift)), 2);
}

/**
 * Rounds half up at `decimals` decimal places, as a person would who reads the number's decimal digits:
 * `round(1.005, 2)` is 1.01, although the double nearest to 1.005 lies below it.
 */
export function round(value: number, decimals: number): number {
  const digits = String(value);
  // Tiny and huge values print with an exponent already: tiny ones round to 0, huge ones are whole.
  if (digits.includes('e')) return Number(value.toFixed(decimals));
  return Number(`${Math.round(Number(`${digits}e${decimals}`))}e-${decimals}`);
}

/** Price per carat as published: US dollars a carat, 2 decimals, half up. */
export function pricePerCarat(priceUsd: number, carat: number): number {
  return round(priceUsd / carat, 2);
}

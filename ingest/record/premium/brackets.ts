/** A rate, and the hammer price up to which it applies to the part above the bracket before; Infinity in the last. */
export interface Bracket {
  /** Thousandths: 195 is 19.5%. */
  perMille: number;
  upTo: number;
}

/** The price with premium of a hammer price, to the whole unit of the currency. */
export function withPremium(hammer: number, brackets: readonly Bracket[]): number {
  let thousandths = hammer * 1000;
  let from = 0;
  for (const { perMille, upTo } of brackets) {
    if (hammer > from) thousandths += perMille * (Math.min(hammer, upTo) - from);
    from = upTo;
  }
  return Math.round(thousandths / 1000);
}

/** The hammer price of a price with premium, to the whole unit: the inverse of `withPremium`. */
export function withoutPremium(total: number, brackets: readonly Bracket[]): number {
  // A bracket ends at the hammer price `upTo`, and at this price with premium.
  let [from, paid] = [0, 0];
  for (const { perMille, upTo } of brackets) {
    const paidAtEnd = paid + ((upTo - from) * (1000 + perMille)) / 1000;
    if (total <= paidAtEnd) return Math.round(from + ((total - paid) * 1000) / (1000 + perMille));
    [from, paid] = [upTo, paidAtEnd];
  }
  // The last bracket has no end.
  return Math.round(total);
}

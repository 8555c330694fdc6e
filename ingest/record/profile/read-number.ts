import type { NumberFormat } from './source.ts';

/** A longer text is not a number. */
const maxNumberLength = 600;

/**
 * Builds a strict reader of numbers: a text with other separators, such as "350,5000", is rejected instead of misread.
 * @returns a function that returns undefined for a text that is not such a number
 */
export function numberReader(format: NumberFormat = {}): (text: string) => number | undefined {
  const units = (format.units ?? []).map((word) => word.toLowerCase()).sort((a, b) => b.length - a.length);
  const thousands = format.thousands && oneOf(format.thousands);
  const decimal = escapeRegExp(format.decimal ?? '.');
  const indian = format.indian ? `|[0-9]{1,2}(?:${thousands}[0-9]{2})+${thousands}[0-9]{3}` : '';
  const whole = thousands ? `(?:[0-9]{1,3}(?:${thousands}[0-9]{3})+${indian}|[0-9]+)` : '[0-9]+';
  const exact = new RegExp(`^(-?)(${whole})?(?:${decimal}([0-9]+))?$`);

  return (text) => {
    if (text.length > maxNumberLength) return undefined;
    const bare = withoutUnits(text.trim(), units);
    const match = exact.exec(bare);
    if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
    const digits = (match[2] ?? '0').replace(/[^0-9]/g, '');
    const value = Number(`${match[1]}${digits}${match[3] === undefined ? '' : `.${match[3]}`}`);
    if (!Number.isFinite(value)) return undefined;
    // A product such as 0.29 × 1000 has an error in its last digits.
    return format.scale === undefined ? value : Number((value * format.scale).toPrecision(15));
  };
}

/** The pattern of a separator; a space and an apostrophe have several forms. */
function oneOf(separator: string): string {
  if (separator === ' ') return '\\s';
  return separator === "'" ? "['’‘`´]" : escapeRegExp(separator);
}

function withoutUnits(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase();
  for (const unit of units) {
    if (lower.endsWith(unit)) return text.slice(0, -unit.length).trim();
    if (lower.startsWith(unit)) return text.slice(unit.length).trim();
  }
  return text;
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

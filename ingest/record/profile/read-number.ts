import type { NumberFormat } from './profile.ts';

/** A longer text is no number, whatever its units. */
const maxNumberLength = 600;

/**
 * A number as a source writes it: strictly by its format, so that "350,5000" or "1.5" with the wrong separators is
 * no number rather than a wrong one.
 * @returns undefined for a text that is not such a number.
 */
export function readNumber(text: string, format: NumberFormat = {}): number | undefined {
  if (text.length > maxNumberLength) return undefined;
  const bare = withoutUnits(text.trim(), format.units ?? []);
  const thousands = format.thousands && escapeRegExp(format.thousands).replace(' ', '[\\s\u00a0\u202f]');
  const decimal = escapeRegExp(format.decimal ?? '.');
  const whole = thousands ? `(?:[0-9]{1,3}(?:${thousands}[0-9]{3})+|[0-9]+)` : '[0-9]+';
  const match = new RegExp(`^(-?)(${whole})?(?:${decimal}([0-9]+))?$`).exec(bare);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const digits = (match[2] ?? '0').replace(/[^0-9]/g, '');
  return Number(`${match[1]}${digits}${match[3] === undefined ? '' : `.${match[3]}`}`);
}

function withoutUnits(text: string, units: readonly string[]): string {
  const lower = text.toLowerCase();
  for (const unit of units.map((word) => word.toLowerCase()).sort((a, b) => b.length - a.length)) {
    if (lower.endsWith(unit)) return text.slice(0, -unit.length).trim();
    if (lower.startsWith(unit)) return text.slice(unit.length).trim();
  }
  return text;
}

export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

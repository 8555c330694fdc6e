import type { NumberFormat } from './source.ts';

/** A longer text is no number, whatever its units. */
const maxNumberLength = 600;

/**
 * Prepares the reading of numbers as a source writes them: strictly by the format, so that "350,5000" or "1.5" with the
 * wrong separators is no number rather than a wrong one.
 * @returns a function that answers undefined for a text that is not such a number; with `words`, for a text that does
 *   not have exactly one
 */
export function numberReader(format: NumberFormat = {}): (text: string) => number | undefined {
  const units = (format.units ?? []).map((word) => word.toLowerCase()).sort((a, b) => b.length - a.length);
  const thousands = format.thousands && oneOf(format.thousands);
  const decimal = escapeRegExp(format.decimal ?? '.');
  const whole = thousands ? `(?:[0-9]{1,3}(?:${thousands}[0-9]{3})+|[0-9]+)` : '[0-9]+';
  const exact = new RegExp(`^(-?)(${whole})?(?:${decimal}([0-9]+))?$`);
  const inWords = new RegExp(`(?:${whole}(?:${decimal}[0-9]+)?|(?<=^|\\s)${decimal}[0-9]+)`, 'g');

  return (text) => {
    if (text.length > maxNumberLength) return undefined;
    const bare = withoutUnits(text.trim(), units);
    const match = exact.exec(format.words ? (onlyNumberIn(bare, inWords) ?? '') : bare);
    if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
    const digits = (match[2] ?? '0').replace(/[^0-9]/g, '');
    const value = Number(`${match[1]}${digits}${match[3] === undefined ? '' : `.${match[3]}`}`);
    return Number.isFinite(value) ? value : undefined;
  };
}

/** The number of a text that has words around it; a minus counts at the start of the text. */
function onlyNumberIn(text: string, pattern: RegExp): string | undefined {
  const [found, ...more] = text.match(pattern) ?? [];
  if (found === undefined || more.length > 0) return undefined;
  return text.startsWith(`-${found}`) ? `-${found}` : found;
}

/** A separator as a source may set it: every space is one, and so is every apostrophe. */
function oneOf(separator: string): string {
  if (separator === ' ') return '[\\s\u00a0\u202f]';
  return separator === "'" ? "['’]" : escapeRegExp(separator);
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

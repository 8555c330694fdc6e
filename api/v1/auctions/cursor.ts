import { hash } from 'node:crypto';
import { ApiError, type Problem } from '../../http/errors.ts';
import { extension, text } from '../../parameters/kinds.ts';
import { cut } from '../../parameters/problem.ts';
import type { Order, SortValues } from '../../search/record-order.ts';

/** The position at which to continue a list. */
export const cursorParam = text({
  description:
    'Returns the records that follow those of an earlier response: its `meta.next_cursor`, sent with the same filters, q, prefer and sort. `limit` and `fields` can differ. Cannot be combined with `page`.',
  maxLength: 500,
  ...extension,
});

/** A position in a list from which to continue. */
interface Cursor {
  /** The number of records before the position when the cursor was created. */
  passed: number;
  /** The sort values of the last record before the position. */
  after: SortValues;
}

/**
 * Encodes a position as opaque text. It holds the sort values of the last record, so that paging returns every record
 * whose values do not change exactly once, whatever is added or removed meanwhile.
 * @param list the filters and the sort; the cursor of one list is rejected by another
 */
export function writeCursor({ passed, after }: Cursor, list: unknown): string {
  const place = [passed, ...after];
  return Buffer.from(JSON.stringify([...place, checksumOf(place, list)])).toString('base64url');
}

/** @throws ApiError `invalid_parameter` where the text is not a cursor of this list */
export function readCursor(text: string, list: unknown, order: Order): Cursor {
  const parts = parseCursor(text);
  const place = parts.slice(0, -1) as [number, ...SortValues];
  if (place.length !== order.length + 1 || !isPlace(place, order))
    throw refusedCursor(text, 'the value is not a cursor of this service');
  if (parts.at(-1) !== checksumOf(place, list)) {
    throw refusedCursor(
      text,
      'the cursor belongs to other filters, another q, prefer or sort, or was modified',
    );
  }
  const [passed, ...after] = place;
  return { passed, after };
}

function parseCursor(text: string): unknown[] {
  try {
    const json = Buffer.from(text, 'base64url');
    const parts: unknown = JSON.parse(json.toString());
    return Array.isArray(parts) && json.toString('base64url') === text ? parts : [];
  } catch {
    return [];
  }
}

function isPlace([passed, ...after]: unknown[], order: Order): boolean {
  const isNumber = (value: unknown) => Number.isFinite(value);
  const isWhole = (value: unknown) => isNumber(value) && Math.abs(value as number) <= 2 ** 53;
  const isOf = { whole: isWhole, decimal: isNumber, text: (value: unknown) => typeof value === 'string' };
  return isWhole(passed) && order.every(({ values }, key) => isOf[values](after[key]));
}

/** Detects accidental changes and cursors of other lists; it is not a security measure. */
function checksumOf(place: SortValues, list: unknown): string {
  return hash('sha256', JSON.stringify([place, list]), 'base64url').slice(0, 16);
}

function refusedCursor(value: string, reason: string): ApiError {
  const message = `cursor: ${reason}. Use meta.next_cursor of a response with the same filters, q, prefer and sort.`;
  const problem: Problem = { parameter: 'cursor', code: 'invalid_cursor', message, value: cut(value) };
  return new ApiError('invalid_parameter', { details: [problem] });
}

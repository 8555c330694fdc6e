import { UnrecoverableError } from 'bullmq';
import { endOfString, type NextRecord, nextArrayElement } from './next-record.ts';

/**
 * Where the records of a JSON object begin that has them in an array one level deep, as `{"total": 2, "lots": [{…}]}`:
 * behind the bracket.
 * @param bytes the beginning of the file
 * @returns undefined where no property begins with an array of objects, or another object follows: one a line
 * @throws UnrecoverableError when there are several such arrays
 */
export function findNestedArray(bytes: Buffer): number | undefined {
  let depth = 0;
  let found: number | undefined;
  for (let at = 0; at < bytes.length; at++) {
    const character = String.fromCharCode(bytes[at]!);
    if (character === '"') {
      at = endOfString(bytes, at);
      if (at === -1) break;
    } else if (character === '[' || character === '{') {
      if (depth === 0 && found !== undefined) return undefined;
      if (character === '[' && depth === 1 && nextVisible(bytes, at + 1) === '{') {
        if (found !== undefined) throw new UnrecoverableError(severalArrays);
        found = at + 1;
      }
      depth++;
    } else if (character === ']' || character === '}') {
      depth--;
      if (depth === 0 && found === undefined) return undefined;
    }
  }
  return found;
}

const severalArrays =
  'The JSON object has several arrays of objects. Save the one with the records as a file of its own.';

function nextVisible(bytes: Buffer, from: number): string | undefined {
  const at = bytes.subarray(from, from + 1_000).findIndex((byte) => byte > 0x20);
  return at === -1 ? undefined : String.fromCharCode(bytes[from + at]!);
}

/** How much may follow the array in its object. */
const maxRest = 2 ** 20;

/**
 * The elements of an array within an object, from behind its bracket. What follows the array may hold anything but
 * another array of objects.
 */
export const nextNestedElement: NextRecord = (buffer, from, atEnd) => {
  let start = from;
  while (start < buffer.length && (buffer[start]! <= 0x20 || buffer[start] === 0x2c)) start++;
  if (start === buffer.length) {
    if (atEnd) throw new UnrecoverableError('The JSON array is not closed: the file seems to be truncated.');
    return start;
  }
  if (buffer[start] !== 0x5d) return nextArrayElement(buffer, start, atEnd);
  if (!atEnd && buffer.length - start < maxRest) return start;
  const rest = buffer.subarray(start + 1);
  // As if the array before had none: the depth is that of the object.
  if (findNestedArray(Buffer.concat([Buffer.from('{'), rest])) !== undefined) {
    throw new UnrecoverableError(severalArrays);
  }
  if (!atEnd) throw new UnrecoverableError('More than 1 MiB follows the array of the JSON object.');
  return null;
};

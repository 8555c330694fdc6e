import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import { flatFields, parsePlainJson } from './flat-fields.ts';
import {
  countLines,
  type NextRecord,
  type Place,
  type Reading,
  readBatches,
  rejected,
  type SourceRecord,
  textOf,
} from './read-batches.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const openBrace = 0x7b;
const closingBrace = 0x7d;

/** Reads a record of JSON; with a profile the values of nested objects become columns, and NaN is null. */
export function jsonReader(encoding: string, isFlat: boolean): Reading['read'] {
  const parse = isFlat ? parsePlainJson : JSON.parse;
  return (bytes, at) => {
    const { problem, ...text } = textOf(bytes, at, encoding);
    if (problem) return [{ ...text, problem }];
    try {
      const fields = parse(text.raw);
      if (isObject(fields)) return [{ ...text, fields: isFlat ? flatFields(fields) : fields }];
      return [{ ...text, problem: rejected('json_syntax', 'The line is not a JSON object.') }];
    } catch (error) {
      return [{ ...text, problem: rejected('json_syntax', (error as Error).message) }];
    }
  };
}

/**
 * Finds the elements of a list, or the properties of an object, after its opening bracket.
 * @param checkRest checks what follows the closing bracket, as far as it is in the buffer; returns whether more is needed
 * @throws UnrecoverableError when the list is never closed
 */
export function nextMember(
  opening: '[' | '{',
  checkRest: (buffer: Buffer, from: number, atEnd: boolean) => boolean,
): NextRecord {
  const closing = opening === '{' ? closingBrace : closingBracket;
  return (buffer, from, atEnd) => {
    const start = skipSpace(buffer, from);
    if (buffer[start] === closing) return checkRest(buffer, start + 1, atEnd) ? start : null;
    const end = start === buffer.length ? -1 : memberAt(buffer, start, closing).end;
    if (end !== -1) return { start, end };
    if (atEnd) throw new UnrecoverableError('The JSON array is not closed: the file seems to be truncated.');
    return start;
  };
}

/** Only white space may follow an array. */
export function onlySpace(buffer: Buffer, from: number, atEnd: boolean): boolean {
  let at = from;
  while (at < buffer.length && isSpace(buffer[at]!)) at++;
  if (at < buffer.length)
    throw new UnrecoverableError('Text follows the end of the JSON array. A file must contain one array.');
  return !atEnd;
}

/** Maximum number of bytes after an array in its object. */
const maxRest = 2 ** 20;

/** Anything may follow an array within an object, except another array of objects. */
export function noOtherArray(buffer: Buffer, from: number, atEnd: boolean): boolean {
  if (!atEnd && buffer.length - from < maxRest) return true;
  // The brace restores the depth of the object.
  if (findNestedArray(Buffer.concat([Buffer.from('{'), buffer.subarray(from)])) !== undefined)
    throw new UnrecoverableError(severalArrays);
  if (!atEnd) throw new UnrecoverableError('More than 1 MiB follows the array of the JSON object.');
  return false;
}

/**
 * Finds the array of records in a JSON object such as `{"total": 2, "lots": [{…}]}`.
 * @param bytes the beginning of the text
 * @returns the position after the bracket; undefined if no property is an array of objects, or if another object follows,
 *   as in NDJSON
 * @throws UnrecoverableError when there are several such arrays
 */
export function findNestedArray(bytes: Buffer): number | undefined {
  let depth = 0;
  let found: number | undefined;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
      if (at === -1) break;
    } else if (byte === openBracket || byte === openBrace) {
      if (depth === 0 && found !== undefined) return undefined;
      if (byte === openBracket && depth === 1 && bytes[skipSpace(bytes, at + 1)] === openBrace) {
        if (found !== undefined) throw new UnrecoverableError(severalArrays);
        found = at + 1;
      }
      depth++;
    } else if (isClosing(byte)) {
      depth--;
      if (depth === 0 && found === undefined) return undefined;
    }
  }
  return found;
}

const severalArrays =
  'The JSON object has several arrays of objects. Name the one with the records in a profile (records: lots), or save it as a file of its own.';

type Fields = Record<string, unknown>;

/** A list within JSON text: the position after its bracket, and the path from its elements on. */
interface List {
  start: number;
  rest: string[];
}

/** The first list along a path such as `sales.lots`, from the value at a position; undefined if there is none. */
export function listAlong(bytes: Buffer, at: number, path: string[]): List | undefined {
  const [name, ...rest] = path;
  if (bytes[at] === openBracket) return { start: at + 1, rest: path };
  if (bytes[at] !== openBrace || name === undefined) return undefined;
  if (name === '*') return { start: at + 1, rest };
  for (const { key, start } of membersOf(bytes, at + 1))
    if (key === name) return listAlong(bytes, start, rest);
  return undefined;
}

/** An element of an array or a property of an object. */
interface Member {
  key?: string;
  /** Position of its value. */
  start: number;
  /** Position of the comma or bracket after it; -1 if it is not in the buffer. */
  end: number;
}

/** The members from a position on, up to the closing bracket or the first that the buffer does not have whole. */
function* membersOf(bytes: Buffer, from: number): Generator<Member> {
  const closing = closingOf(bytes[from - 1]);
  for (
    let at = skipSpace(bytes, from);
    at < bytes.length && bytes[at] !== closing;
    at = skipSpace(bytes, at)
  ) {
    const member = memberAt(bytes, at, closing);
    yield member;
    if (member.end === -1) return;
    at = member.end;
  }
}

/** The member at a position: in an object its value follows its key. A surplus bracket belongs to it. */
function memberAt(bytes: Buffer, at: number, closing: number): Member {
  const keyEnd = bytes[at] === quote ? endOfString(bytes, at) : -1;
  const afterKey = keyEnd === -1 ? -1 : skipSpace(bytes, keyEnd + 1);
  if (bytes[afterKey] !== colon) return { start: at, end: endOfValue(bytes, at, closing) };
  const start = skipSpace(bytes, afterKey + 1);
  const key = attempt(() => JSON.parse(bytes.toString('utf8', at, keyEnd + 1))) as string | undefined;
  return { ...(key !== undefined && { key }), start, end: endOfValue(bytes, start, closing) };
}

/** Maximum size of an element of the outer list, such as a sale with all its lots. */
const maxElement = 16 * 2 ** 20;

/**
 * Reads the records that a path leads to, through any lists of an element of the outer one; `*` is every name of an object.
 * The values beside a list are columns of each of its records, with `sale.` before their names, and again for each list in
 * between; the name that `*` stands for is `key`. Elements that cannot be read become rejects.
 * @param beside the text around the outer list
 * @param rest the path from its elements on
 */
export function nestedReading(beside: Beside, rest: string[], encoding: string): Reading {
  const values = valuesBeside(readBeside(beside), {});
  return {
    ...elementsAfter(beside.before, () => false),
    *read(bytes, line) {
      const { key, start, end } = memberAt(bytes, 0, closingOf(beside.before.at(-1)));
      const around = key === undefined ? values : { ...values, key };
      const at = { line: line + countLines(bytes, 0, start), encoding };
      yield* recordsIn(bytes.subarray(start, end === -1 ? bytes.length : end), rest, around, at);
    },
  };
}

/** How the elements of the outer list are found. */
function elementsAfter(before: Buffer, checkRest: Parameters<typeof nextMember>[1]): Omit<Reading, 'read'> {
  return {
    next: nextMember(before.at(-1) === openBrace ? '{' : '[', checkRest),
    maxBytes: maxElement,
    refuseTooLong(line) {
      throw new UnrecoverableError(`The element on line ${line} is longer than 16 MiB, or is never closed.`);
    },
  };
}

/** The text after the elements of the outer list, its closing bracket included. */
export async function textAfter(chunks: AsyncIterable<Buffer>, from: Place, before: Buffer): Promise<Buffer> {
  let after: Buffer = Buffer.alloc(0);
  const elements = elementsAfter(before, (buffer, rest, atEnd) => {
    if (!atEnd && buffer.length - rest < maxRest) return true;
    if (!atEnd) throw new UnrecoverableError('More than 1 MiB follows the list of records.');
    after = buffer.subarray(rest - 1);
    return false;
  });
  for await (const _ of readBatches(chunks, from, { ...elements, read: () => [] }));
  return after;
}

/** The text before the elements of a list, its opening bracket included, and the text after them. */
export interface Beside {
  before: Buffer;
  after: Buffer;
}

/** Without its elements the text is still JSON. */
function readBeside({ before, after }: Beside): unknown {
  try {
    return parsePlainJson(Buffer.concat([before, after]).toString());
  } catch (error) {
    throw new UnrecoverableError(
      `What surrounds the list of records is not JSON: ${(error as Error).message}`,
    );
  }
}

/** The values beside a list, and those of the lists around it, by the names that they have in its records. */
function valuesBeside(value: unknown, around: Fields): Fields {
  const own = Object.entries(isObject(value) ? flatFields(value) : {}).filter(([, one]) => one !== '');
  return joined(
    Object.fromEntries(Object.entries(around).map(([name, one]) => [`sale.${name}`, one])),
    Object.fromEntries(own.map(([name, one]) => [name.startsWith('sale.') ? name : `sale.${name}`, one])),
  );
}

/** @throws UnrecoverableError when both have a value of the same name */
function joined(outer: Fields, inner: Fields): Fields {
  const name = Object.keys(inner).find((one) => Object.hasOwn(outer, one));
  if (name === undefined) return { ...outer, ...inner };
  throw new UnrecoverableError(
    `A record and what it lies in both have a value named "${name}". Rename one of them in the file.`,
  );
}

/** The records of an element, along the rest of the path. */
function* recordsIn(
  bytes: Buffer,
  path: string[],
  around: Fields,
  { line, encoding }: { line: number; encoding: string },
): Generator<SourceRecord> {
  const list = listAlong(bytes, 0, path);
  const members = list ? [...membersOf(bytes, list.start)] : [];
  const end = members.at(-1)?.end ?? list?.start;
  const { problem, raw } = textOf(
    list ? Buffer.concat([bytes.subarray(0, list.start), bytes.subarray(end)]) : bytes,
    line,
    encoding,
  );
  const value = problem ? undefined : attempt(() => parsePlainJson(raw));
  if (list && value !== undefined) {
    const beside = valuesBeside(value, around);
    let at = 0;
    let memberLine = line;
    for (const { key, start, end } of members) {
      memberLine += countLines(bytes, at, start);
      at = start;
      const outer = key === undefined ? beside : { ...beside, key };
      yield* recordsIn(bytes.subarray(start, end), list.rest, outer, { line: memberLine, encoding });
    }
  } else if (!isObject(value)) {
    const text = textOf(bytes, line, encoding);
    yield {
      line,
      raw: text.raw.replace(/[\r\n]/g, ' '),
      problem: problem ?? text.problem ?? rejected('json_syntax', 'The element is not a JSON object.'),
    };
  } else {
    // A sale without its list is not a lot.
    const fields = path.length > 0 ? valuesBeside(value, around) : joined(around, flatFields(value));
    const { problem, ...text } = textOf(Buffer.from(JSON.stringify(fields)), line, encoding);
    yield problem ? { ...text, problem } : { ...text, fields };
  }
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

const closingOf = (opening: number | undefined) => (opening === openBrace ? closingBrace : closingBracket);

const isClosing = (byte: number | undefined) => byte === closingBracket || byte === closingBrace;

/** The position after spaces and commas. */
export function skipSpace(buffer: Buffer, from: number): number {
  let at = from;
  while (at < buffer.length && (isSpace(buffer[at]!) || buffer[at] === comma)) at++;
  return at;
}

/** The position of the comma or closing bracket after a JSON value, or -1. */
function endOfValue(buffer: Buffer, from: number, closing: number): number {
  let depth = 0;
  for (let at = from; at < buffer.length; at++) {
    const byte = buffer[at]!;
    if (byte === quote) {
      at = endOfString(buffer, at);
      if (at === -1) return -1;
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
    } else if (isClosing(byte)) {
      if (depth > 0) depth--;
      else if (byte === closing) return at;
    } else if (byte === comma && depth === 0) {
      return at;
    }
  }
  return -1;
}

/** Position of the quote that ends the JSON string which opens at `open`, or -1. */
function endOfString(buffer: Buffer, open: number): number {
  for (let at = buffer.indexOf(quote, open + 1); at !== -1; at = buffer.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (buffer[at - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === newline || byte === carriageReturn || byte === 0x09;
}

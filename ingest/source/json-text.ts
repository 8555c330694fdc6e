import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import type { Profile } from '../record/profile/profile.ts';
import { nextLine } from './csv-text.ts';
import { flatFields, parsePlainJson } from './flat-fields.ts';
import { type PlainText, startOf } from './plain-text.ts';
import {
  countLines,
  type Place,
  type Reading,
  readBatches,
  rejected,
  type SourceContent,
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
function jsonReader(encoding: string, isFlat: boolean): Reading['read'] {
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
 * The records of JSON: the elements of an array, or of the list that a profile names with a path such as `sales.lots`. The
 * text is read twice: what is truncated is refused at once, and what follows a list belongs to each of its records.
 * @throws UnrecoverableError when there is no such list, several may be meant, or the JSON is truncated
 */
export async function jsonContent(
  { head, encoding, read }: PlainText,
  profile: Profile | undefined,
): Promise<SourceContent> {
  const start = skipSpace(head, startOf(head));
  const records = profile?.records;
  const path = records?.split('.') ?? pathOfArray(head, start);
  if (!path) return lineContent({ head, encoding, read }, profile);
  const list = listAlong(head, start, path);
  if (!list)
    throw new UnrecoverableError(`The file has no list at "${records}", where its records should be.`);
  const first = { byte: list.start, line: 1 + countLines(head, 0, list.start) };
  const before = head.subarray(start, list.start);
  const beside = parseBeside(before, await textAfter(read(first.byte), first, before));
  if (records === undefined && arraysIn(beside) > 0) throw new UnrecoverableError(severalArrays);
  const reading: Reading = {
    ...elementsAfter(before),
    read:
      records === undefined
        ? jsonReader(encoding, profile !== undefined)
        : nestedReader(before, list.rest, valuesBeside(beside, {}), encoding),
  };
  return {
    ...{ format: records === undefined ? 'json' : 'ndjson', encoding },
    batches: (from = first) => readBatches(read(from.byte), from, reading),
  };
}

/** The records of lines of JSON. */
export function lineContent(
  { head, encoding, read }: PlainText,
  profile: Profile | undefined,
): SourceContent {
  const reading = { next: nextLine, read: jsonReader(encoding, profile !== undefined) };
  return {
    ...{ format: 'ndjson', encoding },
    batches: (from = { byte: startOf(head), line: 1 }) => readBatches(read(from.byte), from, reading),
  };
}

/**
 * The path to the array of a file, or to that of an object such as `{"total": 2, "lots": [{…}]}`; undefined for lines of
 * objects.
 */
function pathOfArray(head: Buffer, start: number): string[] | undefined {
  if (head[start] === openBracket) return [];
  if (start === head.length) return undefined;
  if (head[start] !== openBrace)
    throw new UnrecoverableError('The file is neither a JSON array nor lines of JSON objects.');
  const arrays: string[] = [];
  let end = start + 1;
  for (const member of membersOf(head, end)) {
    const isArray = head[member.start] === openBracket;
    if (isArray && head[skipSpace(head, member.start + 1)] === openBrace) arrays.push(member.key ?? '');
    end = member.end;
  }
  const isFollowed = end !== -1 && skipSpace(head, skipSpace(head, end) + 1) < head.length;
  if (arrays.length > 1 && !isFollowed) throw new UnrecoverableError(severalArrays);
  return arrays.length === 0 || isFollowed ? undefined : arrays;
}

const severalArrays =
  'The JSON object has several arrays of objects. Name the one with the records in a profile (records: lots), or save it as a file of its own.';

const arraysIn = (value: unknown): number =>
  isObject(value) ? Object.values(value).filter((one) => Array.isArray(one) && one.some(isObject)).length : 0;

type Fields = Record<string, unknown>;

/** A list within JSON text: the position after its bracket, and the path from its elements on. */
interface List {
  start: number;
  rest: string[];
}

/** The first list along a path such as `sales.lots`, from the value at a position; undefined if there is none. */
function listAlong(bytes: Buffer, at: number, path: string[]): List | undefined {
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

/** Maximum size of an element of the outer list, such as a sale with all its lots, and of what follows the list. */
const maxElement = 16 * 2 ** 20;
const maxRest = 2 ** 20;

/**
 * How the elements of a list, or the values of an object, are found.
 * @param before the text up to its opening bracket
 * @param onEnd gets the text from its closing bracket on, as far as it is in the buffer; returns whether it needs more
 */
function elementsAfter(
  before: Buffer,
  onEnd: (rest: Buffer, atEnd: boolean) => boolean = () => false,
): Omit<Reading, 'read'> {
  const closing = closingOf(before.at(-1));
  return {
    maxBytes: maxElement,
    refuseTooLong(line) {
      throw new UnrecoverableError(`The element on line ${line} is longer than 16 MiB, or is never closed.`);
    },
    next(buffer, from, atEnd) {
      const start = skipSpace(buffer, from);
      if (buffer[start] === closing) return onEnd(buffer.subarray(start), atEnd) ? start : null;
      const end = start === buffer.length ? -1 : memberAt(buffer, start, closing).end;
      if (end !== -1) return { start, end };
      if (atEnd) throw new UnrecoverableError('The JSON is not closed: the file seems to be truncated.');
      return start;
    },
  };
}

/** The text after the elements of a list, its closing bracket included. */
async function textAfter(chunks: AsyncIterable<Buffer>, from: Place, before: Buffer): Promise<Buffer> {
  let after: Buffer = Buffer.alloc(0);
  const elements = elementsAfter(before, (rest, atEnd) => {
    if (!atEnd && rest.length < maxRest) return true;
    if (!atEnd) throw new UnrecoverableError('More than 1 MiB follows the list of records.');
    after = rest;
    return false;
  });
  for await (const _ of readBatches(chunks, from, { ...elements, read: () => [] }));
  return after;
}

/** The value around a list: without its elements the text is still JSON. */
function parseBeside(before: Buffer, after: Buffer): unknown {
  if (before.length === 1 && before[0] === openBracket && after.toString().trim() !== ']')
    throw new UnrecoverableError('Text follows the end of the JSON array. A file must contain one array.');
  try {
    return parsePlainJson(Buffer.concat([before, after]).toString());
  } catch (error) {
    throw new UnrecoverableError(
      `What surrounds the list of records is not JSON: ${(error as Error).message}`,
    );
  }
}

/**
 * Reads the records in an element, through any lists along a path; `*` is every name of an object. The values beside a list
 * are columns of each of its records, with `sale.` before their names, and again for each list in between; the name that
 * `*` stands for is `key`. Elements that cannot be read become rejects.
 */
function nestedReader(before: Buffer, path: string[], values: Fields, encoding: string): Reading['read'] {
  return (bytes, line) => {
    const { key, start } = memberAt(bytes, 0, closingOf(before.at(-1)));
    const around = key === undefined ? values : { ...values, key };
    return recordsIn(bytes.subarray(start), path, around, {
      line: line + countLines(bytes, 0, start),
      encoding,
    });
  };
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
function skipSpace(buffer: Buffer, from: number): number {
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

import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import type { Profile } from '../record/profile/profile.ts';
import { nextLine } from './csv-text.ts';
import { beginningOf, type PlainText, startOf } from './plain-text.ts';
import {
  countLines,
  type Reading,
  rejected,
  type SourceContent,
  type SourceRecord,
  textOf,
  textReader,
} from './read-batches.ts';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closingBracket = 0x5d;
const openBrace = 0x7b;
const closingBrace = 0x7d;

type Fields = Record<string, unknown>;

/** How the records in a JSON text are read. */
interface JsonReading {
  encoding: string;
  /** Whether the values of nested objects become columns, and NaN is null: with a profile. */
  isFlat: boolean;
}

/** The records of lines of JSON. */
export function lineContent(
  { head, encoding, read }: PlainText,
  profile: Profile | undefined,
): SourceContent {
  const how = { encoding, isFlat: profile !== undefined };
  const reading: Reading = { next: nextLine, read: (bytes, line) => [recordIn(bytes, line, how)] };
  return { format: 'ndjson', encoding, ...textReader(read, { byte: startOf(head), line: 1 }, reading) };
}

/**
 * The records of JSON: the elements of an array, or of the list that a profile names with a path such as `sales.lots`. The
 * text is read twice: what is truncated is refused at once, and what follows a list belongs to each of its records.
 * @param findRecords finds the path in the beginning of the text if the profile names none
 * @throws UnrecoverableError when there is no such list, several may be meant, or the JSON is truncated
 */
export async function jsonContent(
  text: PlainText,
  profile: Profile | undefined,
  findRecords?: (text: string) => string | undefined,
): Promise<SourceContent> {
  const { head, encoding, read } = text;
  const start = skipSpace(head, startOf(head));
  const records = profile?.records ?? findRecords?.(head.toString());
  const path = records?.split('.') ?? pathOfArray(head, start);
  if (!path) return lineContent(text, profile);
  const list = listAlong(head, start, path);
  if (!list)
    throw new UnrecoverableError(`The file has no list at "${records}", where its records should be.`);
  const first = { byte: list.start, line: 1 + countLines(head, list.start) };
  const before = head.subarray(start, list.start);
  const closing = closingOf(before.at(-1));
  const elements = elementsUntil(closing);
  const scan = textReader(read, first, { ...elements, read: () => [] });
  for await (const _ of scan.batches());
  const after = await beginningOf(read(scan.reached().byte), maxRest + 1);
  if (after.length > maxRest) throw new UnrecoverableError('More than 1 MiB follows the list of records.');
  const beside = parseBeside(Buffer.concat([before, after]));
  if (records !== undefined) {
    const values = valuesBeside(beside, {});
    const nested = (bytes: Buffer, line: number) => {
      const member = { ...memberAt(bytes, 0, closing), end: bytes.length };
      return recordsOf([member], { bytes, line, path: list.rest, around: values, encoding });
    };
    return { format: 'ndjson', encoding, records, ...textReader(read, first, { ...elements, read: nested }) };
  }
  if (arraysIn(beside) > 0) throw new UnrecoverableError(severalArrays);
  const how = { encoding, isFlat: profile !== undefined };
  const single: Reading['read'] = (bytes, line) => [recordIn(bytes, line, how)];
  return { format: 'json', encoding, ...textReader(read, first, { ...elements, read: single }) };
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
  for (let at = skipSpace(bytes, from); at < bytes.length && bytes[at] !== closing; ) {
    const member = memberAt(bytes, at, closing);
    yield member;
    if (member.end === -1) return;
    at = skipSpace(bytes, member.end);
  }
}

/** The member at a position: in an object its value follows its key. A surplus bracket belongs to it. */
function memberAt(bytes: Buffer, at: number, closing: number): Member {
  const keyEnd = closing === closingBrace && bytes[at] === quote ? endOfString(bytes, at) : -1;
  const afterKey = keyEnd === -1 ? -1 : skipSpace(bytes, keyEnd + 1);
  if (bytes[afterKey] !== colon) return { start: at, end: endOfValue(bytes, at, closing) };
  const start = skipSpace(bytes, afterKey + 1);
  const key = attempt(() => JSON.parse(bytes.toString('utf8', at, keyEnd + 1))) as string | undefined;
  return { ...(key !== undefined && { key }), start, end: endOfValue(bytes, start, closing) };
}

/** Maximum size of an element of the outer list, such as a sale with all its lots, and of what follows the list. */
const maxElement = 16 * 2 ** 20;
const maxRest = 2 ** 20;

/** How the elements of a list, or the values of an object, are found up to its closing bracket. */
function elementsUntil(closing: number): Omit<Reading, 'read'> {
  return {
    maxBytes: maxElement,
    refuseTooLong(line) {
      throw new UnrecoverableError(`The element on line ${line} is longer than 16 MiB, or is never closed.`);
    },
    next(bytes, atEnd) {
      const start = skipSpace(bytes, 0);
      if (bytes[start] === closing) return { start, isEnd: true };
      const end = start === bytes.length ? -1 : memberAt(bytes, start, closing).end;
      if (end !== -1) return { start, end };
      if (atEnd) throw new UnrecoverableError('The JSON is not closed: the file seems to be truncated.');
      return { start };
    },
  };
}

/** The value around a list: without its elements the text is still JSON. */
function parseBeside(text: Buffer): unknown {
  try {
    return parsePlainJson(text.toString());
  } catch (error) {
    throw new UnrecoverableError(
      `What surrounds the list of records is not JSON: ${(error as Error).message}`,
    );
  }
}

/** Text that has records, and where they are in it. */
interface Nested {
  bytes: Buffer;
  line: number;
  /** The path from here on. */
  path: string[];
  /** The values beside the lists around it. */
  around: Fields;
  encoding: string;
}

/**
 * The records in a value, through any lists along the path; `*` is every name of an object. The values beside a list are
 * columns of each of its records, with `sale.` before their names, and again for each list in between; the name that `*`
 * stands for is `key`. Values that cannot be read become rejects.
 */
function* recordsIn({ bytes, line, path, around, encoding }: Nested): Generator<SourceRecord> {
  const list = listAlong(bytes, 0, path);
  if (list) {
    const members = [...membersOf(bytes, list.start)];
    const end = members.at(-1)?.end ?? list.start;
    const rest = textOf(Buffer.concat([bytes.subarray(0, list.start), bytes.subarray(end)]), line, encoding);
    const value = rest.problem ? undefined : attempt(() => parsePlainJson(rest.raw));
    if (value !== undefined) {
      const beside = valuesBeside(value, around);
      return yield* recordsOf(members, { bytes, line, path: list.rest, around: beside, encoding });
    }
  }
  const record = recordIn(bytes, line, { encoding, isFlat: true });
  if ('problem' in record) return yield record;
  // A sale without its list is not a lot.
  const fields = path.length > 0 ? valuesBeside(record.fields, around) : joined(around, record.fields);
  const { problem, ...text } = textOf(Buffer.from(JSON.stringify(fields)), line, encoding);
  yield problem ? { ...text, problem } : { ...text, fields };
}

function* recordsOf(members: Iterable<Member>, within: Nested): Generator<SourceRecord> {
  const { bytes, around } = within;
  let { line } = within;
  let at = 0;
  for (const { key, start, end } of members) {
    line += countLines(bytes.subarray(at), start - at);
    at = start;
    const values = key === undefined ? around : { ...around, key };
    yield* recordsIn({ ...within, bytes: bytes.subarray(start, end), line, around: values });
  }
}

/** The record in a JSON text; with a profile the values of nested objects become columns, and NaN is null. */
function recordIn(bytes: Buffer, line: number, { encoding, isFlat }: JsonReading): SourceRecord {
  const { problem, ...text } = textOf(bytes, line, encoding);
  if (problem) return { ...text, problem };
  try {
    const value = isFlat ? parsePlainJson(text.raw) : JSON.parse(text.raw);
    if (isObject(value)) return { ...text, fields: isFlat ? flatFields(value) : value };
    return { ...text, problem: rejected('json_syntax', 'The record is not a JSON object.') };
  } catch (error) {
    return { ...text, problem: rejected('json_syntax', (error as Error).message) };
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

/**
 * The values of an object by dot paths, such as `price.amount`. A list of plain values is a text joined by semicolons; a
 * list with objects stays as it is.
 */
export function flatFields(value: Fields): Fields {
  return Object.fromEntries(entriesOf(value, ''));
}

function* entriesOf(value: Fields, prefix: string): Generator<[string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    const isPlainList = Array.isArray(inner) && !inner.some((one) => typeof one === 'object' && one !== null);
    if (isObject(inner)) yield* entriesOf(inner, `${prefix}${name}.`);
    else yield [prefix + name, isPlainList ? inner.filter((one) => one !== null).join('; ') : inner];
  }
}

/** A string of JSON, closed or not, or a number that is not one, as Python writes it. */
const notNumbers = /"(?:[^"\\]|\\[\s\S])*\\?"?|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses JSON in which NaN, Infinity and -Infinity mean null.
 * @throws SyntaxError
 */
export function parsePlainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const plain = text.replace(notNumbers, (found) => (found.startsWith('"') ? found : 'null'));
    if (plain === text) throw error;
    return JSON.parse(plain);
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

/** The position after spaces and commas. */
function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (skipped.includes(bytes[at]!)) at++;
  return at;
}

const skipped = [0x20, 0x0a, 0x0d, 0x09, comma];

/** The position of the comma or closing bracket after a JSON value, or -1. */
function endOfValue(bytes: Buffer, from: number, closing: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) {
      at = endOfString(bytes, at);
      if (at === -1) return -1;
    } else if (byte === openBrace || byte === openBracket) {
      depth++;
    } else if (depth > 0 && (byte === closingBrace || byte === closingBracket)) {
      depth--;
    } else if (depth === 0 && (byte === closing || byte === comma)) {
      return at;
    }
  }
  return -1;
}

/** Position of the quote that ends the JSON string which opens at `open`, or -1. */
function endOfString(bytes: Buffer, open: number): number {
  for (let at = bytes.indexOf(quote, open + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (bytes[at - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import type { Profile } from '../record/profile/profile.ts';
import { nextLine } from './csv-text.ts';
import { beginningOf, type PlainText, startOf, withoutFirst } from './plain-text.ts';
import {
  countLines,
  type Finding,
  type Reading,
  rejected,
  type SourceContent,
  type SourceRecord,
  spansOf,
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

/** The records of lines of JSON. */
export function lineContent(
  { head, encoding, read }: PlainText,
  profile: Profile | undefined,
): SourceContent {
  const reading = { next: nextLine, read: singly(encoding, profile) };
  return { format: 'ndjson', encoding, ...textReader(read, startOf(head), reading) };
}

/** Each span is a record. */
const singly =
  (encoding: string, profile: Profile | undefined): Reading['read'] =>
  (span) => [recordIn(span, encoding, profile !== undefined)];

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
  const elements = elementsUntil(list.closing);
  let end = list.start;
  for await (const span of spansOf(read(), list.start, elements)) ({ end } = span);
  const after = await beginningOf(withoutFirst(read(), end), maxRest + 1);
  if (after.length > maxRest) throw new UnrecoverableError('More than 1 MiB follows the list of records.');
  const beside = parseBeside(Buffer.concat([head.subarray(start, list.start), after]));
  if (records !== undefined) {
    const around = valuesBeside(beside, {});
    const nested: Reading['read'] = ({ bytes, line }) =>
      recordsOf({ start: 0, closing: list.closing, rest: list.rest }, { bytes, line, around, encoding });
    const reader = textReader(read, list.start, { ...elements, read: nested });
    return { format: 'ndjson', encoding, records, ...reader };
  }
  if (Object.values(beside as object).some((one) => Array.isArray(one) && one.some(isObject))) {
    throw new UnrecoverableError(
      'The JSON object has several arrays of objects. Name the one with the records in a profile (records: lots), or save it as a file of its own.',
    );
  }
  const reader = textReader(read, list.start, { ...elements, read: singly(encoding, profile) });
  return { format: 'json', encoding, ...reader };
}

/**
 * The path to the array of a file, or to the first of an object such as `{"total": 2, "lots": [{…}]}`; undefined for lines
 * of objects.
 */
function pathOfArray(head: Buffer, start: number): string[] | undefined {
  if (head[start] === openBracket) return [];
  if (start === head.length) return undefined;
  if (head[start] !== openBrace)
    throw new UnrecoverableError('The file is neither a JSON array nor lines of JSON objects.');
  const members = [...membersOf(head, { start: start + 1, closing: closingBrace })];
  const array = members.find(
    (one) => head[one.start] === openBracket && head[skipSpace(head, one.start + 1)] === openBrace,
  );
  const isFollowed = skipSpace(head, (members.at(-1)?.end ?? start + 1) + 1) < head.length;
  return array && !isFollowed ? [array.key ?? ''] : undefined;
}

/** A list within JSON text: its elements begin behind a bracket, and end before the closing one. */
interface List {
  start: number;
  closing: number;
}

/** The first list along a path such as `sales.lots`, from the value at a position; undefined if there is none. */
function listAlong(bytes: Buffer, at: number, path: string[]): (List & { rest: string[] }) | undefined {
  const [name, ...rest] = path;
  if (bytes[at] === openBracket) return { start: at + 1, closing: closingBracket, rest: path };
  if (bytes[at] !== openBrace || name === undefined) return undefined;
  const members = { start: at + 1, closing: closingBrace };
  if (name === '*') return { ...members, rest };
  for (const { key, start } of membersOf(bytes, members))
    if (key === name) return listAlong(bytes, start, rest);
  return undefined;
}

/** An element of an array or a property of an object. */
interface Member {
  key?: string | undefined;
  /** Position of its value. */
  start: number;
  /** Position of the comma or bracket after it, or of the end of the buffer. */
  end: number;
}

/** The members of a list, up to the closing bracket or the end of the buffer. A surplus bracket belongs to its member. */
function* membersOf(bytes: Buffer, { start: from, closing }: List): Generator<Member> {
  for (let at = skipSpace(bytes, from); at < bytes.length && bytes[at] !== closing; ) {
    const end = endOfValue(bytes, at, closing);
    const keyEnd = closing === closingBrace ? endOfValue(bytes, at, colon) : end;
    if (bytes[keyEnd] === colon) {
      const key = attempt(() => JSON.parse(bytes.toString('utf8', at, keyEnd))) as string | undefined;
      yield { key, start: skipSpace(bytes, keyEnd + 1), end };
    } else yield { start: at, end };
    at = skipSpace(bytes, end);
  }
}

/** Maximum size of an element of the outer list, such as a sale with all its lots, and of what follows the list. */
const maxElement = 16 * 2 ** 20;
const maxRest = 2 ** 20;

/** How the elements of a list, or the values of an object, are found up to its closing bracket. */
function elementsUntil(closing: number): Finding {
  return {
    isWhole: true,
    next(bytes, atEnd, line) {
      const start = skipSpace(bytes, 0);
      if (bytes[start] === closing) return { start, isEnd: true };
      const end = endOfValue(bytes, start, closing);
      if (end < bytes.length) return { start, end };
      if (bytes.length > maxElement)
        throw new UnrecoverableError(
          `The element on line ${line} is longer than 16 MiB, or is never closed.`,
        );
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

/** Text that has records. */
interface Nested {
  bytes: Buffer;
  line: number;
  /** The values beside the lists around it. */
  around: Fields;
  encoding: string;
}

/**
 * The records in a value, through any lists along the path; `*` is every name of an object. The values beside a list are
 * columns of each of its records, with `sale.` before their names, and again for each list in between; the name that `*`
 * stands for is `key`. Values that cannot be read become rejects.
 */
function* recordsIn(path: string[], within: Nested): Generator<SourceRecord> {
  const { bytes, line, around, encoding } = within;
  const list = listAlong(bytes, 0, path);
  if (list) {
    const end = [...membersOf(bytes, list)].at(-1)?.end ?? list.start;
    const rest = Buffer.concat([bytes.subarray(0, list.start), bytes.subarray(end)]);
    const { raw, problem } = textOf({ bytes: rest, line }, encoding);
    const value = problem ? undefined : attempt(() => parsePlainJson(raw));
    if (value !== undefined)
      return yield* recordsOf(list, { ...within, around: valuesBeside(value, around) });
  }
  const record = recordIn(within, encoding, true);
  if ('problem' in record) return yield record;
  // A sale without its list is not a lot.
  const fields = path.length > 0 ? valuesBeside(record.fields, around) : joined(around, record.fields);
  const text = textOf({ bytes: Buffer.from(JSON.stringify(fields)), line }, encoding);
  const { problem } = text;
  yield problem ? { ...text, problem } : { ...text, fields };
}

/** @param rest the path from the elements of the list on */
function* recordsOf({ rest, ...list }: List & { rest: string[] }, within: Nested): Generator<SourceRecord> {
  const { bytes, around } = within;
  let [line, at] = [within.line, 0];
  for (const { key, start, end } of membersOf(bytes, list)) {
    line += countLines(bytes.subarray(at), start - at);
    at = start;
    const values = key === undefined ? around : { ...around, key };
    yield* recordsIn(rest, { ...within, bytes: bytes.subarray(start, end), line, around: values });
  }
}

/**
 * The record in a JSON text.
 * @param isFlat whether the values of nested objects become columns, and NaN is null: with a profile
 */
function recordIn(span: Parameters<typeof textOf>[0], encoding: string, isFlat: boolean): SourceRecord {
  const { problem, ...text } = textOf(span, encoding);
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

const entriesOf = (value: Fields, prefix: string): [string, unknown][] =>
  Object.entries(value).flatMap(([name, inner]) => {
    if (isObject(inner)) return entriesOf(inner, `${prefix}${name}.`);
    const isPlainList = Array.isArray(inner) && !inner.some((one) => typeof one === 'object' && one !== null);
    return [[prefix + name, isPlainList ? inner.filter((one) => one !== null).join('; ') : inner]];
  });

/** A string of JSON, closed or not, or a number that is not one, as Python writes it. */
const notNumbers = /"(?:[^"\\]|\\[\s\S])*\\?"?|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses JSON in which NaN, Infinity and -Infinity mean null.
 * @throws SyntaxError
 */
export function parsePlainJson(text: string): unknown {
  const hasOthers = /NaN|Infinity/.test(text);
  const withNull = () => text.replace(notNumbers, (found) => (found.startsWith('"') ? found : 'null'));
  return JSON.parse(hasOthers ? withNull() : text);
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/** The position after spaces and commas. */
function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (skipped.includes(bytes[at]!)) at++;
  return at;
}

const skipped = [0x20, 0x0a, 0x0d, 0x09, comma];

/** The position of the comma or closing character after a JSON value, else the end of the text. */
function endOfValue(bytes: Buffer, from: number, closing: number): number {
  let depth = 0;
  let isText = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) isText = !isText;
    else if (isText) {
      if (byte === backslash) at++;
    } else if (byte === openBrace || byte === openBracket) depth++;
    else if (depth > 0 && (byte === closingBrace || byte === closingBracket)) depth--;
    else if (depth === 0 && (byte === closing || byte === comma)) return at;
  }
  return bytes.length;
}

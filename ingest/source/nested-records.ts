import type { FileHandle } from 'node:fs/promises';
import { UnrecoverableError } from 'bullmq';
import { isObject } from '../record/profile/expand-profile.ts';
import { flatFields, parsePlainJson } from './flat-fields.ts';
import { countLines, endOfString, endOfValue, skipSpace } from './next-record.ts';
import { readBeginning } from './source-file.ts';

/** Maximum size of what precedes the outer list of a file, and of what follows it. */
const maxBeside = 2 ** 20;

/** Maximum size of an element of the outer list, such as a sale with all its lots. */
const maxElement = 16 * 2 ** 20;

/** Where the records of a JSON file are, as in a profile, and how the file is encoded. */
export interface NestedOptions {
  records: string;
  encoding?: string | undefined;
}

type Fields = Record<string, unknown>;
type Read = (bytes: Buffer) => unknown;

/**
 * Reads the records of a JSON file as lines of flat objects, each on its line of the file unless others stand there.
 * A path such as `sales.lots` leads to them, through any lists; `*` is every name of an object. The values beside a list
 * are columns of each of its records, with `sale.` before their names, and again for each list in between; the name
 * that `*` stands for is `key`. Elements that cannot be read stay as they are, and become rejects.
 * @throws UnrecoverableError when the path leads to no list, or the file is truncated
 */
export async function* nestedRecords(
  file: FileHandle,
  { records, encoding = 'utf-8' }: NestedOptions,
): AsyncGenerator<Buffer | string> {
  const head = await readBeginning(file, maxBeside);
  const start = head.findIndex((byte) => byte === openBracket || byte === openBrace);
  const list = listAlong(head, start, records.split('.'));
  if (!list)
    throw new UnrecoverableError(`The file has no list at "${records}", where its records should be.`);
  const decoder = new TextDecoder(encoding, { fatal: true });
  const read: Read = (bytes) => parsePlainJson(decoder.decode(bytes));
  // Without its elements the file is still valid JSON.
  const beside = Buffer.concat([head.subarray(0, list.start), await restAfter(file, list.start)]);
  const values = valuesBeside(readBeside(beside, read), {});
  // The mark of UTF-8, so that the encoding of the profile is ignored.
  yield '\ufeff';
  let line = 1;
  for await (const { value, key, line: at } of elementsOf(
    file,
    list.start,
    1 + countLines(head, 0, list.start),
  )) {
    for (const record of recordsIn(value, list.rest, { ...values, ...key }, at, read)) {
      const padding = Math.max(0, record.line - line);
      line += padding + 1;
      yield '\n'.repeat(padding);
      yield record.fields ? JSON.stringify(record.fields) : withoutLineEnds(record.raw);
      yield '\n';
    }
  }
}

/** A list within JSON text: the position after its bracket, and the path from its elements on. */
interface List {
  start: number;
  rest: string[];
}

/** The first list along a path, from the value at a position; undefined if there is none. */
function listAlong(bytes: Buffer, at: number, path: string[]): List | undefined {
  const [name, ...rest] = path;
  if (bytes[at] === openBracket) return { start: at + 1, rest: path };
  if (bytes[at] !== openBrace || name === undefined) return undefined;
  if (name === '*') return { start: at + 1, rest };
  for (let next = at + 1; next !== -1; ) {
    const member = memberAt(bytes, next);
    if (!member) return undefined;
    if (member.key === name) return listAlong(bytes, member.start, rest);
    next = member.end;
  }
  return undefined;
}

const quote = 0x22;
const colon = 0x3a;
const openBracket = 0x5b;
const openBrace = 0x7b;
const isClosing = (byte: number | undefined) => byte === 0x5d || byte === 0x7d;

/** An element of an array or a property of an object. */
interface Member {
  key?: string;
  /** Position of its value. */
  start: number;
  /** Position of the comma or bracket after it; -1 if it is not in the buffer. */
  end: number;
}

/** The next member at or after a position; undefined if the list ends before, or the buffer. */
function memberAt(bytes: Buffer, from: number): Member | undefined {
  const at = skipSpace(bytes, from);
  if (at === bytes.length || isClosing(bytes[at])) return undefined;
  const keyEnd = bytes[at] === quote ? endOfString(bytes, at) : -1;
  const afterKey = keyEnd === -1 ? -1 : skipSpace(bytes, keyEnd + 1);
  if (bytes[afterKey] !== colon) return { start: at, end: endOfValue(bytes, at, isClosing) };
  const start = skipSpace(bytes, afterKey + 1);
  return {
    key: JSON.parse(bytes.toString('utf8', at, keyEnd + 1)),
    start,
    end: endOfValue(bytes, start, isClosing),
  };
}

/** An element of the outer list, and its line. */
interface Element {
  value: Buffer;
  key: { key?: string };
  line: number;
}

/** Reads the elements of the outer list. @returns the position of its closing bracket in the file */
async function* elementsOf(
  file: FileHandle,
  from: number,
  firstLine: number,
): AsyncGenerator<Element, number> {
  let bytes: Buffer = Buffer.alloc(0);
  let position = from;
  let line = firstLine;
  for (;;) {
    const member = memberAt(bytes, 0);
    if (member && member.end !== -1) {
      const { key, start, end } = member;
      line += countLines(bytes, 0, start);
      yield { value: bytes.subarray(start, end), key: key === undefined ? {} : { key }, line };
      line += countLines(bytes, start, end);
      bytes = bytes.subarray(end);
      position += end;
      continue;
    }
    const at = skipSpace(bytes, 0);
    if (isClosing(bytes[at])) return position + at;
    if (bytes.length > maxElement) {
      throw new UnrecoverableError(`The element on line ${line} is longer than 16 MiB, or is never closed.`);
    }
    // The chunks grow with the element, which is searched again after each.
    const chunk = Buffer.allocUnsafe(Math.max(2 ** 18, bytes.length));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, position + bytes.length);
    if (bytesRead === 0)
      throw new UnrecoverableError('The JSON is not closed: the file seems to be truncated.');
    bytes = Buffer.concat([bytes, chunk.subarray(0, bytesRead)]);
  }
}

/** What follows the outer list, from its closing bracket on. */
async function restAfter(file: FileHandle, from: number): Promise<Buffer> {
  const elements = elementsOf(file, from, 1);
  let step = await elements.next();
  while (!step.done) step = await elements.next();
  const rest = Buffer.alloc(maxBeside + 1);
  const { bytesRead } = await file.read(rest, 0, rest.length, step.value);
  if (bytesRead > maxBeside) throw new UnrecoverableError('More than 1 MiB follows the list of records.');
  return rest.subarray(0, bytesRead);
}

function readBeside(bytes: Buffer, read: Read): unknown {
  try {
    return read(bytes);
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

/** The fields of a record, or its text if it cannot be read. */
type NestedRecord = { line: number } & ({ fields: Fields } | { fields?: never; raw: Buffer });

/** The records of an element, along the rest of the path. */
function* recordsIn(
  bytes: Buffer,
  path: string[],
  around: Fields,
  line: number,
  read: Read,
): Generator<NestedRecord> {
  const list = listAlong(bytes, 0, path);
  const members = list ? [...membersOf(bytes, list.start)] : [];
  const value = attempt(() =>
    read(
      list
        ? Buffer.concat([bytes.subarray(0, list.start), bytes.subarray(members.at(-1)?.end ?? list.start)])
        : bytes,
    ),
  );
  if (list && value !== undefined) {
    const beside = valuesBeside(value, around);
    let at = 0;
    let memberLine = line;
    for (const { key, start, end } of members) {
      memberLine += countLines(bytes, at, start);
      at = start;
      const outer = key === undefined ? beside : { ...beside, key };
      yield* recordsIn(bytes.subarray(start, end), list.rest, outer, memberLine, read);
    }
  } else if (!isObject(value)) yield { raw: bytes, line };
  // A sale without its list is not a lot.
  else
    yield { fields: path.length > 0 ? valuesBeside(value, around) : joined(around, flatFields(value)), line };
}

function* membersOf(bytes: Buffer, from: number): Generator<Member> {
  for (
    let member = memberAt(bytes, from);
    member && member.end !== -1;
    member = memberAt(bytes, member.end)
  ) {
    yield member;
  }
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function withoutLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte)));
}

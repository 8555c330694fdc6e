import { maxListValues, maxValueLength } from './parameter.ts';
import { isSpelling, nameAsUnderstood, type VocabularyName } from './vocabulary-names.ts';

/** The parts of a parameter's schema that determine how its text is read. */
export interface ParameterSchema {
  type?: string;
  format?: string;
  enum?: string[];
  items?: { enum?: string[] };
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  default?: unknown;
  maxItems?: number;
  /** The allowed values in words, where the other parts do not define them. */
  'x-allowed'?: string;
  /** The order of the values matters: they are not sorted. */
  'x-ordered'?: boolean;
  'x-vocabulary'?: VocabularyName;
}

/** A value, or why there is none. */
export type Reading = { value: unknown } | { message: string };

/** Reads the texts of one parameter; its schema checks ranges and names afterwards. */
export function readValue(schema: ParameterSchema, texts: string[]): Reading {
  if (texts.some((text) => text.trim() === '')) return { message: 'is empty' };
  const maxLength = schema.type === 'array' ? maxValueLength : (schema.maxLength ?? maxValueLength);
  if (schema.type === 'array') return readList(schema, texts);
  if (texts.length > 1) return { message: 'is given more than once, but takes a single value' };
  const [text] = texts as [string];
  if (lengthOf(text) > maxLength) return { message: `is longer than ${maxLength} characters` };
  switch (schema.type) {
    case 'integer':
      return matching(
        /^(?!-0$)-?(0|[1-9][0-9]*)$/,
        text,
        'is not a whole number written in digits',
        toNumber,
      );
    case 'number':
      return matching(
        /^(?!-0(\.0+)?$)-?(0|[1-9][0-9]*)(\.[0-9]+)?$/,
        text,
        'is not a number written in digits',
        toNumber,
      );
    case 'boolean':
      return matching(/^(true|false)$/, text, 'is neither true nor false', (word) => word === 'true');
    default:
      // Names, days and cursors are compared exactly; only free text is trimmed.
      return { value: schema.enum || schema.format || schema['x-allowed'] ? text : collapseSpaces(text) };
  }
}

/** Characters as JSON Schema counts them: an emoji is one character, although it is two UTF-16 code units. */
const lengthOf = (text: string) => [...text].length;

/** Adding 0 turns -0 into 0. */
const toNumber = (text: string) => Number(text) + 0;

function matching(pattern: RegExp, text: string, message: string, parse: (text: string) => unknown): Reading {
  return pattern.test(text) ? { value: parse(text) } : { message };
}

/** Sorted and without duplicates where the order does not matter, so that equal requests are identical. */
function readList(schema: ParameterSchema, texts: string[]): Reading {
  const wholes = texts.map(collapseSpaces);
  if (wholes.some((whole) => split(whole).includes(''))) return { message: 'has an empty list element' };
  const values = wholes.flatMap((whole) => elements(schema, whole));
  if (values.some((value) => lengthOf(value) > maxValueLength)) {
    return { message: `has a value longer than ${maxValueLength} characters` };
  }
  const maxValues = schema.maxItems ?? maxListValues;
  if (values.length > maxValues)
    return { message: `has more than ${maxValues} value${maxValues === 1 ? '' : 's'}` };
  if (schema['x-ordered']) {
    const repeats = new Set(values).size < values.length;
    return repeats ? { message: 'names a value twice' } : { value: values };
  }
  const alsoWhole = wholes.filter((whole) => isFreeText(schema, whole));
  // A full list stays a list: its whole text would be one value too many.
  return { value: [...new Set([...values, ...alsoWhole])].slice(0, maxValues).sort() };
}

/**
 * The whole value is compared with the known names first, and split at commas only if that fails. Different names that
 * together form a third one are a list: "ruby,spinel" is not the ruby spinel; "Kashmir, India" is a spelling of one
 * name.
 */
function elements(schema: ParameterSchema, whole: string): string[] {
  const parts = split(whole);
  const names = parts.map((part) => knownName(schema, part));
  const name = knownName(schema, whole);
  const areDifferent = !names.includes(undefined) && new Set(names).size > 1;
  if (name !== undefined && (!areDifferent || isSpelling(schema['x-vocabulary']!, name, whole)))
    return [name];
  return parts.map((part, i) => names[i] ?? part);
}

/**
 * A list without any known name also counts as one value, and so does every list of treatments or laboratories: what a
 * source writes, such as "No heat, minor oil", contains commas.
 */
function isFreeText(schema: ParameterSchema, whole: string): boolean {
  if (schema.items?.enum || !whole.includes(',') || lengthOf(whole) > maxValueLength) return false;
  if (writtenFreely.includes(schema['x-vocabulary']!)) return true;
  return [whole, ...split(whole)].every((part) => knownName(schema, part) === undefined);
}

const writtenFreely: VocabularyName[] = ['treatment', 'lab'];

function knownName(schema: ParameterSchema, value: string): string | undefined {
  const vocabulary = schema['x-vocabulary'];
  return vocabulary && nameAsUnderstood(vocabulary, value);
}

function split(whole: string): string[] {
  return whole.split(',').map((part) => part.trim());
}

function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

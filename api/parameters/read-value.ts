import { type VocabularyName, vocabularies } from '../../mappings/named-fields.ts';
import {
  clean,
  isNone,
  isUntreated,
  type ListElement,
  noValue,
  quoted,
  quoteValue,
  splitList,
  untreated,
} from '../../mappings/vocabulary/vocabulary.ts';
import type { ParameterSchema } from './kinds.ts';
import { type Fault, shown } from './problem.ts';

/** A value, or why there is none. */
export type Reading = { value: unknown } | { fault: Fault };

/**
 * Reads the texts of one parameter; its schema checks ranges, names and lengths afterwards.
 * @param isStored whether a text with commas is the value of a lot as a whole
 */
export function readValue(
  schema: ParameterSchema,
  texts: string[],
  isStored: (text: string) => boolean = () => false,
): Reading {
  if (texts.some((text) => text.trim() === '')) return refused('empty', 'the value is empty', '');
  if (schema.type === 'array') return readList(schema, texts, isStored);
  if (texts.length > 1) {
    return {
      fault: { ...repeated(`the parameter is given ${texts.length} times`), advice: 'Send it once.' },
    };
  }
  const [text] = texts as [string];
  switch (schema.type) {
    case 'integer':
      return matching(wholeNumber, text, 'is not a whole number written in digits', toNumber);
    case 'number':
      return matching(
        /^(?!-0(\.0+)?$)-?(0|[1-9][0-9]*)(\.[0-9]+)?$/,
        text,
        'is not a number written in digits',
        toNumber,
      );
    case 'boolean':
      return matching(/^(true|false)$/i, text, 'is neither true nor false', (word) => /^t/i.test(word));
    default: {
      // Names, days and cursors are compared exactly; only free text is cleaned.
      const value = schema.enum || schema.format || schema['x-allowed'] ? text : clean(text);
      return value === '' ? refused('empty', 'the value is empty', text) : { value };
    }
  }
}

const refused = (code: Fault['code'], reason: string, value: string) => ({ fault: { code, reason, value } });

const repeated = (reason: string): Fault => ({ code: 'repeated', reason });

const wholeNumber = /^(?!-0$)-?(0|[1-9][0-9]*)$/;

/** Adding 0 turns -0 into 0. */
const toNumber = (text: string) => Number(text) + 0;

function matching(pattern: RegExp, text: string, reason: string, parse: (text: string) => unknown): Reading {
  return pattern.test(text)
    ? { value: parse(text) }
    : refused('wrong_type', `${shown(text)} ${reason}`, text);
}

/** Sorted where the order does not matter, so that equal requests are identical once duplicates are removed. */
function readList(schema: ParameterSchema, texts: string[], isStored: (text: string) => boolean): Reading {
  const values: string[] = [];
  for (const text of texts) {
    const elements = splitList(text);
    if (!elements) {
      const reason = `a quoted value in ${shown(text)} does not end with its quote`;
      const advice = 'Write "a, b" for a value with a comma, and a double quote inside quotes twice.';
      return { fault: { code: 'invalid_quotes', reason, value: text, advice } };
    }
    if (elements.some(({ value }) => value === '')) {
      return refused('empty', 'a list element is empty', text);
    }
    values.push(...understood(schema, clean(text), elements, isStored));
  }
  if (schema.items?.type === 'integer') {
    const other = values.find((value) => !wholeNumber.test(value));
    if (other === undefined) return { value: values.map(toNumber).sort((a, b) => a - b) };
    return refused('wrong_type', `${shown(other)} is not a whole number written in digits`, other);
  }
  if (!schema['x-ordered']) return { value: values.sort() };
  const twice = values.find((value, place) => values.indexOf(value) < place);
  if (twice === undefined) return { value: values };
  return { fault: { ...repeated(`${shown(twice)} is listed twice`), value: twice, advice: 'List it once.' } };
}

/** Commas that a name without quotes may have, beside others in a list. */
const maxCommas = 3;

/**
 * A text without quotes is split at its commas, except within a known spelling ("Kashmir, India") and within a value of a
 * lot, of which a part is unknown. The longest one counts, wherever it stands in the list. "ruby,spinel" is not the ruby
 * spinel, and a place that an import drops before a country is not dropped here.
 */
function understood(
  schema: ParameterSchema,
  whole: string,
  elements: readonly ListElement[],
  isStored: (text: string) => boolean,
): string[] {
  const names = elements.map((element) => nameOf(schema, element));
  const single = (place: number) => names[place] ?? elements[place]!.value;
  const isText = takesAnyText(schema);
  const takesNames = isText || schema['x-vocabulary'];
  if (!takesNames || elements.some(({ isQuoted }) => isQuoted))
    return elements.map((_, place) => single(place));
  const parts = whole.split(',');
  const joined = (from: number, to: number): string | undefined => {
    if (to - from > maxCommas + 1 && to - from < parts.length) return undefined;
    const text = parts.slice(from, to).join(',').trim();
    const own = names.slice(from, to);
    const name = nameOf(schema, { value: text, isQuoted: false });
    const isUnknown = own.every((one) => one === undefined);
    if (name !== undefined && (isUnknown || isSpelling(schema['x-vocabulary']!, name, text))) return name;
    return isText && own.includes(undefined) && isStored(text) ? text : undefined;
  };
  const values: string[] = [];
  for (let from = 0, to = 0; from < parts.length; from = to) {
    let value: string | undefined;
    for (to = parts.length; to > from + 1; to--) {
      value = joined(from, to);
      if (value !== undefined) break;
    }
    values.push(value ?? single(from));
  }
  return values;
}

/** Whether the values of a list are texts of lots. */
const takesAnyText = ({ items }: ParameterSchema) => items?.type === 'string' && !items.enum;

/** The name that an element means, or undefined where the vocabulary does not know it. */
function nameOf(schema: ParameterSchema, { value, isQuoted }: ListElement): string | undefined {
  if (!schema['x-none'] || !isNone(value)) {
    const name = knownName(schema, value);
    const isClass = schema['x-vocabulary'] === 'treatment' && name !== undefined && isUntreated(name);
    return isClass && !isQuoted ? untreated : name;
  }
  // Letter case does not matter to the values of records, so that this spelling is free to mean the word itself.
  return isQuoted ? (knownName(schema, 'None') ?? 'None') : noValue;
}

function knownName(schema: ParameterSchema, value: string): string | undefined {
  const vocabulary = schema['x-vocabulary'];
  return vocabulary && nameAsUnderstood(vocabulary, value);
}

/**
 * The canonical name for a value of this parameter, or undefined when the vocabulary does not know it, or when it says
 * more than a name.
 */
export function nameAsUnderstood(vocabulary: VocabularyName, value: string): string | undefined {
  if (vocabulary !== 'gem_name' && value === noValue) return noValue;
  const named = vocabularies[vocabulary].named(value);
  return named?.more.length === 0 ? named.name : undefined;
}

/** Whether a name is in the vocabulary with this exact spelling, except for case. */
function isSpelling(vocabulary: VocabularyName, name: string, value: string): boolean {
  const term = vocabularies[vocabulary].term(name);
  const spellings = term
    ? [term.name, ...term.synonyms, ...(term.variants ?? []), ...(term.others ?? [])]
    : [];
  return spellings.some((spelling) => spelling.toLowerCase() === value.toLowerCase());
}

/**
 * A value of a parameter as a text that is read as this value. Of several names those that the vocabulary does not know are
 * quoted: a lot may have all of them as one name.
 */
export function writeValue(value: unknown, schema?: ParameterSchema): string {
  if (Array.isArray(value)) {
    const isOneOfNames = schema !== undefined && takesAnyText(schema) && value.length > 1;
    return value
      .map((one) => {
        if (one === noValue || one === untreated) return one;
        const isUnknown = isOneOfNames && knownName(schema, one) === undefined;
        return isUnknown ? quoted(one) : quoteValue(String(one));
      })
      .join(',');
  }
  return typeof value === 'number' ? decimalText(value) : String(value);
}

/** A number in digits: parameters take no exponents. */
function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

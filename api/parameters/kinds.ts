import Type, { type TOptional, type TProperties, type TSchemaOptions } from 'typebox';
import type { VocabularyName } from '../../mappings/named-fields.ts';

/**
 * The kinds of query parameters. Each is a plain JSON Schema from which `parameterReader` parses text: `integer` and
 * `number` by their type, days by `format: date`, lists by `type: array`. Give every parameter a description and
 * an example; put it into `optional` unless it is required or has a default.
 */

/** Maximum length of one value. */
export const maxValueLength = 200;

/** Maximum number of values in a list. */
export const maxListValues = 50;

type Documented = TSchemaOptions & { description: string };
type Range = { minimum: number; maximum: number };

/** A whole number written in digits. */
export const integer = (options: Documented & Range) => Type.Integer(options);

/** A number written in digits, with or without decimals after a point. */
export const decimal = (options: Documented & Range) => Type.Number(options);

/** `true` or `false`, in any letter case: clients in Python send `True`. */
export const boolean = (options: Documented) => Type.Boolean(options);

/** A calendar day, YYYY-MM-DD. */
export const day = (options: Documented) => Type.String({ format: 'date', ...options });

/** A calendar year as YYYY, or a quarter of one as YYYY-Q1. */
export const period = (options: Documented) =>
  Type.String({
    pattern: '^[0-9]{4}(-Q[1-4])?$',
    'x-allowed': 'a year as YYYY or a quarter as YYYY-Q1',
    ...options,
  });

/** A calendar month, YYYY-MM. */
export const month = (options: Documented & { 'x-implied'?: string }) =>
  Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', 'x-allowed': 'a month as YYYY-MM', ...options });

const dayOfThisCentury = [
  '20[0-9]{2}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])',
  '20[0-9]{2}-(0[469]|11)-(0[1-9]|[12][0-9]|30)',
  '20[0-9]{2}-02-(0[1-9]|1[0-9]|2[0-8])',
  '20([02468][048]|[13579][26])-02-29',
].join('|');
const timeWithZone =
  'T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?(Z|[+-](0[0-9]|1[0-7]):[0-5][0-9])';

/** A point in time of this century, or a day, which is its first moment in UTC. */
export const dayOrTime = (options: Documented) =>
  Type.String({
    pattern: `^(${dayOfThisCentury})(${timeWithZone})?$`,
    'x-allowed': 'a day as YYYY-MM-DD or a time as YYYY-MM-DDThh:mm:ssZ, from 2000 to 2099',
    ...options,
  });

/**
 * A character that is not a space, a control character or a character without width. These are listed, because `\s`
 * differs between languages of clients.
 */
export const notBlank =
  '[^\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200d\\u2028\\u2029\\u202f\\u205f-\\u2060\\u3000\\ufeff]';

/** Any non-blank text; surrounding spaces are trimmed and repeated spaces are collapsed. */
export const text = (options: Documented & { maxLength?: number }) =>
  Type.String({ minLength: 1, maxLength: maxValueLength, pattern: notBlank, ...options });

/** One of a few names. */
export const oneOf = <const Name extends string>(names: readonly Name[], options: Documented) =>
  Type.Enum([...names], options);

/** One of a few names, one of which means the same as omitting the parameter, which is optional: the reader removes it. */
export const oneOfOrImplied = <const Name extends string>(
  names: readonly Name[],
  implied: string,
  options: Documented,
) => Type.Optional(oneOf([...new Set([...names, implied as Name])], { ...options, 'x-implied': implied }));

/** Any of several texts: separated by commas, or the parameter repeated; double quotes keep a comma in a text. */
export const listOfTexts = ({
  maxLength = maxValueLength,
  ...options
}: Documented & { maxLength?: number }) =>
  Type.Array(Type.String({ minLength: 1, maxLength, pattern: notBlank }), {
    minItems: 1,
    maxItems: maxListValues,
    ...options,
  });

/** Several of a few names: separated by commas, or the parameter repeated. */
export const listOf = <const Name extends string>(names: readonly Name[], options: Documented) =>
  Type.Array(Type.Enum([...names]), { minItems: 1, maxItems: maxListValues, ...options });

/** Several whole numbers: separated by commas, or the parameter repeated. */
export const listOfIntegers = (options: Documented & Range & { maxItems?: number }) => {
  const { minimum, maximum, maxItems = maxListValues, ...documented } = options;
  return Type.Array(Type.Integer({ minimum, maximum }), {
    minItems: 1,
    maxItems,
    'x-allowed': `up to ${maxItems} whole numbers from ${minimum} to ${maximum}`,
    ...documented,
  });
};

/** Marks an extension of the specification. */
export const extension = { 'x-extension': true };

/** Parameters that are extensions of the specification. */
export const extensions = <P extends TProperties>(params: P): P =>
  Object.fromEntries(
    Object.entries(params).map(([name, kind]) => [name, Type.With(kind, extension)]),
  ) as unknown as P;

/** Parameters that may be left out. */
export const optional = <P extends TProperties>(params: P) =>
  Type.Partial(Type.Object(params)).properties as { [Name in keyof P]: TOptional<P[Name]> };

/** The parts of a parameter's schema on which its parsing and its messages depend. */
export interface ParameterSchema {
  type?: string;
  format?: string;
  enum?: string[];
  items?: { type?: string; enum?: string[]; minimum?: number; maximum?: number; maxLength?: number };
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
  'x-implied'?: Implied;
  /** `none` without quotes means "no value". */
  'x-none'?: boolean;
}

/**
 * The value that means the same as omitting the parameter; or two, where it depends on whether any of some other
 * parameters is sent.
 */
type Implied = string | { by: readonly string[]; present: readonly string[]; absent: readonly string[] };

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { type RecordField, recordFieldNames, recordFields } from '../../mappings/record.ts';
import { shorten } from '../errors.ts';
import type { RejectCode, Rejection } from './rejection.ts';

/** Fields that the service sets itself. A file that gives them, such as our own export, is read without them. */
const computedFields = [
  'price_per_carat_usd',
  'import',
  'updated_at',
  'duplicate_of',
] as const satisfies RecordField[];

/** A field that an import may give: `lab` is an earlier name of `labs`. */
export type InputField = Exclude<RecordField, (typeof computedFields)[number]> | 'lab';

const isComputed = (field: RecordField) => (computedFields as readonly string[]).includes(field);

/** Required fields. */
export const requiredFields: readonly InputField[] = ['id', 'title', 'gem_type'];

/** Fields that an import may give, in the record's order. */
export const inputFields = recordFieldNames.flatMap((field): InputField[] => {
  if (isComputed(field)) return [];
  return field === 'labs' ? ['labs', 'lab'] : [field as InputField];
});

/** Column names that a file may have. */
export const knownColumns: readonly string[] = [...recordFieldNames, 'lab'];

/** The schema of one field as a file gives it: what is unknown is left out, so nothing is null. */
export function inputSchema(field: InputField): TSchema & { type?: string } {
  // Any word for it; the vocabulary knows what it means.
  if (field === 'object_type') return recordFields.gem_type;
  const schema: TSchema & { anyOf?: TSchema[] } = recordFields[field === 'lab' ? 'labs' : field];
  return schema.anyOf?.[0] ?? schema;
}

// The schemas are the project's own: checking them against JSON Schema itself at each start tells nothing new.
const ajv = new Ajv2020({ strict: true, verbose: true, validateSchema: false });
ajv.addVocabulary(['x-choice', 'x-open-values']);
formats.default(ajv, ['date']);

const codes: Record<string, RejectCode> = {
  type: 'wrong_type',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  exclusiveMinimum: 'out_of_range',
  maxItems: 'too_long',
  maxLength: 'too_long',
  minLength: 'required',
  format: 'bad_date',
  enum: 'not_allowed',
  pattern: 'not_allowed',
};

/** Each field with its validator. */
const checks = inputFields.map((field) => ({
  field,
  check: ajv.compile(inputSchema(field)),
  required: requiredFields.includes(field),
}));
const known = new Set<string>([...knownColumns, '_reject']);

/** What is wrong with a record: its first bad field in the record's order, or undefined when all are good. */
export function rejectionOfRecord(fields: Record<string, unknown>): Rejection | undefined {
  for (const { field, check, required } of checks) {
    const rejection = rejectionOfField(field, fields[field], check, required);
    if (rejection) return rejection;
  }
  return rejectionOfStatus(fields);
}

/** A status that contradicts `is_sold`. */
function rejectionOfStatus({ is_sold: isSold, sale_status: status }: Record<string, unknown>) {
  if (isSold === undefined || status === undefined || status === 'unknown') return undefined;
  if (isSold === (status === 'sold')) return undefined;
  const message = `sale_status is "${status}", but is_sold is ${isSold}.`;
  return { field: 'sale_status', code: 'not_allowed', message } as const;
}

/** The first field that no record has, unless it is empty; undefined when there is none. */
export function rejectionOfUnknown(fields: Record<string, unknown>): Rejection | undefined {
  const unknown = Object.keys(fields).find((field) => !known.has(field) && !isEmpty(fields[field]));
  if (unknown === undefined) return undefined;
  const field = shorten(unknown, 100);
  return { field, code: 'unknown_field', message: `There is no field "${field}".` };
}

/** Whether a value is absent: undefined, null, or only spaces. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
}

/** What is wrong with a deletion; only its id is checked. */
export function rejectionOfDeletion(fields: Record<string, unknown>): Rejection | undefined {
  const { check } = checks[0]!;
  return rejectionOfField('id', fields.id, check, true);
}

function rejectionOfField(
  field: string,
  value: unknown,
  check: ValidateFunction,
  required: boolean,
): Rejection | undefined {
  if (value === undefined) {
    return required ? { field, code: 'required', message: `${field} is missing.` } : undefined;
  }
  if (typeof value === 'string' && !value.isWellFormed()) {
    return { field, code: 'bad_encoding', message: `${field} holds half of a character (a lone surrogate).` };
  }
  if (!check(value)) {
    const error = check.errors![0]!;
    return { field, code: codes[error.keyword] ?? 'wrong_type', message: describe(error, field) };
  }
  return field === 'auction_date' ? rejectionOfYear(value as string) : undefined;
}

function rejectionOfYear(date: string): Rejection | undefined {
  const year = Number(date.slice(0, 4));
  if (year >= 1600 && year <= 2100) return undefined;
  const message = `auction_date must lie in 1600 to 2100; it is "${date}".`;
  return { field: 'auction_date', code: 'out_of_range', message };
}

function describe(error: ErrorObject, field: string): string {
  const allowed =
    error.keyword === 'enum'
      ? `must be one of ${error.params.allowedValues.join(', ')}`
      : field === 'url' && error.keyword === 'pattern'
        ? 'must be an http or https address'
        : error.message;
  return `${field} ${allowed}; it is ${shorten(JSON.stringify(error.data), 100)}.`;
}

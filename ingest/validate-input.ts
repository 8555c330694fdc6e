import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { recordFieldNames } from '../mappings/record.ts';
import { DeletionInput, RecordInput } from './record-input.ts';
import type { RejectCode, Rejection } from './rejects.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, verbose: true });
ajv.addVocabulary(['x-choice']);
formats.default(ajv, ['date']);

export const rejectionOfRecord = rejectionBy(RecordInput);
export const rejectionOfDeletion = rejectionBy(DeletionInput);

const codes: Record<string, RejectCode> = {
  required: 'required',
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
  additionalProperties: 'unknown_field',
};

/** Makes the check of a schema: the first bad field in the record's order, or undefined when all are good. */
function rejectionBy(schema: object): (fields: Record<string, unknown>) => Rejection | undefined {
  const check = ajv.compile(schema);
  return (fields) => {
    if (check(fields)) return undefined;
    const faults = check.errors!.map((error) => ({ error, field: fieldOf(error) }));
    faults.sort((a, b) => rankOf(a.field) - rankOf(b.field));
    const { error, field } = faults[0]!;
    return { field, code: codes[error.keyword] ?? 'wrong_type', message: describe(error, field) };
  };
}

function fieldOf({ keyword, params, instancePath }: ErrorObject): string {
  if (keyword === 'required') return params.missingProperty;
  if (keyword === 'additionalProperties') return params.additionalProperty;
  return instancePath.split('/')[1]!;
}

/** Place in the record; unknown fields come after all others. */
function rankOf(field: string): number {
  const rank = (recordFieldNames as string[]).indexOf(field);
  return rank === -1 ? Number.POSITIVE_INFINITY : rank;
}

function describe(error: ErrorObject, field: string): string {
  if (error.keyword === 'required') return `${field} is missing.`;
  if (error.keyword === 'additionalProperties') return `There is no field "${field}".`;
  const allowed =
    error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : error.message;
  return `${field} ${allowed}; it is ${shorten(JSON.stringify(error.data))}.`;
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

import type { ErrorObject } from 'ajv';
import type { Problem, ProblemCode } from '../http/errors.ts';
import { maxListValues, maxValueLength, type ParameterSchema } from './kinds.ts';
import { nearestParameter } from './nearest-parameter.ts';

/** A problem of the text of a parameter. */
export interface Fault {
  code: ProblemCode;
  /** The problem, with the value: "101 is too large". */
  reason: string;
  /** The invalid value as sent. */
  value?: string;
  /** The advice, where it does not follow from the schema. */
  advice?: string;
}

/** Why a value that could be read is not allowed by its schema; of a list, each value that is not. */
export function faultsOf(errors: readonly ErrorObject[]): Fault[] {
  const whole = errors.find(({ instancePath }) => instancePath === '');
  return (whole ? [whole] : errors).map(faultOf);
}

function faultOf({ keyword, params, data }: ErrorObject): Fault {
  const value = String(data);
  const advice = `Use at most ${params.limit}.`;
  switch (keyword) {
    case 'minimum':
      return { code: 'too_small', reason: `${value} is too small`, value };
    case 'maximum':
      return { code: 'too_large', reason: `${value} is too large`, value };
    case 'maxLength':
      return { code: 'too_long', reason: `a value has ${[...value].length} characters`, value, advice };
    case 'maxItems':
      return {
        code: 'too_many_values',
        reason: `the list has ${(data as unknown[]).length} values`,
        advice,
      };
    case 'enum':
      return { code: 'not_allowed', reason: `${shown(value)} is not an allowed value`, value };
    default: {
      const kind = keyword === 'format' ? 'a calendar day' : 'an allowed value';
      return { code: 'wrong_type', reason: `${shown(value)} is not ${kind}`, value };
    }
  }
}

/** Maximum allowed values that a message repeats; `allowed` has all of them. */
const maxListed = 12;

/** Maximum characters of a name or value in `details`. */
const maxShownLength = 200;

/** The problem that a client reads: the parameter, the value, and what to do. */
export function problemOf(name: string, schema: ParameterSchema, fault: Fault): Problem {
  const { code, reason, value, advice = adviceOf(schema, fault) } = fault;
  const allowed = allowedValues(schema);
  return {
    parameter: name,
    code,
    message: `${name}: ${reason}. ${advice}`,
    ...(value !== undefined && { value: cut(value, maxShownLength) }),
    ...(allowed && { allowed }),
  };
}

/** A text as `details` shows it. */
export const cut = (text: string, maxLength: number = maxShownLength): string =>
  text.length <= maxLength ? text : [...text].slice(0, maxLength).join('');

/** A value as a message shows it. */
export const shown = (value: string): string => (value.length <= 50 ? value : `${cut(value, 50)}…`);

/** The values that a parameter takes, where they can be listed. */
function allowedValues({ type, enum: names, items }: ParameterSchema): string[] | undefined {
  return type === 'boolean' ? ['true', 'false'] : (names ?? items?.enum);
}

function adviceOf(schema: ParameterSchema, { code, value }: Fault): string {
  const allowed = allowedValues(schema);
  if (!allowed || schema['x-allowed']) return `Use ${rangeInWords(schema)}.`;
  const nearest = code === 'not_allowed' && value !== undefined && nearestParameter(value, allowed);
  if (nearest) return `Did you mean ${nearest}?`;
  if (allowed.length === 1) return `Use ${allowed[0]}.`;
  return allowed.length <= maxListed
    ? `Use ${schema.type === 'array' ? 'any' : 'one'} of: ${allowed.join(', ')}.`
    : 'The allowed values are in `allowed`.';
}

function rangeInWords(schema: ParameterSchema): string {
  if (schema['x-allowed']) return schema['x-allowed'];
  switch (schema.type) {
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'number':
      return `a number from ${schema.minimum} to ${schema.maximum}, such as 2.5`;
    case 'array':
      return schema.maxItems === 1
        ? `one value of 1 to ${maxValueLength} characters`
        : `1 to ${maxListValues} values, separated by commas, each of 1 to ${schema.items?.maxLength ?? maxValueLength} characters`;
    default:
      if (schema.format === 'date') return 'a date as YYYY-MM-DD';
      return `${schema.minLength ?? 0} to ${schema.maxLength} characters`;
  }
}

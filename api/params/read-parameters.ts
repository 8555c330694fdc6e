import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { Problem } from '../errors.ts';
import { nearestParameter } from './nearest-parameter.ts';
import { readQueryString } from './read-query-string.ts';
import { type ParameterSchema, readValue } from './read-value.ts';
import type { Rule } from './rules.ts';

/** The parameters of a request, valid and with defaults, or every problem of it. */
export type Reading<P extends TProperties> =
  | { values: Static<TObject<P>>; problems?: undefined }
  | { values?: undefined; problems: Problem[] };

/** Most problems that one answer lists. */
const maxProblems = 100;

// Half of the time that the compiling takes at each start went into checking the schemas, which a test does, and into
// shortening the code, which V8 runs no faster.
const ajv = new Ajv2020({ allErrors: true, validateSchema: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addVocabulary(['x-extension', 'x-choice', 'x-vocabulary', 'x-ordered', 'x-allowed']);

/**
 * Prepares the reading of raw query strings by these parameters: nothing unknown, repeated, empty, out of range
 * or contradictory passes, and all problems are found at once. Valid values come in the order of `params`.
 */
export function parameterReader<P extends TProperties>(
  params: P,
  rules: Rule[] = [],
): (rawQuery: string) => Reading<P> {
  const schema = Type.Object(params, { additionalProperties: false });
  const validate = ajv.compile(schema);
  const inOrder = Object.entries(params as Record<string, ParameterSchema>);
  const schemas = new Map(inOrder);

  return (rawQuery) => {
    const { texts, problems } = collect(rawQuery, schemas);
    // In the order of the schemas: a request is the same however its parameters are ordered.
    const values: Record<string, unknown> = {};
    for (const [name, parameter] of inOrder) {
      const written = texts.get(name);
      if (written === undefined) {
        if (parameter.default !== undefined) values[name] = parameter.default;
        continue;
      }
      const reading = readValue(parameter, written);
      if ('value' in reading) values[name] = reading.value;
      else problems.push(problemOf(name, reading.message, parameter));
    }
    if (!validate(values)) problems.push(...violations(validate.errors ?? [], schemas, problems));
    const sound = problems.length === 0 ? values : without(values, problems);
    for (const rule of rules) {
      const problem = rule(sound, texts);
      if (problem) problems.push(problem);
    }
    if (problems.length > 0) return { problems: problems.slice(0, maxProblems) };
    return { values: values as Static<TObject<P>> };
  };
}

function without(values: Record<string, unknown>, problems: Problem[]): Record<string, unknown> {
  const broken = new Set(problems.map((problem) => problem.parameter));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !broken.has(name)));
}

/** The texts by parameter, and the problems of names that there are not. */
function collect(rawQuery: string, schemas: Map<string, ParameterSchema>) {
  const { pairs, undecodable } = readQueryString(rawQuery);
  const texts = new Map<string, string[]>();
  const unknown = new Set<string>();
  for (const { name, value } of pairs) {
    const before = texts.get(name);
    if (before) before.push(value);
    else if (schemas.has(name)) texts.set(name, [value]);
    else unknown.add(name);
  }
  const problems = [
    ...[...new Set(undecodable)].map((name) => undecodableText(name, schemas.get(name))),
    ...[...unknown].map((name) => unknownName(name, [...schemas.keys()])),
  ];
  return { texts, problems };
}

function undecodableText(name: string, schema?: ParameterSchema): Problem {
  const reason = 'is not percent-encoded UTF-8, or holds a NUL character';
  return schema ? problemOf(name, reason, schema) : { parameter: name, message: `${name} ${reason}.` };
}

function unknownName(name: string, known: string[]): Problem {
  const shown = name.slice(0, 200);
  if (known.length === 0) {
    return { parameter: shown, message: `${shown || '(no name)'} is unknown: no parameter is taken here.` };
  }
  const nearest = nearestParameter(name, known);
  const hint = nearest ? ` Did you mean ${nearest}?` : '';
  return {
    parameter: shown,
    message: `${shown || '(no name)'} is not a parameter here.${hint}`,
    allowed: known,
  };
}

/** One problem a parameter, whichever of its constraints ajv found broken first. */
function violations(
  errors: ErrorObject[],
  schemas: Map<string, ParameterSchema>,
  known: Problem[],
): Problem[] {
  const unreadable = new Set(known.map(({ parameter }) => parameter));
  const problems = new Map<string, Problem>();
  for (const error of errors) {
    const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
    // A text that could not be read is a problem already, and not a missing one.
    if (missing !== undefined && unreadable.has(missing)) continue;
    const name = missing ?? error.instancePath.split('/')[1] ?? '';
    const message = missing === undefined ? 'is not an allowed value' : 'is required';
    if (!problems.has(name)) problems.set(name, problemOf(name, message, schemas.get(name) ?? {}));
  }
  return [...problems.values()];
}

function problemOf(name: string, reason: string, schema: ParameterSchema): Problem {
  const allowed = allowedValues(schema);
  const shown = Array.isArray(allowed) ? allowed.join(', ') : allowed;
  return { parameter: name, message: `${name} ${reason}; allowed: ${shown}.`, allowed };
}

function allowedValues(schema: ParameterSchema): string | string[] {
  const names = schema.enum ?? schema.items?.enum;
  if (names) return names;
  if (schema['x-allowed']) return schema['x-allowed'];
  switch (schema.type) {
    case 'boolean':
      return ['true', 'false'];
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'number':
      return `a number from ${schema.minimum} to ${schema.maximum}`;
    case 'array':
      if (schema.maxItems === 1) return 'one value of 1 to 200 characters';
      return 'one value or up to 50, separated by commas, each of 1 to 200 characters';
    default:
      if (schema.format === 'date') return 'a calendar day as YYYY-MM-DD';
      return `text of ${schema.minLength ?? 0} to ${schema.maxLength} characters`;
  }
}

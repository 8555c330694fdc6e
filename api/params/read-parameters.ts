import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import type { Problem } from '../http/errors.ts';
import { nearestParameter } from './nearest-parameter.ts';
import { type ParameterSchema, readValue } from './read-value.ts';

/** The valid parameters of a request with defaults, or all of its problems. */
export type Reading<P extends TProperties> =
  | { values: Static<TObject<P>>; problems?: undefined }
  | { values?: undefined; problems: Problem[] };

/** Maximum problems in a response; one more entry says how many others there are. */
const maxProblems = 100;

/** Maximum unknown names for which the nearest known one is looked up. */
const maxSuggestions = 5;

// A test checks the schemas, not every start.
const ajv = new Ajv2020({ validateSchema: false });
addFormats.default(ajv);
ajv.addVocabulary(['x-extension', 'x-choice', 'x-vocabulary', 'x-ordered', 'x-allowed']);

/**
 * Compiles a reader of raw query strings for these parameters: nothing unknown, repeated, empty, out of range
 * or contradictory passes, and all problems are reported at once. Valid values are in the order of `params`.
 */
export function parameterReader<P extends TProperties>(
  params: P,
  rules: Rule[] = [],
): (rawQuery: string) => Reading<P> {
  const parameters = new Map(
    Object.entries(params as Record<string, ParameterSchema>).map(([name, schema]) => {
      // Routes share parameters, and ajv compiles the same schema once.
      return [name, { schema, isAllowed: ajv.compile(schema), isRequired: !Type.IsOptional(schema) }];
    }),
  );

  const known = [...parameters.keys()];

  return (rawQuery) => {
    const { texts, undecodable, unknown } = collect(rawQuery, parameters);
    const problems = [
      ...[...undecodable].map((name) => undecodableText(name, parameters.get(name)?.schema)),
      ...[...unknown].map((name, position) => unknownName(name, known, position < maxSuggestions)),
    ];
    // In the order of the schemas: the order in the request does not matter.
    const values: Record<string, unknown> = {};
    for (const [name, { schema, isAllowed, isRequired }] of parameters) {
      // Already reported.
      if (undecodable.has(name)) continue;
      const written = texts.get(name);
      if (written === undefined) {
        if (schema.default !== undefined) values[name] = schema.default;
        else if (isRequired) problems.push(problemOf(name, 'is required', schema));
        continue;
      }
      const reading = readValue(schema, written);
      if (!('value' in reading)) problems.push(problemOf(name, reading.message, schema));
      else if (!isAllowed(reading.value)) problems.push(problemOf(name, 'is not an allowed value', schema));
      else values[name] = reading.value;
    }
    const sent = new Set(
      [...texts.keys()].filter((name) => !isDefault(parameters.get(name)!.schema, values[name])),
    );
    for (const rule of rules) {
      const problem = rule(values, sent);
      if (problem) problems.push(problem);
    }
    if (problems.length > 0) return { problems: listed(problems) };
    return { values: values as Static<TObject<P>> };
  };
}

/** Sending a default is the same as not sending the parameter: generated clients send all of them. */
const isDefault = (schema: ParameterSchema, value: unknown) =>
  schema.default !== undefined && isDeepStrictEqual(schema.default, value);

/** The texts by parameter, the names with undecodable text, and the unknown names. */
function collect(rawQuery: string, parameters: ReadonlyMap<string, unknown>) {
  const { pairs, undecodable } = readQueryString(rawQuery);
  const texts = new Map<string, string[]>();
  const unknown = new Set<string>();
  for (const { name, value } of pairs) {
    const before = texts.get(name);
    if (before) before.push(value);
    else if (parameters.has(name)) texts.set(name, [value]);
    else unknown.add(name);
  }
  return { texts, undecodable: new Set(undecodable), unknown };
}

function undecodableText(name: string, schema?: ParameterSchema): Problem {
  const reason = 'is not percent-encoded UTF-8, or holds a NUL character';
  return schema ? problemOf(name, reason, schema) : { parameter: name, message: `${name} ${reason}.` };
}

/** The first problems, and the number of the others. */
function listed(problems: Problem[]): Problem[] {
  const [next, ...further] = problems.slice(maxProblems);
  if (next === undefined) return problems;
  const count = further.length === 0 ? ' is' : ` and ${further.length} more are`;
  const message = `${next.parameter || '(no name)'}${count} invalid too: at most ${maxProblems} problems are listed.`;
  return [...problems.slice(0, maxProblems), { parameter: next.parameter, message }];
}

function unknownName(name: string, known: string[], isCompared: boolean): Problem {
  const shown = name.slice(0, 200);
  if (known.length === 0) {
    return { parameter: shown, message: `${shown || '(no name)'} is unknown: no parameter is taken here.` };
  }
  const nearest = isCompared ? nearestParameter(name, known) : undefined;
  const hint = nearest ? ` Did you mean ${nearest}?` : '';
  return {
    parameter: shown,
    message: `${shown || '(no name)'} is not a parameter here.${hint}`,
    allowed: known,
  };
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

/** The decoded parameters of a query string, in order. */
export interface QueryPairs {
  pairs: { name: string; value: string }[];
  /** The names, cut at 200 characters, of undecodable parameters. */
  undecodable: string[];
}

/**
 * Parses a raw query string (`application/x-www-form-urlencoded`: `+` is a space) strictly: text that is
 * not percent-encoded UTF-8 or holds a NUL character stays undecoded.
 */
export function readQueryString(raw: string): QueryPairs {
  const pairs: QueryPairs['pairs'] = [];
  const undecodable: string[] = [];
  for (const part of raw.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decode(rawName);
    const value = decode(equals === -1 ? '' : part.slice(equals + 1));
    if (name === undefined || value === undefined) undecodable.push((name ?? rawName).slice(0, 200));
    else pairs.push({ name, value });
  }
  return { pairs, undecodable };
}

/** Undefined where the text cannot be decoded. */
function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/**
 * Checks the valid values of a request, defaults included, against each other; returns the problem or undefined.
 * `sent` are the names of the parameters that the client sent with another value than the default.
 */
export type Rule = (
  values: Readonly<Record<string, unknown>>,
  sent: Pick<ReadonlySet<string>, 'has'>,
) => Problem | undefined;

/** The lower bound must not be above the upper one. Works for numbers and for days. */
export function ordered(lower: string, upper: string): Rule {
  return (values) => {
    const least = values[lower] as number | string | undefined;
    const greatest = values[upper] as number | string | undefined;
    if (least === undefined || greatest === undefined || least <= greatest) return undefined;
    return {
      parameter: lower,
      message: `${lower} (${least}) is above ${upper} (${greatest}).`,
      allowed: `at most ${upper}`,
    };
  };
}

/** At most one of two parameters may be sent. */
export function mutuallyExclusive(one: string, other: string): Rule {
  return (_values, sent) => {
    if (!sent.has(one) || !sent.has(other)) return undefined;
    return { parameter: one, message: `${one} cannot be used together with ${other}.` };
  };
}

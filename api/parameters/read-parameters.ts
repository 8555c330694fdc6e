import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { withoutZeroWidth } from '../../mappings/vocabulary/vocabulary.ts';
import type { Problem } from '../http/errors.ts';
import type { ParameterSchema } from './kinds.ts';
import { nearestParameter } from './nearest-parameter.ts';
import { cut, faultsOf, problemOf } from './problem.ts';
import { readValue } from './read-value.ts';

/** The valid parameters of a request with defaults, or all of its problems. */
export type Reading<P extends TProperties> =
  | { values: Static<TObject<P>>; problems?: undefined }
  | { values?: undefined; problems: Problem[] };

/** Maximum problems in a response; one more entry says how many others there are. */
const maxProblems = 100;

/** Maximum unknown names for which the nearest known one is looked up. */
const maxLookedUp = 5;

// The schemas are validated by a test, not at every start. They have keywords of our own.
const ajv = new Ajv2020({ validateSchema: false, strict: false, allErrors: true, verbose: true });
addFormats.default(ajv);

/**
 * Compiles a reader of raw query strings for these parameters: nothing unknown, repeated, empty, out of range
 * or contradictory passes, and all problems are reported at once. Valid values are in the order of `params`. `isStored`
 * tells whether an unquoted text with commas is the value of a lot as a whole: by default none is.
 */
export function parameterReader<P extends TProperties>(
  params: P,
  rules: Rule[] = [],
): (rawQuery: string, isStored?: (parameter: string, text: string) => boolean) => Reading<P> {
  const parameters = new Map(
    Object.entries(params as Record<string, ParameterSchema>).map(([name, schema]) => {
      // Routes share parameters, and ajv compiles the same schema once.
      return [name, { schema, isAllowed: ajv.compile(schema), isRequired: !Type.IsOptional(schema) }];
    }),
  );

  const known = [...parameters.keys()];

  return (rawQuery, isStored) => {
    const { texts, undecodable, unknown } = collect(rawQuery, parameters);
    const problems = [
      ...[...undecodable].map((name) => undecodableText(name, parameters.get(name)?.schema)),
      ...[...unknown].map((name, position) => unknownName(name, known, position < maxLookedUp)),
    ];
    // In the order of the schemas: the order in the request does not matter.
    const values: Record<string, unknown> = {};
    for (const [name, { schema, isAllowed, isRequired }] of parameters) {
      // Already reported.
      if (undecodable.has(name)) continue;
      const written = texts.get(name);
      if (written === undefined) {
        if (schema.default !== undefined) values[name] = schema.default;
        else if (isRequired) {
          problems.push(problemOf(name, schema, { code: 'missing', reason: 'the parameter is missing' }));
        }
        continue;
      }
      const reading = readValue(schema, written, isStored && ((text) => isStored(name, text)));
      if ('fault' in reading) problems.push(problemOf(name, schema, reading.fault));
      else if (!isAllowed(reading.value)) {
        problems.push(...faultsOf(isAllowed.errors!).map((fault) => problemOf(name, schema, fault)));
      } else values[name] = Array.isArray(reading.value) ? [...new Set(reading.value)] : reading.value;
    }
    const sent = new Set(
      texts.keys().filter((name) => !isDefault(name, parameters.get(name)!.schema, values)),
    );
    for (const rule of rules) {
      const problem = rule(values, sent);
      if (problem) problems.push(problem);
    }
    if (problems.length > 0) return { problems: listed(problems) };
    for (const [name, { schema }] of parameters) {
      if (isImplied(schema, values[name], values)) delete values[name];
    }
    return { values: values as Static<TObject<P>> };
  };
}

/** Sending a default is the same as omitting the parameter. */
function isDefault(name: string, schema: ParameterSchema, values: Values): boolean {
  const value = values[name];
  return (
    value !== undefined && (isImplied(schema, value, values) || isDeepStrictEqual(schema.default, value))
  );
}

function isImplied({ 'x-implied': implied }: ParameterSchema, value: unknown, values: Values): boolean {
  if (typeof implied !== 'object') return value === implied;
  const isSent = implied.by.some((name) => values[name] !== undefined);
  return isDeepStrictEqual(value, isSent ? implied.present : implied.absent);
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Parses a raw query string (`application/x-www-form-urlencoded`: `+` is a space) strictly: text that is not
 * percent-encoded UTF-8 or holds a NUL character stays undecoded.
 * @returns the texts by parameter, the names with undecodable text, cut at 200 characters, and the unknown names
 */
function collect(rawQuery: string, parameters: ReadonlyMap<string, unknown>) {
  const texts = new Map<string, string[]>();
  const undecodable = new Set<string>();
  const unknown = new Set<string>();
  for (const part of rawQuery.split('&').filter((part) => part !== '')) {
    const [rawName = '', ...rest] = part.split('=');
    const name = decode(rawName);
    const value = decode(rest.join('='));
    if (name === undefined || value === undefined) undecodable.add((name ?? rawName).slice(0, 200));
    else if (texts.has(name)) texts.get(name)!.push(value);
    else if (parameters.has(name)) texts.set(name, [value]);
    else unknown.add(name);
  }
  return { texts, undecodable, unknown };
}

function undecodableText(name: string, schema?: ParameterSchema): Problem {
  return problemOf(name, schema ?? {}, {
    code: 'invalid_encoding',
    reason: 'the text is not percent-encoded UTF-8, or contains a NUL character',
    advice: 'Encode each byte of the UTF-8 text as %XX: é is %C3%A9.',
  });
}

/** The first problems, and the number of the others. */
function listed(problems: Problem[]): Problem[] {
  const [next, ...further] = problems.slice(maxProblems);
  if (next === undefined) return problems;
  const count = further.length === 0 ? ' is' : ` and ${further.length} more are`;
  const message = `${next.parameter || '(no name)'}${count} invalid too. At most ${maxProblems} problems are listed.`;
  return [...problems.slice(0, maxProblems), { parameter: next.parameter, code: 'more_problems', message }];
}

function unknownName(name: string, known: string[], isCompared: boolean): Problem {
  const parameter = cut(name);
  const subject = parameter || '(no name)';
  const code = 'unknown_parameter';
  if (known.length === 0) {
    return { parameter, code, message: `${subject} is unknown. This path has no parameters.` };
  }
  const nearest = isCompared ? nearestParameter(name, known) : undefined;
  const advice = nearest ? `Did you mean ${nearest}?` : 'The parameters are in `allowed`.';
  return {
    parameter,
    code,
    message: `${subject} is not a parameter of this path. ${advice}`,
    allowed: known,
  };
}

/** Undefined where the text cannot be decoded. */
function decode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : withoutZeroWidth(decoded);
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
      code: 'conflict',
      message: `${lower}: ${least} is above ${upper}, which is ${greatest}. Use at most ${greatest}, or a higher ${upper}.`,
      value: String(least),
    };
  };
}

/** At most one of two parameters may be sent. */
export function mutuallyExclusive(one: string, other: string): Rule {
  return (_values, sent) => {
    if (!sent.has(one) || !sent.has(other)) return undefined;
    const message = `${one} cannot be used together with ${other}. Send only one of them.`;
    return { parameter: one, code: 'conflict', message };
  };
}

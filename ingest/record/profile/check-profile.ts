import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { inputFields } from '../input.ts';
import { compileExpression, compileExtraction } from './compile-expression.ts';
import { type Condition, columnsOf, Profile } from './profile.ts';
import { patternOf } from './read-date.ts';
import type { Source } from './source.ts';

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, verbose: true });

/** Everything that is wrong with a profile, in words; none when it can be used. */
export function checkProfile(profile: Record<string, unknown>): string[] {
  // Compiled at the first profile: a program that meets none starts sooner.
  if (!ajv.validate(Profile as TSchema, profile))
    return [...new Set(ajv.errors!.filter(isTelling).map(describe))];
  const checked = profile as Profile;
  return [...problemsOfSources(checked), ...problemsOfFilters(checked), ...problemsOfWhole(checked)];
}

/** "must match a schema in anyOf" adds nothing to the faults of the schemas. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf';
}

function describe({ keyword, params, instancePath, message, parentSchema, data }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || 'profile';
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty;
    const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
    const nearest = known.find((other) => distance(other, name) <= 2);
    return `${place}: there is no "${name}"${nearest ? ` (did you mean ${nearest}?)` : ` (known: ${known.join(', ')})`}`;
  }
  if (keyword === 'required') return `${place}: "${params.missingProperty}" is missing`;
  if (keyword === 'enum') return `${place}: "${data}" is none of ${params.allowedValues.join(', ')}`;
  return `${place} ${message}`;
}

function problemsOfSources(profile: Profile): string[] {
  const { rates: _rates, signs: _signs, ...prices } = profile.price ?? {};
  const sources = [
    ...Object.entries(profile.fields).map(([name, source]) => [`fields.${name}`, source!] as const),
    ...Object.entries(prices).map(([name, source]) => [`price.${name}`, source as Source] as const),
  ];
  return sources.flatMap(([name, source]) => problemsOf(source).map((problem) => `${name}: ${problem}`));
}

function problemsOf(source: Source): string[] {
  const ways = [source.column, source.columns, source.value].filter((way) => way !== undefined);
  return [
    ...(ways.length === 1 ? [] : ['it needs one of column, columns and value']),
    ...(source.join !== undefined && !source.columns ? ['join needs columns'] : []),
    ...[...(source.null_patterns ?? []), ...(source.value_patterns ?? [])].flatMap((expression) =>
      faultOf(() => compileExpression(expression)),
    ),
    ...(source.extract ?? []).flatMap((expression) => faultOf(() => compileExtraction(expression))),
    ...(source.split?.part === 0 ? ['split.part counts from 1, or from the end, -1'] : []),
    ...(source.formats ?? [])
      .filter((format) => format !== 'ISO')
      .flatMap((format) => faultOf(() => patternOf(format))),
  ];
}

function problemsOfFilters({ only = [], except = [] }: Profile): string[] {
  const lists = [...only.map((of) => ['only', of] as const), ...except.map((of) => ['except', of] as const)];
  return lists.flatMap(([list, condition]) =>
    problemsOfCondition(condition).map((text) => `${list}: ${text}`),
  );
}

function problemsOfCondition({ column, field, words, patterns, filled }: Condition): string[] {
  const tests = words || patterns;
  return [
    ...((column === undefined) === (field === undefined) ? ['a condition needs a column or a field'] : []),
    ...((filled === undefined) === (tests === undefined)
      ? ['a condition needs words or patterns, or filled']
      : []),
    ...(patterns ?? []).flatMap((expression) => faultOf(() => compileExpression(expression))),
  ];
}

function faultOf(attempt: () => unknown): string[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function problemsOfWhole({ identity, fields, price, titles, ignore = [], ...rest }: Profile): string[] {
  const profile = { identity, fields, price, titles, ...rest } as Profile;
  const used = columnsOf(profile);
  const readsGem = titles?.read.includes('gem_type');
  const doubled = [
    'price_final_usd',
    'price_original',
    'currency',
    'estimate_low_usd',
    'estimate_high_usd',
  ].filter((field) => price && field in fields);
  return [
    ...(identity || fields.id
      ? []
      : ['it needs an identity, or fields.id where the source has whole numbers as ids']),
    ...(identity && fields.id ? ['it has both an identity and fields.id'] : []),
    ...(fields.title ? [] : ['fields.title is missing']),
    ...(fields.gem_type || readsGem ? [] : ['fields.gem_type is missing, and titles does not read it']),
    ...doubled.map((field) => `fields.${field} is what price sets`),
    ...(price?.estimate && (price.estimate_low || price.estimate_high)
      ? ['price has an estimate of both ends, and one of a single end']
      : []),
    ...(price && !price.currency && !price.signs ? ['price needs a currency, or signs that give it'] : []),
    ...(identity?.may_be_empty ?? [])
      .filter((column) => !identity!.columns.includes(column))
      .map((column) => `identity.may_be_empty: "${column}" is none of its columns`),
    ...ignore.filter((column) => used.includes(column)).map((column) => `ignore: "${column}" is used`),
    ...Object.keys(fields)
      .filter((field) => !(inputFields as string[]).includes(field))
      .map((field) => `fields: there is no "${field}"`),
  ];
}

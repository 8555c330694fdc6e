import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { TSchema } from 'typebox';
import { currencyCodes } from '../../../mappings/vocabulary/currencies.ts';
import { meant } from '../../errors.ts';
import { currencyInName } from '../prices/read-money.ts';
import { statusNamed } from '../sale-status-words.ts';
import { compileExpression, compileExtraction } from './compile-expression.ts';
import { columnsOf, isEncoding, Profile, sourcesOf } from './profile.ts';
import { dateReader } from './read-date.ts';
import { type ColumnTest, columnsIn, type Source } from './source.ts';

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  verbose: true,
  validateSchema: false,
});

/** Lists all problems of a profile; none if it can be used. */
export function checkProfile(profile: Record<string, unknown>): string[] {
  // Compiled on first use, so that a program without profiles starts sooner.
  if (!ajv.validate(Profile as TSchema, profile))
    return [...new Set(ajv.errors!.filter(isTelling).map(describe))];
  const checked = profile as Profile;
  return [
    ...problemsOfSources(checked),
    ...problemsOfFilters(checked),
    ...problemsOfWhole(checked),
    ...problemsOfMeanings(checked),
  ];
}

/** "must match a schema in anyOf" adds nothing to the problems of its schemas. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf';
}

function describe({ keyword, params, instancePath, message, parentSchema, data }: ErrorObject): string {
  const place = instancePath.slice(1).replaceAll('/', '.') || 'profile';
  if (keyword === 'additionalProperties') {
    const name: string = params.additionalProperty;
    const known = Object.keys((parentSchema as { properties?: object }).properties ?? {});
    return `${place}: there is no "${name}"${meant(name, known) || ` (known: ${known.join(', ')})`}`;
  }
  if (keyword === 'required') return `${place}: "${params.missingProperty}" is missing`;
  if (keyword === 'enum') return `${place}: "${data}" is not one of ${params.allowedValues.join(', ')}`;
  return `${place} ${message}`;
}

function problemsOfSources(profile: Profile): string[] {
  return sourcesOf(profile).flatMap(([name, source]) => [
    ...(source.carats_per_unit && name !== 'fields.carat'
      ? [`${name}: carats_per_unit is only for fields.carat`]
      : []),
    ...problemsOf(source).map((problem) => `${name}: ${problem}`),
  ]);
}

function problemsOf(source: Source): string[] {
  const ways = [source.column, source.columns, source.value].filter((way) => way !== undefined);
  return [
    ...(ways.length === 1 ? [] : ['exactly one of column, columns and value is required']),
    ...(source.join !== undefined && !source.columns ? ['join needs columns'] : []),
    ...(source.extract ?? []).flatMap((expression) => faultOf(() => compileExtraction(expression))),
    ...(source.where ?? []).flatMap(problemsOfTest),
    ...(source.formats ?? []).flatMap((format) => faultOf(() => dateReader([format]))),
  ];
}

/** Statuses and currencies that a profile gives: a mistake in one would become a value of every lot that has it. */
function problemsOfMeanings({ fields, price, encoding = 'utf-8' }: Profile): string[] {
  const { map = {}, words = {}, value } = fields.sale_status ?? {};
  const statuses = [...Object.values(map), ...Object.values(words), value ?? null];
  const signs = Object.values(price?.signs ?? {});
  const inDollars = [
    ...Object.entries(fields).filter(([field]) => field.endsWith('_usd')),
    ...(price?.usd ? [['price.usd', price.usd] as const] : []),
  ];
  return [
    ...(isEncoding(encoding) ? [] : [`encoding: "${encoding}" is not known`]),
    ...inDollars.flatMap(([field, source]) =>
      columnsIn(source!)
        .filter((column) => currencyInName(column).codes?.includes('USD') === false)
        .map(
          (column) =>
            `${field}: "${column}" is not in US dollars; use price.hammer, price.premium or price.amount`,
        ),
    ),
    ...statuses
      .filter((status) => status !== null && statusNamed(String(status)) === undefined)
      .map((status) => `fields.sale_status: "${status}" is not a status such as sold, unsold or withdrawn`),
    ...signs
      .filter((code) => !currencyCodes.includes(code))
      .map((code) => `price.signs: "${code}" is not a currency code such as HKD`),
  ];
}

function problemsOfFilters({ only = [], except = [] }: Profile): string[] {
  return Object.entries({ only, except }).flatMap(([list, conditions]) =>
    conditions.flatMap(problemsOfTest).map((text) => `${list}: ${text}`),
  );
}

function problemsOfTest({ column, words, patterns, filled }: ColumnTest): string[] {
  const tests = words || patterns;
  return [
    ...(column === undefined ? ['a condition needs a column'] : []),
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

function problemsOfWhole(profile: Profile): string[] {
  const { identity, fields, price, titles, ignore = [] } = profile;
  const used = columnsOf(profile);
  const readsGem = titles?.read.includes('gem_type');
  const { amount, usd, hammer, premium, estimate, estimate_low, estimate_high } = price ?? {};
  const doubled = [
    'price_final_usd',
    'price_hammer_usd',
    'price_premium_usd',
    'price_original',
    'currency',
    'estimate_low_usd',
    'estimate_high_usd',
    ...(hammer || premium ? ['price_basis'] : []),
  ].filter((field) => price && field in fields);
  return [
    ...(identity || fields.id
      ? []
      : ['identity is missing; use fields.id instead if the source has whole numbers as ids']),
    ...(identity && fields.id ? ['identity and fields.id exclude each other'] : []),
    ...(fields.title ? [] : ['fields.title is missing']),
    ...(fields.gem_type || readsGem ? [] : ['fields.gem_type is missing; add it, or add gem_type to titles']),
    ...doubled.map((field) => `fields.${field} is not allowed beside price, which sets it`),
    ...(amount && (hammer || premium) ? ['price.amount excludes price.hammer and price.premium'] : []),
    ...(estimate && (estimate_low || estimate_high)
      ? ['price.estimate excludes price.estimate_low and price.estimate_high']
      : []),
    ...(price && !price.currency && !price.signs ? ['price needs a currency, or signs that give it'] : []),
    ...(price && !(amount ?? usd ?? hammer ?? premium ?? estimate ?? estimate_low ?? estimate_high)
      ? ['price needs an amount, usd or an estimate']
      : []),
    ...(identity?.may_be_empty ?? [])
      .filter((column) => !identity!.columns.includes(column))
      .map((column) => `identity.may_be_empty: "${column}" is not one of identity.columns`),
    ...ignore.filter((column) => used.includes(column)).map((column) => `ignore: "${column}" is used`),
  ];
}

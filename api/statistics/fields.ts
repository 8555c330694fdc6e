import type { TSchema } from 'typebox';
import Type from 'typebox';
import { extension, listOf as listOfNames } from '../parameters/kinds.ts';

/** Marks a choice where the specification is open. */
export const choice = { 'x-choice': true };

type Mark = typeof extension | typeof choice;

/** Decimals of estimates: a rounding error of half a millionth is far below the error of the estimate. */
export const estimateDecimals = 6;

export const count = (description: string, mark: Mark = extension) =>
  Type.Integer({ minimum: 0, description, ...mark });

export const number = (description: string, options: { maximum?: number } = {}) =>
  Type.Number({ minimum: 0, description, ...options, ...extension });

/** A value, or null where there is none. */
export const orNull = <S extends TSchema>(schema: S, description: string, mark: Mark = extension) =>
  Type.Union([schema, Type.Null()], { description, ...mark });

/** A number, or null where there is none. */
export const figure = (description: string, options: { minimum?: number; maximum?: number } = {}) =>
  orNull(Type.Number(options), description);

/** A number that is never below 0, or null where there is none. */
export const positive = (description: string) => figure(description, { minimum: 0 });

/** A share between 0 and 1, or null where the whole is 0. */
export const share = (description: string, mark: Mark = extension) =>
  orNull(Type.Number({ minimum: 0, maximum: 1 }), description, mark);

export const nameOrNull = (description: string) => orNull(Type.String(), description);

export const text = (description: string) => Type.String({ description, ...extension });

export const flag = (description: string) => Type.Boolean({ description, ...extension });

export const oneOf = <const Name extends string>(names: readonly Name[], description: string) =>
  Type.Enum([...names], { description, ...extension });

export const listOf = <S extends TSchema>(items: S, description: string) =>
  Type.Array(items, { description, ...extension });

/** The fields of a group or a period to send. */
export const rowFieldsParam = <const Name extends string>(names: readonly Name[], always: string) =>
  Type.Optional(
    listOfNames(names, {
      description: `The fields to return, separated by commas; all by default. ${always}`,
      examples: [['lots', 'price_usd']],
      ...extension,
    }),
  );

/** The named fields of a row, in its order; all by default. */
export const pickFields = <Row extends object>(
  row: Row,
  names: readonly string[] | undefined,
): Partial<Row> =>
  names === undefined
    ? row
    : (Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))) as Partial<Row>);

/** An object of exactly these fields, with its own schema name in the document. */
export const object = <const P extends Record<string, TSchema>>($id: string, title: string, properties: P) =>
  Type.Object(properties, { $id, title, additionalProperties: false, ...extension });

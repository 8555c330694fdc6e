import Type, { type TSchema } from 'typebox';

/** Marks what is not in the specification. */
export const extension = { 'x-extension': true };

/** Decimals of estimates: a rounding error of half a millionth is far below the error of the estimate. */
export const estimateDecimals = 6;

export const count = (description: string) => Type.Integer({ minimum: 0, description, ...extension });

export const number = (description: string, options: { maximum?: number } = {}) =>
  Type.Number({ minimum: 0, description, ...options, ...extension });

/** A number, or null where there is none. */
export const figure = (description: string, options: { minimum?: number; maximum?: number } = {}) =>
  Type.Union([Type.Number(options), Type.Null()], { description, ...extension });

export const nameOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, ...extension });

/** An object of exactly these fields, with its own schema name in the document. */
export const object = <const P extends Record<string, TSchema>>($id: string, title: string, properties: P) =>
  Type.Object(properties, { $id, title, additionalProperties: false, ...extension });

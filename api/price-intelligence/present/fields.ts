import Type, { type TSchema } from 'typebox';

/** Marks what the specification does not have. */
export const extension = { 'x-extension': true };

/** Decimals of what is estimated: an error of half a millionth is nothing beside that of the estimate. */
export const estimateDecimals = 6;

export const count = (description: string) => Type.Integer({ minimum: 0, description, ...extension });

/** A number, or null where there is none. */
export const figure = (description: string, options: { minimum?: number; maximum?: number } = {}) =>
  Type.Union([Type.Number(options), Type.Null()], { description, ...extension });

export const nameOrNull = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, ...extension });

/** An object of these fields and no others, with a name of its own in the document. */
export const object = <const P extends Record<string, TSchema>>($id: string, title: string, properties: P) =>
  Type.Object(properties, { $id, title, additionalProperties: false, ...extension });

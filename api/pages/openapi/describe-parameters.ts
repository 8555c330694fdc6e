import type { TProperties, TSchema } from 'typebox';
import { publishSchema } from './publish-schema.ts';

type Json = Record<string, unknown>;

/** The parameters of a path. Lists are sent separated by commas or repeated; both are `style: form`. */
export function describeParameters(properties: TProperties, place: 'path' | 'query'): Json[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, 'x-extension': isExtension, 'x-choice': isChoice, ...schema } = property as Json;
    const required = place === 'path' || (!isOptional(property) && schema.default === undefined);
    const isList = schema.type === 'array';
    return {
      name,
      in: place,
      description,
      required,
      // Swagger UI prefills this value; an optional parameter starts empty.
      ...(required && Array.isArray(schema.examples) && { example: schema.examples[0] }),
      ...(isList && { style: 'form', explode: false }),
      ...(isExtension === true && { 'x-extension': true }),
      ...(isChoice === true && { 'x-choice': true }),
      schema: publishSchema({ ...schema, ...(isList && { examples: asLists(schema.examples) }) }),
    };
  });
}

const isOptional = (schema: TSchema) => '~optional' in schema;

/** An example of a list may be written as its only value. */
const asLists = (examples: unknown) =>
  (examples as unknown[] | undefined)?.map((example) => [example].flat());

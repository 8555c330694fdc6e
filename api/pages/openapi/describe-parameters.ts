import type { TProperties, TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** The parameters of a path. Lists are sent separated by commas or repeated; both are `style: form`. */
export function describeParameters(properties: TProperties, place: 'path' | 'query'): Json[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, 'x-extension': isExtension, 'x-choice': isChoice, ...schema } = property as Json;
    const required = place === 'path' || (!isOptional(property) && schema.default === undefined);
    return {
      name,
      in: place,
      description,
      required,
      // Swagger UI prefills this value; an optional parameter starts empty.
      ...(required && Array.isArray(schema.examples) && { example: schema.examples[0] }),
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      ...(isExtension === true && { 'x-extension': true }),
      ...(isChoice === true && { 'x-choice': true }),
      schema,
    };
  });
}

const isOptional = (schema: TSchema) => '~optional' in schema;

import type { TSchema } from 'typebox';
import Type from 'typebox';
import { extension, oneOfOrImplied } from '../../parameters/kinds.ts';

/** The parameter of paths whose full responses have `fullOnly` fields. */
export const detailParam = {
  detail: oneOfOrImplied(['short', 'full'], 'short', {
    description:
      '`short` (the default): the figures that one quotes, with their numbers of lots, intervals and what was left out. `full`: also the model, the errors and their degrees of freedom, the effective numbers and the residuals, from which every interval can be checked.',
    examples: ['full'],
    ...extension,
  }),
};

/** A field that only responses with `detail=full` have. Its type is not optional: handlers give it, and `inDetail` removes it. */
export const fullOnly = <S extends TSchema>(schema: S): S =>
  Object.assign(Type.Optional(schema), {
    description: `${described(schema)}Only with \`detail=full\`.`,
    'x-detail': 'full',
  }) as unknown as S;

function described({ description }: { description?: string }): string {
  return description ? `${description} ` : '';
}

/** The data of a full response in the detail that a request wants. */
export const inDetail = <Data>({ detail }: { detail?: string }, schema: TSchema, data: Data): Data =>
  detail === 'full' ? data : (shorten(schema, data) as Data);

/** The parts of a schema that lead to its fields. */
interface Fields {
  properties?: Record<string, Fields>;
  items?: Fields;
  anyOf?: Fields[];
  'x-detail'?: 'full';
}

function shorten({ properties, items, anyOf }: Fields, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (anyOf) return shorten(anyOf[0]!, value);
  if (Array.isArray(value)) return items ? value.map((item) => shorten(items, item)) : value;
  if (!properties) return value;
  const kept = Object.entries(value).filter(([name]) => !properties[name]?.['x-detail']);
  return Object.fromEntries(kept.map(([name, of]) => [name, shorten(properties[name] ?? {}, of)]));
}

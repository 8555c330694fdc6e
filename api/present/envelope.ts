import Type, { type Static, type TProperties, type TSchema } from 'typebox';

const choice = { 'x-choice': true };

/** Paging of a list, as in the specification. */
export const Pagination = Type.Object(
  {
    current_page: Type.Integer({ minimum: 1 }),
    total_pages: Type.Integer({ minimum: 0, description: '0 without results.' }),
    total_records: Type.Integer({ minimum: 0, description: 'Exact.' }),
  },
  { $id: 'Pagination', title: 'Paging information', additionalProperties: false },
);

export type Pagination = Static<typeof Pagination>;

/** In a response that is not a page of a list. */
export const noPagination = Type.Null({ 'x-null-of': 'Pagination' });

/** Maximum values of a request for which similar names are looked up. */
export const maxLookedUp = 5;

/** A name that no lot has, and similar names that lots have. */
export const Hint = Type.Object(
  {
    parameter: Type.String(),
    value: Type.String(),
    message: Type.String(),
    nearest: Type.Array(Type.String(), {
      description: `Similar names that have lots, most similar first; of a family such as garnet its members, most lots first. They are looked up for the first ${maxLookedUp} such values of a request, and empty for the others.`,
    }),
  },
  { $id: 'Hint', title: 'Hint', additionalProperties: false, ...choice },
);

export type Hint = Static<typeof Hint>;

/** The meta of every response with data. */
const commonMeta = {
  filters: Type.Object(
    {},
    {
      description:
        'The parameters as understood: canonical names, lists sorted, defaults included. `sort` is separate.',
      additionalProperties: true,
      ...choice,
    },
  ),
  sort: Type.Optional(Type.String({ description: 'The order of `data`.', examples: ['-date'], ...choice })),
  data_version: Type.String({ description: 'Identifies the version of the data.', ...choice }),
  as_of: Type.String({ format: 'date-time', description: 'When the data last changed.', ...choice }),
  hints: Type.Optional(Type.Array(Hint, { description: 'Names in the request that no lot has.', ...choice })),
} satisfies TProperties;

/**
 * The schema of a successful response: the `data` of the route, and `meta` with what the route adds.
 * @param name the name of the schema in the OpenAPI document
 */
export function envelopeSchema(
  name: string,
  data: TSchema,
  { paged, meta }: { paged: boolean; meta: TProperties },
): TSchema {
  const metaName = Object.keys(meta).length > 0 ? `${name.replace(/Response$/, '')}Meta` : 'Meta';
  const properties = { ...commonMeta, ...meta };
  return Type.Object(
    {
      success: Type.Literal(true),
      data,
      pagination: paged ? Pagination : noPagination,
      meta: Type.Object(properties, { $id: metaName, additionalProperties: false }),
    },
    { $id: name, additionalProperties: false },
  );
}

/** The schema of a response without data of the index, such as the health of the process. */
export function plainEnvelopeSchema(name: string, data: TSchema): TSchema {
  return Type.Object(
    {
      success: Type.Literal(true),
      data,
      pagination: noPagination,
      meta: Type.Object({}, { additionalProperties: false }),
    },
    { $id: name, additionalProperties: false },
  );
}

/** The position of a page; 0 pages where nothing is found. */
export function presentPagination(page: number, limit: number, totalRecords: number): Pagination {
  return { current_page: page, total_pages: Math.ceil(totalRecords / limit), total_records: totalRecords };
}

/** The position of a response that has one page, even if it shows only some of the records. */
export function presentSinglePage(totalRecords: number): Pagination {
  return presentPagination(1, Math.max(1, totalRecords), totalRecords);
}

/** A part of a response that is already JSON text. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A list of values that are already JSON text. */
export const rawList = (values: readonly string[]): RawJson => new RawJson(`[${values.join(',')}]`);

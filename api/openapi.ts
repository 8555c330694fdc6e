import type { TProperties, TSchema } from 'typebox';
import { type ErrorCode, errorCodes } from './errors.ts';
import { ErrorEnvelope, envelopeSchema, plainEnvelopeSchema } from './present/envelope.ts';
import type { Route } from './route.ts';
import type { Operation } from './routes/operations.ts';

type Json = Record<string, unknown>;

/** The schema of a route's successful answers. */
export const responseSchema = (route: Route): TSchema =>
  envelopeSchema(route.data, { paged: route.paged ?? false, meta: route.meta ?? {} });

/** The OpenAPI 3.1 description of the API, out of the very schemas that validate it. Pure. */
export function openApiDocument(routes: Route[], operations: Operation[]): Json {
  const components: Json = {};
  const paths = Object.fromEntries([
    ...routes.map((route) => [route.path, { get: describeRoute(route) }]),
    ...operations.map((operation) => [operation.path, { get: describeOperation(operation) }]),
  ]);
  const described = withReferences(paths, components);
  const responses = withReferences(errorResponses(), components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gemstone Auction Data Service',
      version: '1',
      summary: 'Gemstone auction records, statistics, price rankings and search suggestions',
      description:
        'Read-only JSON over GET. `x-choice` marks what the specification leaves open and we chose; `x-extension` marks what goes beyond it.',
      contact: { name: 'Gemstone Auction Data Service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...routes.map((route) => route.tag), 'Operations'])].map((name) => ({ name })),
    paths: described,
    components: {
      schemas: sorted(components),
      headers: commonHeaders,
      responses,
    },
  };
}

function describeRoute(route: Route): Json {
  const { operationId, tag, summary, description } = route;
  const codes: ErrorCode[] = [
    'invalid_parameter',
    ...(route.errors?.includes('not_found') ? (['not_found'] as const) : []),
    'not_acceptable',
    'rate_limited',
    'unavailable',
    'internal',
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(route.isExtension && { 'x-extension': true }),
    parameters: [...parameters(route.pathParams ?? {}, 'path'), ...parameters(route.params, 'query')],
    responses: {
      200: {
        description: 'The answer.',
        headers: headerReferences([
          ...dataHeaders,
          ...limitHeaders,
          ...(route.paged ? ['Link'] : []),
          ...(route.export ? ['X-Total-Records'] : []),
        ]),
        content: {
          'application/json': { schema: responseSchema(route) },
          ...(route.export && exportContents),
        },
      },
      304: {
        description: 'Nothing changed since the answer with this ETag.',
        headers: headerReferences(['ETag', 'Cache-Control', 'X-Request-Id', ...limitHeaders]),
      },
      ...Object.fromEntries(
        codes.map((code) => [errorCodes[code].status, { $ref: `#/components/responses/${code}` }]),
      ),
    },
    ...(route.examples && { 'x-examples': route.examples }),
  };
}

/** What `format` answers with. */
const exportContents = {
  'text/csv': {
    schema: { type: 'string', description: 'A header line, then one line a record (RFC 4180).' },
    'x-extension': true,
  },
  'application/x-ndjson': {
    schema: { type: 'string', description: 'One record a line, as in `data`.' },
    'x-extension': true,
  },
};

function describeOperation(operation: Operation): Json {
  return {
    operationId: operation.operationId,
    tags: ['Operations'],
    summary: operation.summary,
    'x-extension': true,
    responses: {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: plainEnvelopeSchema(operation.data) } },
      },
      503: { $ref: '#/components/responses/unavailable' },
    },
  };
}

/** Lists are sent separated by commas or repeated; both are `style: form`. */
function parameters(properties: TProperties, place: 'path' | 'query'): Json[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, 'x-extension': isExtension, 'x-choice': isChoice, ...schema } = property as Json;
    return {
      name,
      in: place,
      description,
      required: place === 'path' || (!isOptional(property) && schema.default === undefined),
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      ...(isExtension === true && { 'x-extension': true }),
      ...(isChoice === true && { 'x-choice': true }),
      schema,
    };
  });
}

const isOptional = (schema: TSchema) => '~optional' in schema;

function errorResponses(): Json {
  return Object.fromEntries(
    Object.entries(errorCodes).map(([code, { message, documentation }]) => [
      code,
      {
        description: `${message} ${documentation}`,
        headers: headerReferences([
          'X-Request-Id',
          ...(code === 'rate_limited' ? ['Retry-After', ...limitHeaders] : []),
          ...(code === 'unavailable' ? ['Retry-After'] : []),
        ]),
        content: { 'application/json': { schema: ErrorEnvelope } },
      },
    ]),
  );
}

const header = (description: string, type = 'string') => ({
  description,
  schema: { type },
  'x-choice': true,
});

const limitHeaders = [
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];
const dataHeaders = ['ETag', 'Cache-Control', 'X-Request-Id', 'Server-Timing'];

const commonHeaders: Json = {
  'Cache-Control': header('Answers may be kept, and must be asked for again with their ETag.'),
  ETag: header('Names the answer; send it as If-None-Match to get 304 while nothing changed.'),
  Link: header('Pages around this one: first, prev, next, last (RFC 8288).'),
  'RateLimit-Policy': header('The limit: q requests in w seconds.'),
  RateLimit: header('r requests are left; in t seconds the oldest counted one leaves the window.'),
  'Retry-After': header('Seconds after which another try makes sense.', 'integer'),
  'Server-Timing': header('Where the time went, in milliseconds.'),
  'X-RateLimit-Limit': header('Requests allowed in the window.', 'integer'),
  'X-RateLimit-Remaining': header('Requests left.', 'integer'),
  'X-RateLimit-Reset': header('Epoch second at which the oldest counted request leaves.', 'integer'),
  'X-Total-Records': header('Records in an export.', 'integer'),
  'X-Request-Id': header('Names the request; taken over from the request where it is sane.'),
};

const headerReferences = (names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Replaces every schema that has an `$id` by a reference, and puts it among the components once. */
function withReferences(value: unknown, components: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, components));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as Json & { $id?: string };
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, item]) => [key, withReferences(item, components)]),
  );
  if (typeof $id !== 'string') return plain;
  components[$id] = plain;
  return { $ref: `#/components/schemas/${$id}` };
}

const sorted = (object: Json) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

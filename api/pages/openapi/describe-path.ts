import type { TProperties, TSchema } from 'typebox';
import type { ExportRoute, Operation, Route } from '../../endpoint/define-route.ts';
import { envelopeSchema, plainEnvelopeSchema } from '../../endpoint/envelope.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { errorReferences } from './error-responses.ts';
import { type HeaderName, headerReferences, limitHeaders } from './headers.ts';

type Json = Record<string, unknown>;

/** The schema of the successful responses of a route. */
const responseSchema = ({ operationId, data, paged = false, meta = {} }: Route): TSchema =>
  envelopeSchema(responseName(operationId), data, { paged, meta });

/** The schema of the successful responses of an operation. */
const operationSchema = ({ operationId, data }: Operation): TSchema =>
  plainEnvelopeSchema(responseName(operationId), data);

/** `listAuctions` returns an `AuctionList`, `getStats` a `StatsResponse`. */
function responseName(operationId: string): string {
  const list = /^list(\w+?)s?$/.exec(operationId)?.[1];
  return list ? `${list}List` : `${operationId.replace(/^[a-z]+/, '')}Response`;
}

/** A path that returns data. */
export function describeRoute(route: Route | ExportRoute): Json {
  const { operationId, tag, summary, description } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(route.isExtension && { 'x-extension': true }),
    parameters: [
      ...describeParameters(route.pathParams ?? {}, 'path'),
      ...describeParameters(route.params, 'query').map((parameter) =>
        // The specification shows parameters of the list alone.
        route.path === '/api/v1/auctions' || parameter['x-extension']
          ? parameter
          : { ...parameter, 'x-choice': true },
      ),
    ],
    responses: {
      200: {
        description: 'The requested data.',
        headers: headerReferences(answerHeaders(route)),
        content:
          'export' in route ? route.contents : { 'application/json': { schema: responseSchema(route) } },
      },
      304: {
        description:
          'The data is unchanged since the response with this ETag, or since the time in If-Modified-Since.',
        headers: headerReferences(commonHeaders(route)),
      },
      ...errorReferences(errorsOf(route)),
    },
    ...(route.examples && { 'x-examples': route.examples }),
  };
}

/** The headers of a response without a body. */
const commonHeaders = (route: Route | ExportRoute): HeaderName[] => [
  ...(['ETag', 'Last-Modified', 'Cache-Control', 'Vary', 'X-Request-Id'] as const),
  ...limitHeaders,
  ...('export' in route ? (['X-Data-Version'] as const) : []),
];

function answerHeaders(route: Route | ExportRoute): HeaderName[] {
  const common: HeaderName[] = [...commonHeaders(route), 'Link'];
  if (!('export' in route)) return [...common, 'Server-Timing'];
  return [
    ...common,
    'X-Total-Records',
    ...('format' in route.params ? (['Content-Disposition'] as const) : []),
  ];
}

function errorsOf(route: Route | ExportRoute): ErrorCode[] {
  const hasNotFound = 'errors' in route && route.errors?.includes('not_found');
  const notFound: ErrorCode[] = hasNotFound ? ['not_found'] : [];
  return [
    'invalid_parameter',
    ...notFound,
    'not_acceptable',
    'rate_limited',
    // Lists of long values can reach this limit.
    'request_too_long',
    'unavailable',
    'internal',
  ];
}

/** A path for operators. */
export function describeOperation(operation: Operation): Json {
  return {
    operationId: operation.operationId,
    tags: ['Operations'],
    summary: operation.summary,
    description: 'For operators and orchestrators. It does not count towards the rate limit.',
    'x-extension': true,
    responses: {
      200: {
        description: 'The requested data.',
        headers: headerReferences(['Cache-Control', 'X-Request-Id']),
        content: { 'application/json': { schema: operationSchema(operation) } },
      },
      ...errorReferences(['unavailable', 'internal']),
    },
  };
}

/** The parameters of a path. Lists are sent separated by commas or repeated; both are `style: form`. */
function describeParameters(properties: TProperties, place: 'path' | 'query'): Json[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, 'x-extension': isExtension, ...declared } = property as Json;
    const { default: fallback, ...others } = declared;
    const required = place === 'path' || (!isOptional(property) && fallback === undefined);
    const isList = declared.type === 'array';
    // Generated clients in Go do not compile with the default of a list.
    const schema = isList ? others : declared;
    return {
      name,
      in: place,
      description: isList && fallback !== undefined ? `${description} Default \`${fallback}\`.` : description,
      required,
      // Swagger UI prefills this value; an optional parameter starts empty.
      ...(required && Array.isArray(schema.examples) && { example: schema.examples[0] }),
      ...(isList && { style: 'form', explode: false }),
      ...(isExtension === true && { 'x-extension': true }),
      schema: { ...schema, ...(isList && { examples: asLists(schema.examples) }) },
    };
  });
}

const isOptional = (schema: TSchema) => '~optional' in schema;

/** An example of a list may be written as its only value. */
const asLists = (examples: unknown) =>
  (examples as unknown[] | undefined)?.map((example) => [example].flat());

import type { TSchema } from 'typebox';
import type { Operation, Route } from '../../endpoint/define-route.ts';
import type { ErrorCode } from '../../http/errors.ts';
import { envelopeSchema, plainEnvelopeSchema } from '../../present/envelope.ts';
import { describeParameters } from './describe-parameters.ts';
import { errorReferences } from './error-responses.ts';
import { type HeaderName, headerReferences, limitHeaders } from './headers.ts';
import { publishSchema } from './publish-schema.ts';

type Json = Record<string, unknown>;

/** The schema of the successful responses of a route. */
export const responseSchema = ({ operationId, data, paged = false, meta = {} }: Route): TSchema =>
  envelopeSchema(responseName(operationId), data, { paged, meta });

/** The schema of the successful responses of an operation. */
export const operationSchema = ({ operationId, data }: Operation): TSchema =>
  plainEnvelopeSchema(responseName(operationId), data);

/** `listAuctions` returns an `AuctionList`, `getStats` a `StatsResponse`. */
function responseName(operationId: string): string {
  const list = /^list(\w+?)s?$/.exec(operationId)?.[1];
  return list ? `${list}List` : `${operationId.replace(/^[a-z]+/, '')}Response`;
}

/** A path that returns data. */
export function describeRoute(route: Route): Json {
  const { operationId, tag, summary, description } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(route.isExtension && { 'x-extension': true }),
    parameters: [
      ...describeParameters(route.pathParams ?? {}, 'path'),
      ...describeParameters(route.params, 'query'),
    ],
    responses: {
      200: {
        description: 'The answer.',
        headers: headerReferences(answerHeaders(route)),
        content: {
          'application/json': { schema: publishSchema(responseSchema(route)) },
          ...(route.export && exportContents),
        },
      },
      304: {
        description:
          'The data is unchanged since the response with this ETag, or since the time in If-Modified-Since.',
        headers: headerReferences([
          'ETag',
          'Last-Modified',
          'Cache-Control',
          'Vary',
          'X-Request-Id',
          ...limitHeaders,
        ]),
      },
      ...errorReferences(errorsOf(route)),
    },
    ...(route.examples && { 'x-examples': route.examples }),
  };
}

function answerHeaders(route: Route): HeaderName[] {
  return [
    'ETag',
    'Last-Modified',
    'Cache-Control',
    'Vary',
    'X-Request-Id',
    'Server-Timing',
    ...limitHeaders,
    'Link',
    ...(route.export ? (['X-Total-Records', 'Content-Disposition'] as const) : []),
  ];
}

function errorsOf(route: Route): ErrorCode[] {
  const notFound: ErrorCode[] = route.errors?.includes('not_found') ? ['not_found'] : [];
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

/** The responses with `format`. */
const exportContents = {
  'text/csv': {
    schema: { type: 'string', description: 'A header line, then one line per record (RFC 4180).' },
    'x-extension': true,
  },
  'application/x-ndjson': {
    schema: { type: 'string', description: 'One record per line, as in `data`.' },
    'x-extension': true,
  },
};

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
        description: 'The answer.',
        headers: headerReferences(['Cache-Control', 'X-Request-Id']),
        content: { 'application/json': { schema: publishSchema(operationSchema(operation)) } },
      },
      ...errorReferences(['unavailable', 'internal']),
    },
  };
}

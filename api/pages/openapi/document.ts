import type { Operation, Route } from '../../endpoint/define-route.ts';
import { describeOperation, describeRoute } from './describe-path.ts';
import { errorResponses } from './error-responses.ts';
import { headers } from './headers.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the API, built from the schemas that validate it. Pure. */
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
    info,
    servers: [{ url: '/', description: 'The service that returned this document.' }],
    tags: [...new Set([...routes.map((route) => route.tag), 'Operations'])].map((name) => ({ name })),
    paths: described,
    components: { schemas: sorted(components), headers, responses },
  };
}

const info: Json = {
  title: 'Gemstone Auction Data Service',
  version: '1',
  summary: 'Gemstone auction records, statistics, price rankings and search suggestions',
  description: [
    'Read-only JSON over GET (and HEAD). Every response is an object with `success`, `data`, `pagination` and `meta`; an error response also has `error`, which lists all problems of the request.',
    '',
    '- `x-choice` marks choices where the specification is open; `x-extension` marks extensions of it; `x-examples` are valid requests.',
    '- Parameters are strict: an unknown, repeated, empty or out-of-range parameter returns 400 and is never ignored.',
    '- 1000 requests per rolling hour and client address; the `RateLimit` headers show how many are left, and a 429 response shows when to retry.',
    '- The concurrent requests of a client address are limited, including unread responses; statistics and exports have lower limits. Only one export per address runs at a time, while others wait. Above the limit the response is 429 with `Retry-After`. The connection of a client that reads too slowly is closed.',
    '- Every response has an ETag: send it as `If-None-Match` to get 304 while the data is unchanged.',
  ].join('\n'),
  contact: {
    name: 'Operators of the Gemstone Auction Data Service; include the X-Request-Id of the response',
  },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

const sorted = (object: Json) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Replaces every schema that has an `$id` with a reference.
 * @param components receives the schemas by their `$id`, each once
 */
export function withReferences(value: unknown, components: Json): unknown {
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

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
    servers: [{ url: '/', description: 'The service that this document was read from.' }],
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
    'Read-only JSON over GET (and HEAD). Every answer is one object with `success`, `data`, `pagination` and `meta`; an error has `error` beside them, and names every problem of the request.',
    '',
    '- `x-choice` marks what the specification leaves open and we chose; `x-extension` marks what goes beyond it; `x-examples` are requests that work.',
    '- Parameters are strict: one that is unknown, repeated, empty or out of range is answered with 400, never ignored.',
    '- 1000 requests per rolling hour and client address; the `RateLimit` headers tell how many are left, and 429 when to come back.',
    '- What one client address has in progress at once is bounded, unread answers included, for statistics and exports more tightly; one export at a time, while others wait. Beyond the bound the answer is 429 with `Retry-After`. A client that reads an answer too slowly is cut off.',
    '- Every answer has an ETag: send it as `If-None-Match` and get 304 while the data is the same.',
  ].join('\n'),
  contact: {
    name: 'Operators of the Gemstone Auction Data Service; name the X-Request-Id of the answer in question',
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

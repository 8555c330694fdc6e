import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/project-root.ts';
import type { ExportRoute, Operation, Route } from '../../endpoint/define-route.ts';
import { type DocsPage, docsPath } from '../docs/pages.ts';
import { shareParameters } from './components.ts';
import { describeOperation, describeRoute } from './describe-path.ts';
import { errorResponses } from './error-responses.ts';
import { headers } from './headers.ts';
import { publishSchema } from './publish-schema.ts';

type Json = Record<string, unknown>;

/** The OpenAPI document, as JSON. */
export type OpenApiDocument = Json;

/**
 * The OpenAPI 3.1 description of the API, built from the schemas that validate it. Pure.
 * @param publicUrl of the service; validators want the addresses of the documentation to be absolute
 */
export function openApiDocument(
  routes: readonly (Route | ExportRoute)[],
  operations: readonly Operation[],
  publicUrl = 'http://localhost:3000',
): OpenApiDocument {
  const schemas: Json = {};
  const paths = publishSchema(
    Object.fromEntries([
      ...routes.map((route) => [route.path, { get: describeRoute(route) }]),
      ...operations.map((operation) => [operation.path, { get: describeOperation(operation) }]),
    ]),
    schemas,
  ) as Parameters<typeof shareParameters>[0];
  const responses = publishSchema(errorResponses(), schemas);
  const parameters = shareParameters(paths);
  return {
    openapi: '3.1.0',
    info,
    externalDocs: {
      url: `${publicUrl}${docsPath('clients')}`,
      description: 'How to write or generate a client.',
    },
    servers: [{ url: '/', description: 'The service that returned this document.' }],
    security: [],
    tags: describeTags(routes, publicUrl),
    paths,
    components: { schemas: sorted(schemas), parameters: sorted(parameters), headers, responses },
  };
}

const sorted = (object: Json) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
};

/** The description of the API as a whole. Its version is that of the package. */
const info = {
  title: 'Gemstone Auction Data Service',
  version,
  summary: 'Gemstone auction records, statistics, price rankings and search suggestions',
  description: [
    'Read-only JSON over GET (and HEAD). Every response is an object with `success`, `data`, `pagination` and `meta`; an error response also has `error`, which lists all problems of the request.',
    '',
    '- The specification of this API leaves details open, such as most fields of a record. Where it does, we chose: `x-choice` marks what another service by the same specification may do differently. `x-extension` marks what the specification does not have at all. Both are as stable as the rest. `x-examples` are valid requests.',
    '- Parameters are strict: an unknown, repeated, empty or out-of-range parameter returns 400 and is never ignored. Numbers are written in digits: `0.5`, not `5e-1`. Booleans are `true` or `false` in any letter case. Text is percent-encoded UTF-8 without NUL characters.',
    '- The values of a list are separated by commas or sent as repeated parameters; a comma within a value separates too, and an empty value returns 400.',
    '- A lower bound above its upper bound (`weight_min`, `price_min`, `price_per_carat_min`, and `date_from` above `date_to` or `as_of`), and parameters that exclude each other by their descriptions, return 400. A `cursor` that no response returned, or that belongs to another list, returns 400.',
    '- 1000 requests per rolling hour and client address; the `RateLimit` headers show how many are left, and a 429 response shows when to retry.',
    '- The concurrent requests of a client address are limited, including unread responses; statistics and exports have lower limits. Only one export per address runs at a time, while others wait. Above the limit the response is 429 with `Retry-After`. The connection of a client that does not read its response is closed.',
    '- Every response has an ETag: send it as `If-None-Match` to get 304 while the data is unchanged.',
    '',
    '## Compatibility',
    '',
    `Within \`/api/v1\` and \`/api/ext\` changes are additions only: new paths, optional parameters, response fields, response headers, error codes, and values of text fields. Clients must ignore fields that they do not know and treat unknown values of a field as they treat a missing value. An incompatible change gets a new path prefix. The details are on the page [Compatibility](${docsPath('compatibility')}).`,
    '',
    `A path, parameter or field that will be removed is marked \`deprecated\` here, and responses that use it carry the headers \`Deprecation\` (RFC 9745) and \`Sunset\` (RFC 8594). It stays for at least 12 months after the announcement.`,
  ].join('\n'),
  contact: {
    name: 'Operators of the Gemstone Auction Data Service; include the X-Request-Id of the response',
  },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

/** The categories: what they are about, and the page that explains them. */
const tags: Record<string, { description: string; page: DocsPage }> = {
  'Auction records': { description: 'Lots of gemstone auctions, as lists or one by one.', page: 'examples' },
  Statistics: { description: 'Counts, sums and distributions of the lots in a filter.', page: 'statistics' },
  'Price rankings': { description: 'The most expensive lots in a filter.', page: 'examples' },
  'Search suggestions': {
    description: 'Completions of the beginning of a name or title, what a phrase means, and all known names.',
    page: 'examples',
  },
  'Price intelligence': {
    description: 'Price index, comparable sales, prices by size, and record prices. An extension.',
    page: 'price-intelligence',
  },
  Exports: {
    description: 'All rows of a view as CSV, NDJSON or Parquet, and a search as a feed. An extension.',
    page: 'exports',
  },
  Index: { description: 'The list of all paths. An extension.', page: 'clients' },
  Operations: { description: 'Health checks for operators. An extension.', page: 'compatibility' },
};

/** Describes the tags of the routes, in their order, and that of the operations. */
function describeTags(routes: readonly (Route | ExportRoute)[], publicUrl: string) {
  return [...new Set([...routes.map((route) => route.tag), 'Operations'])].map((name) => {
    const { description, page } = tags[name]!;
    return { name, description, externalDocs: { url: `${publicUrl}${docsPath(page)}` } };
  });
}

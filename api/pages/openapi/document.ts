import type { ExportRoute, Operation, Route } from '../../endpoint/define-route.ts';
import { docsPath } from '../docs/pages.ts';
import { extractSchemas, shareParameters } from './components.ts';
import { describeOperation, describeRoute } from './describe-path.ts';
import { errorResponses } from './error-responses.ts';
import { headers } from './headers.ts';
import { info } from './info.ts';
import { describeTags } from './tags.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 description of the API, built from the schemas that validate it. Pure.
 * @param publicUrl of the service; validators want the addresses of the documentation to be absolute
 */
export function openApiDocument(
  routes: (Route | ExportRoute)[],
  operations: Operation[],
  publicUrl = 'http://localhost:3000',
): Json {
  const schemas: Json = {};
  const paths = extractSchemas(
    Object.fromEntries([
      ...routes.map((route) => [route.path, { get: describeRoute(route) }]),
      ...operations.map((operation) => [operation.path, { get: describeOperation(operation) }]),
    ]),
    schemas,
  ) as Parameters<typeof shareParameters>[0];
  const responses = extractSchemas(errorResponses(), schemas);
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

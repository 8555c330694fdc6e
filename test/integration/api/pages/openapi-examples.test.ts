import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../../api/operations.ts';
import { openApiDocument } from '../../../../api/pages/openapi/document.ts';
import { routes } from '../../../../api/routes.ts';
import type { RunningApi } from '../../../../api/server.ts';
import { type Body, get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: { examples?: unknown[] };
}

/** An example request of the document, as path and query. */
interface Example {
  request: string;
  /** Whether it is a worked example, which must find something. */
  isWorked: boolean;
}

/** Optional parameters that other parameters require. */
const prerequisites: Record<string, string> = { seed: 'sample', base: 'dollars', from: 'to', to: 'from' };

const document = openApiDocument(routes, operations) as Body;
const examples = Object.entries<Body>(document.paths).flatMap(([path, { get: operation }]) => [
  ...workedExamples(path, operation['x-examples'] ?? ['']),
  ...parameterExamples(path, parametersOf(operation)),
]);
let ingest: TestIngest;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  const sales = join(import.meta.dirname, '../../../../local/samples/notable-sales.csv');
  await ingest.import('notable-sales.csv', readFileSync(sales));
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

/** Shared parameters are in the components of the document. */
function parametersOf({ parameters = [] }: Body): Parameter[] {
  return parameters.map((parameter: Body) =>
    parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)] : parameter,
  );
}

function workedExamples(path: string, written: string[]): Example[] {
  return written.map((text) => {
    const request = text.startsWith('/') ? text : `${path}${text && `?${text}`}`;
    return { request, isWorked: true };
  });
}

/** Each example of a parameter with only the parameters that it or the path requires; lists are written in both ways. */
function parameterExamples(path: string, parameters: Parameter[]): Example[] {
  return parameters.flatMap((parameter) =>
    (parameter.schema.examples ?? []).flatMap((value) => {
      const needed = parameters.filter(
        ({ name, required }) =>
          (required || prerequisites[parameter.name] === name) && name !== parameter.name,
      );
      const others = needed.map(({ name, schema }) => [name, schema.examples![0]]);
      const asked = [...others, [parameter.name, value]] as [string, unknown][];
      return exampleRequests(path, parameters, asked).map((request) => ({ request, isWorked: false }));
    }),
  );
}

function exampleRequests(path: string, parameters: Parameter[], asked: [string, unknown][]): string[] {
  const inPath = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  const filled = asked.reduce((at, [name, value]) => at.replace(`{${name}}`, String(value)), path);
  const query = asked.filter(([name]) => !inPath.has(name));
  const joined = new URLSearchParams(query.map(([name, value]) => [name, String(value)]));
  const repeated = new URLSearchParams(
    query.flatMap(([name, value]) => [value].flat().map((single) => [name, String(single)])),
  );
  return [...new Set([joined, repeated].map((search) => `${filled}${search.size > 0 ? `?${search}` : ''}`))];
}

describe('the examples of the OpenAPI document', () => {
  test.for(examples)('the example request $request works', async ({ request, isWorked }) => {
    const [path, search = ''] = request.split('?');
    if (path!.startsWith('/api/ext/export/')) {
      const response = await fetch(`${api.url}${request}`);
      expect(response.status).toBe(200);
      const rows = Number(response.headers.get('x-total-records'));
      const head = search.includes('format=csv') ? 1 : 0;
      expect((await response.text()).split('\n')).toHaveLength(head + rows + 1);
      if (isWorked) expect(rows).toBeGreaterThan(0);
      return;
    }
    const { status, body } = await get(api.url, path!, search);
    expect(status).toBe(200);
    expect(body.meta.hints).toBeUndefined();
    // No worker has computed a scorecard in this test.
    if (isWorked && Array.isArray(body.data) && path !== '/api/ext/scorecard')
      expect(body.data).not.toEqual([]);
  });
});

test('every parameter has an example, except the cursor', () => {
  const without = Object.values<Body>(document.paths)
    .flatMap(({ get: operation }) => parametersOf(operation))
    .filter(({ schema }: Parameter) => schema.examples === undefined)
    .map(({ name }: Parameter) => name);
  expect(without).toEqual(['cursor']);
});

import { expect, inject, test } from 'vitest';
import { operations } from '../../../../api/operations.ts';
import { openApiDocument } from '../../../../api/pages/openapi/document.ts';
import { routes } from '../../../../api/routes.ts';
import { type Body, get } from '../../../support/get.ts';

const document = openApiDocument(routes, operations) as Body;
/** Requests of the worked examples. Schemathesis sends those of single parameters (`npm run test:clients`). */
const examples = Object.entries<Body>(document.paths).flatMap(([path, { get: operation }]) =>
  (operation['x-examples'] ?? ['']).map((text: string) =>
    text.startsWith('/') ? text : `${path}${text && `?${text}`}`,
  ),
);

test.for(examples)('the worked example %s finds something', async (request) => {
  const [path, search = ''] = request.split('?');
  const { url } = inject('samples');
  if (path!.startsWith('/api/ext/feed/')) {
    const response = await fetch(url + request);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('urn:gem-auctions:lot:');
    return;
  }
  if (path!.startsWith('/api/ext/export/')) {
    const response = await fetch(url + request);
    expect(response.status).toBe(200);
    const rows = Number(response.headers.get('x-total-records'));
    const head = search.includes('format=csv') ? 1 : 0;
    expect((await response.text()).split('\n')).toHaveLength(head + rows + 1);
    expect(rows).toBeGreaterThan(0);
    return;
  }
  const { status, body } = await get(url, path!, search);
  expect(status).toBe(200);
  // The head of a family has lots, and a hint that names the others.
  for (const { message } of body.meta.hints ?? []) expect(message).toContain('Others of its family');
  // No scorecard has been computed for the samples.
  if (Array.isArray(body.data) && path !== '/api/ext/scorecard') expect(body.data).not.toEqual([]);
});

test('every parameter has an example, except the cursor', () => {
  const parameters = [
    ...Object.values<Body>(document.components.parameters),
    ...Object.values<Body>(document.paths).flatMap(({ get: operation }) => operation.parameters ?? []),
  ];
  const without = parameters.filter(({ $ref, schema }) => !$ref && schema.examples === undefined);
  expect(without.map(({ name }) => name)).toEqual(['cursor']);
});

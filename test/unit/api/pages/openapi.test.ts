import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../../api/operations.ts';
import { docsPages } from '../../../../api/pages/docs/pages.ts';
import { openApiDocument } from '../../../../api/pages/openapi/document.ts';
import { routes } from '../../../../api/routes.ts';
import { snapshotPath } from '../../../../docs/client/write-openapi.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into the document
type Body = any;
const document: Body = JSON.parse(JSON.stringify(openApiDocument(routes, operations)));

const follow = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce((at: Body, key) => at?.[key], document);

const parametersOf = ({ parameters = [] }: Body): Body[] =>
  parameters.map((parameter: Body) => (parameter.$ref ? follow(parameter.$ref) : parameter));

/** Every schema of the document and all its parts, with their addresses. */
function* schemasIn(value: Body, address: string): Generator<[address: string, schema: Body]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [address, value];
  for (const [key, part] of Object.entries(value)) {
    if (!['examples', 'default', 'enum'].includes(key)) yield* schemasIn(part, `${address}/${key}`);
  }
}

const schemas = [
  ...schemasIn(document.components.schemas, 'schemas'),
  ...schemasIn(document.components.parameters, 'parameters'),
  ...schemasIn(document.paths, 'paths'),
];

/** The addresses of the schemas that meet a condition. */
const addressesWhere = (isSo: (schema: Body, address: string) => boolean) =>
  schemas.filter(([address, schema]) => isSo(schema, address)).map(([address]) => address);

describe('the OpenAPI document', () => {
  test('an independent validator accepts the document as OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test('schemas of parameters and responses are JSON Schema 2020-12, and defaults are valid', () => {
    const ajv = new Ajv2020({ strict: false });
    const parameters = Object.values<Body>(document.paths).flatMap(({ get }) => parametersOf(get));
    expect(parameters.length).toBeGreaterThan(0);
    for (const { name, schema } of parameters) {
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
      if ('default' in schema) expect(ajv.validate(schema, schema.default), name).toBe(true);
    }
    for (const [name, schema] of Object.entries<Body>(document.components.schemas)) {
      expect(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`).toBe(true);
    }
  });

  test('the document matches the committed one (else run npm run openapi:write and check its diff)', () => {
    expect(document).toEqual(JSON.parse(readFileSync(snapshotPath, 'utf8')));
  });

  test('every response of every path documents its headers', () => {
    for (const [path, { get: operation }] of Object.entries<Body>(document.paths)) {
      for (const [status, response] of Object.entries<Body>(operation.responses)) {
        const { headers } = response.$ref ? follow(response.$ref) : response;
        expect(Object.keys(headers), `${path} ${status}`).toContain('X-Request-Id');
        const isCounted = path.startsWith('/api/');
        if (isCounted) expect(Object.keys(headers), `${path} ${status}`).toContain('RateLimit');
        if (['429', '503'].includes(status)) expect(Object.keys(headers)).toContain('Retry-After');
      }
    }
  });

  test('every path that reads the data documents its errors', () => {
    for (const { path } of routes) {
      const statuses = Object.keys(document.paths[path].get.responses);
      for (const status of ['200', '304', '400', '406', '429', '500', '503']) {
        expect(statuses, path).toContain(status);
      }
    }
    expect(document.paths['/api/v1/auctions/{id}'].get.responses).toHaveProperty('404');
  });

  test('parameters of several paths are shared components', () => {
    const inline = Object.values<Body>(document.paths).flatMap(({ get }) =>
      (get.parameters ?? []).filter((parameter: Body) => !parameter.$ref),
    );
    const texts = inline.map((parameter) => JSON.stringify(parameter));
    expect(new Set(texts).size).toBe(texts.length);
    expect(Object.keys(document.components.parameters)).toContain('gem_name');
  });

  test('the document has no constructs that client generators cannot handle', () => {
    expect(schemas.length).toBeGreaterThan(500);
    expect(
      addressesWhere((schema) => 'const' in schema || 'patternProperties' in schema || '$id' in schema),
    ).toEqual([]);
    expect(addressesWhere((schema) => Array.isArray(schema.enum) && schema.type === undefined)).toEqual([]);
    expect(addressesWhere(({ type }, address) => type === 'null' && !/anyOf\/\d+$/.test(address))).toEqual(
      [],
    );
    expect(addressesWhere(({ type, format }) => type === 'number' && format !== 'double')).toEqual([]);
    expect(addressesWhere((schema) => schema.enum?.includes(null))).toEqual([]);
  });

  test('schemas are open, so clients must ignore fields of later versions', () => {
    expect(addressesWhere((schema) => schema.additionalProperties === false)).toEqual([]);
    const { code } = document.components.schemas.ErrorBody.properties;
    expect(code.enum).toBeUndefined();
    expect(code.description).toContain('invalid_parameter');
  });

  test('ids and dollar amounts are 64-bit numbers', () => {
    const { properties } = document.components.schemas.AuctionRecord;
    expect([properties.id.format, properties.price_final_usd.format]).toEqual(['int64', 'int64']);
    expect(document.components.parameters.price_min.schema.format).toBe('int64');
    const { total_value_usd, lots } = document.components.schemas.Overview.properties;
    expect([total_value_usd.format, lots.format]).toEqual(['int64', 'int64']);
  });

  test('the document requires no credentials, and links to documentation pages that are served', () => {
    expect(document.security).toEqual([]);
    const linked = [document, ...document.tags].map(({ externalDocs }) => new URL(externalDocs.url).pathname);
    expect(
      linked.filter((path) => !(docsPages as readonly string[]).includes(path.replace('/docs/', ''))),
    ).toEqual([]);
    expect(document.info.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
    expect(document.info.description).toContain('/docs/compatibility');
  });

  test('every specified path is documented, and the specified list parameters are not marked as extensions', () => {
    const list = parametersOf(document.paths['/api/v1/auctions'].get) as {
      name: string;
      'x-extension'?: boolean;
    }[];
    const specified = list.filter((parameter) => !parameter['x-extension']).map(({ name }) => name);
    expect(specified).toEqual([
      'page',
      'limit',
      'gem_name',
      'origin',
      'auction_house',
      'is_sold',
      'weight_min',
      'weight_max',
      'price_min',
      'price_max',
      'date_from',
      'date_to',
    ]);
  });

  test('parameters of other specified paths are marked as choices, because only those of the list are specified', () => {
    for (const path of ['auctions/latest', 'stats', 'stats/market', 'stats/trends', 'rankings/top-price']) {
      const filters = parametersOf(document.paths[`/api/v1/${path}`].get);
      const isMarked = (one: Body) => one['x-choice'] === true || one['x-extension'] === true;
      expect(
        filters.filter((one) => !isMarked(one)).map(({ name }) => name),
        path,
      ).toEqual([]);
      expect(filters.find(({ name }) => name === 'origin')).toMatchObject({ 'x-choice': true });
    }
  });

  test('lists have no default, which generated Go does not compile; their description says it', () => {
    const parameters = Object.values<Body>(document.paths).flatMap(({ get }) => parametersOf(get));
    const lists = parameters.filter(({ schema }) => schema.type === 'array');
    expect(lists.filter(({ schema }) => 'default' in schema)).toEqual([]);
    const market = parametersOf(document.paths['/api/v1/stats/market'].get);
    const groupBy = market.find(({ name }) => name === 'group_by');
    expect(groupBy.description).toMatch(/ Default `gem_type`\.$/);
    expect(groupBy.required).toBe(false);
  });

  test('fields of the record that the specification does not name are marked', () => {
    const { properties } = document.components.schemas.AuctionRecord;
    const unmarked = Object.keys(properties).filter((name) => !properties[name]['x-choice']);
    expect(unmarked).toEqual(['id', 'title', 'gem_type', 'carat', 'origin', 'price_final_usd']);
  });

  test('every parameter has a description, and every operation has a unique id', () => {
    const all = Object.values<Body>(document.paths).map(({ get }) => get);
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
    for (const operation of all) {
      expect(operation.operationId).toMatch(/^(list|get|check|export)[A-Z][A-Za-z]+$/);
      for (const parameter of parametersOf(operation))
        expect(parameter.description, JSON.stringify(parameter)).toMatch(/\.$/);
    }
  });
});

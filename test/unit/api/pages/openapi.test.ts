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

  test('schemas are open, so clients must ignore fields of later versions', () => {
    expect(addressesWhere((schema) => schema.additionalProperties === false)).toEqual([]);
    const { code } = document.components.schemas.ErrorBody.properties;
    expect(code.enum).toBeUndefined();
    expect(code.description).toContain('invalid_parameter');
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

  test('fields of the record that the specification does not name are marked', () => {
    const { properties } = document.components.schemas.AuctionRecord;
    const unmarked = Object.keys(properties).filter((name) => !properties[name]['x-choice']);
    expect(unmarked).toEqual(['id', 'title', 'gem_type', 'carat', 'origin', 'price_final_usd']);
  });
});

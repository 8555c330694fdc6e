import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { glossaryText } from '../../../explorer/about/glossary-text.ts';
import { treatments } from '../../../mappings/vocabulary/treatments.ts';

const { schemas, parameters } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).components;

/** The allowed values of a schema at any depth, without null. */
function valuesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { enum: values = [], ...parts } = schema as { enum?: (string | null)[] };
  return [...values.filter((value) => value !== null), ...Object.values(parts).flatMap(valuesOf)];
}

const { sale_status, price_basis, object_type } = schemas.AuctionRecord.properties;
const published: [group: string, values: string[]][] = [
  ['flags', valuesOf(parameters.flags)],
  ['status', valuesOf(sale_status)],
  ['price_basis', valuesOf(price_basis)],
  ['object_type', valuesOf(object_type)],
  ['grade', valuesOf(schemas.Comparables.properties.grade)],
  ['treatment', treatments.terms.map(({ name }) => name)],
];

describe('the glossary', () => {
  test.each(published)('the glossary explains every published value of %s', (group, values) => {
    expect(values.length).toBeGreaterThan(2);
    expect(Object.keys(glossaryText.terms[group]!)).toEqual(expect.arrayContaining(values));
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Body, get } from '../../../../support/get.ts';
import { marketRecords } from '../../../../support/hedonic-records.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** An index of its own: a market with all figures of a full response. */
let api: ApiOverRecords;
let document: Body;

beforeAll(async () => {
  api = await startApiOver(marketRecords(400, 11));
  document = await (await fetch(`${api.url}/api/v1/openapi.json`)).json();
});
afterAll(() => api?.close());

/** Requests whose full responses have every field that short ones lack. */
const requests = [
  ['price-index', 'gem_name=ruby&smoothed=true&from=2016&to=2018'],
  ['premia', 'gem_name=ruby&trait=origin&interval=year'],
  ['size-curve', 'gem_name=ruby'],
] as const;

/** The members of a published schema that a value has, with their schemas. */
function membersOf(published: Body): Record<string, Body> {
  if (published.$ref) return membersOf(document.components.schemas[published.$ref.split('/').at(-1)]);
  const [first] = published.anyOf ?? published.allOf ?? [];
  return first ? membersOf(first) : (published.properties ?? {});
}

const itemsOf = (published: Body): Body => {
  const target = published.$ref ? document.components.schemas[published.$ref.split('/').at(-1)] : published;
  return target.items ?? {};
};

/** A full response without the members that the published document marks, and the names of those. */
function withoutMarked(value: Body, published: Body, marked: Set<string>): Body {
  if (Array.isArray(value)) return value.map((item) => withoutMarked(item, itemsOf(published), marked));
  if (typeof value !== 'object' || value === null) return value;
  const members = membersOf(published);
  const short: Body = {};
  for (const [name, member] of Object.entries(value)) {
    if (members[name]?.['x-detail'] === 'full') marked.add(name);
    else short[name] = withoutMarked(member, members[name] ?? {}, marked);
  }
  return short;
}

it.for(requests)(
  'a short response of %s is the full one without the fields marked in the document',
  async ([path, query]) => {
    const [short, full] = [
      await get(api.url, `/api/ext/${path}`, query),
      await get(api.url, `/api/ext/${path}`, `${query}&detail=full`),
    ];
    const response = document.paths[`/api/ext/${path}`].get.responses['200'];
    const schema = membersOf(response.content['application/json'].schema).data!;
    const marked = new Set<string>();
    expect(short.body.data).toEqual(withoutMarked(full.body.data, schema, marked));
    expect(marked).toEqual(
      new Set(
        {
          'price-index': [
            ...['market_weight', 'fit', 'formula', 'regression'],
            ...['standard_error', 'error_degrees_of_freedom', 'clustered_error'],
          ],
          premia: ['standard_error', 'error_degrees_of_freedom', 'clustered_error', 'formula', 'fit'],
          'size-curve': [
            ...['band_ratio', 'ln_jump', 'standard_error', 'residual_standard_error', 'low', 'high'],
          ],
        }[path],
      ),
    );
    // What one quotes is in the short response.
    const text = JSON.stringify(short.body.data);
    for (const name of ['"n":', '"low":', '"high":', '"left_out":', '"price_basis":'])
      expect(text, name).toContain(name);
    expect(full.body.meta.parameters.detail).toBe('full');
  },
);

it('detail=short is the same request as the default, and other values are refused', async () => {
  for (const [path, query] of requests) {
    const [plain, short] = [
      await get(api.url, `/api/ext/${path}`, query),
      await get(api.url, `/api/ext/${path}`, `detail=short&${query}`),
    ];
    expect(short.headers.get('etag')).toBe(plain.headers.get('etag'));
    await expectRefused(api.url, `/api/ext/${path}`, [['gem_name=ruby&detail=long', 'detail']]);
  }
});

it('no marked field is required in the published document', () => {
  const schemas: Body[] = Object.values(document.components.schemas);
  const marked = schemas.flatMap(({ properties = {}, required = [] }) =>
    Object.keys(properties)
      .filter((name) => properties[name]['x-detail'] === 'full')
      .map((name) => ({ name, isRequired: required.includes(name) })),
  );
  expect(marked.length).toBeGreaterThan(15);
  expect(marked.filter(({ isRequired }) => isRequired)).toEqual([]);
});

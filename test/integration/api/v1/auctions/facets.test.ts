import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caratBandOf } from '../../../../../mappings/document.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { quoteValue } from '../../../../../mappings/vocabulary/vocabulary.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { corpus } from '../../../../support/world/world.ts';

type Value = string | number;
const known = <Of>(value: Of | null): Of[] => (value === null ? [] : [value]);
/** The filters of each facet's own, and its values of a record. */
const facets: Record<string, { own: string[]; values: (record: AuctionRecord) => Value[] }> = {
  gem_type: { own: ['gem_name'], values: ({ gem_type }) => [gem_type] },
  origin: { own: ['origin'], values: ({ origin }) => known(origin) },
  auction_house: { own: ['auction_house'], values: ({ auction_house }) => known(auction_house) },
  treatment: { own: ['treatment'], values: ({ treatment }) => known(treatment) },
  lab: { own: ['lab'], values: ({ labs }) => labs },
  object_type: { own: ['object_type'], values: ({ object_type }) => known(object_type) },
  sale: { own: ['sale'], values: ({ sale }) => known(sale) },
  location: { own: ['location'], values: ({ location }) => known(location) },
  carat_band: {
    own: ['carat_band', 'weight_min', 'weight_max'],
    values: ({ carat }) => known(carat).map(caratBandOf),
  },
  year: {
    own: ['year', 'date_from', 'date_to'],
    values: ({ auction_date }) => known(auction_date).map((day) => Number(day.slice(0, 4))),
  },
  flags: { own: ['flags'], values: (record) => record.flags },
};

type Facet = { values: { filter: object }[] };

/** The sweep of ready filters has the filters. */
const withoutFilters = (counts: Record<string, Facet>) =>
  Object.fromEntries(
    Object.entries(counts).map(([name, { values, ...others }]) => [
      name,
      { ...others, values: values.map(({ filter: _filter, ...value }) => value) },
    ]),
  );

function counted(name: string, filters: Record<string, string>) {
  const { own, values } = facets[name]!;
  const others = Object.fromEntries(Object.entries(filters).filter(([filter]) => !own.includes(filter)));
  const lots = new Map<Value, number>();
  const kept = corpus.found(others);
  for (const value of kept.flatMap(values)) lots.set(value, (lots.get(value) ?? 0) + 1);
  const sorted = [...lots].sort(([a, lotsA], [b, lotsB]) => lotsB - lotsA || (a < b ? -1 : 1));
  return {
    total_values: lots.size,
    missing: kept.filter((record) => values(record).length === 0).length,
    values: sorted.slice(0, 100).map(([value, count]) => ({ value, lots: count })),
  };
}

const oneDay = { date_from: '2020-02-29', date_to: '2020-02-29' };

describe('facets', () => {
  test('each facet counts exactly what a scan counts without the filter of that facet', async () => {
    const some = fc.subarray(Object.keys(facets), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(anyFilters, some, async (filters, names) => {
        const { meta } = await corpus.ask('auctions', { ...filters, facets: names.join(','), limit: '1' });
        const expected = Object.fromEntries(names.map((name) => [name, counted(name, filters)]));
        expect(withoutFilters(meta.facets)).toEqual(expected);
      }),
      { examples: [[{ weight_min: '2.5', weight_max: '2.5', ...oneDay }, ['carat_band', 'year']]] },
    );
  });

  test.for(Object.entries(facets))('the facet %s ignores its own filter', async ([name, { own, values }]) => {
    const [value] = corpus.records.flatMap(values);
    const filters = { [own[0]!]: quoteValue(String(value)), is_sold: 'true' };
    const { meta } = await corpus.ask('auctions', { ...filters, facets: name, limit: '1' });
    expect(meta.facets[name].total_values).toBe(counted(name, { is_sold: 'true' }).total_values);
  });

  test('a facet says how many values there are beyond the 100 listed', async () => {
    const { gem_type } = (await corpus.ask('auctions', 'facets=gem_type')).meta.facets;
    expect(gem_type.values).toHaveLength(100);
    expect(gem_type.total_values).toBe(new Set(corpus.records.map((record) => record.gem_type)).size);
  });

  test('facets are counted only on request, and unknown facets are refused', async () => {
    expect((await corpus.ask('auctions')).meta).not.toHaveProperty('facets');
    expect((await get(corpus.url, '/api/v1/auctions', 'facets=title')).status).toBe(400);
  });
});

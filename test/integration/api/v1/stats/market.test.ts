import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caratBands } from '../../../../../mappings/carat-bands.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { get } from '../../../../support/get.ts';
import { plainMarket } from '../../../../support/plain-statistics.ts';
import { expectRefused } from '../../../../support/refusals.ts';
import { corpus } from '../../../../support/world/world.ts';

type Group = ReturnType<typeof plainMarket>['groups'][number] & Record<string, unknown>;

const path = '/api/v1/stats/market';
const fields = ['gem_type', 'origin', 'auction_house', 'carat_band', 'treatment', 'year', 'sale'];
const anyGrouping = fc.shuffledSubarray(fields, { minLength: 1, maxLength: 2 });
const measures: Record<string, (group: Group) => number | null> = {
  total_value: (group) => group.total_value_usd,
  lots: (group) => group.lots,
  median_price: (group) => group.price_usd.median,
  median_price_per_carat: (group) => group.price_per_carat_usd.median,
  sell_through_rate: (group) => group.sell_through_rate,
  newest_sale: (group) => (group.newest_sale === null ? null : Date.parse(group.newest_sale)),
};
const anySort = fc.constantFrom(...Object.keys(measures).flatMap((name) => [name, `-${name}`]));

/** The documented order, implemented separately. */
function inOrder(groups: Group[], sort: string, groupBy: string[]): Group[] {
  const measure = measures[sort.replace('-', '')]!;
  const sign = sort.startsWith('-') ? -1 : 1;
  const place = (group: Group, field: string) =>
    field === 'carat_band'
      ? caratBands.findIndex(({ name }) => name === group[field])
      : (group[field] as string);
  return groups.toSorted((a, b) => {
    const [x, y] = [measure(a), measure(b)];
    if (x !== y) return x === null ? 1 : y === null ? -1 : sign * (x - y);
    const keys = groupBy.flatMap((name) => (name === 'sale' ? ['auction_date', 'sale', 'location'] : [name]));
    const field = keys.find((name) => a[name] !== b[name])!;
    if (a[field] === null || b[field] === null) return a[field] === null ? 1 : -1;
    return place(a, field) < place(b, field) ? -1 : 1;
  });
}

/** The sweep of ready filters has the filters. */
const withoutFilters = (groups: { filter: object }[]) => groups.map(({ filter: _filter, ...group }) => group);

describe('/stats/market', () => {
  test('every group and number agrees with a plain computation, in every order, on any page', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, anyGrouping, anySort, fc.nat(2), async (filters, groupBy, sort, turn) => {
        const { groups, ungrouped } = plainMarket(corpus.meeting(filters), groupBy);
        const total_pages = Math.ceil(groups.length / 40);
        const page = Math.min(turn + 1, Math.max(1, total_pages));
        const asked = { ...filters, group_by: groupBy.join(','), sort, limit: '40', page: `${page}` };
        const { data, meta, pagination } = await corpus.ask('stats/market', asked);
        const expected = inOrder(groups as Group[], sort, groupBy).slice(40 * (page - 1), 40 * page);
        expect(withoutFilters(data)).toEqual(expected);
        expect(pagination).toEqual({ current_page: page, total_pages, total_records: groups.length });
        expect(meta).toMatchObject({ total_groups: groups.length, ungrouped_lots: ungrouped, sort });
        expect(meta.parameters.group_by).toEqual(groupBy);
      }),
    );
  });

  test('without parameters there are 20 groups by gem type, the greatest value first', async () => {
    const { data, meta } = await corpus.ask('stats/market');
    const { groups } = plainMarket(corpus.meeting({}), ['gem_type']);
    expect(withoutFilters(data)).toEqual(
      inOrder(groups as Group[], '-total_value', ['gem_type']).slice(0, 20),
    );
    expect(meta).toMatchObject({
      filters: {},
      parameters: { group_by: ['gem_type'], page: 1, limit: 20 },
    });
    expect(meta.sort).toBe('-total_value');
  });

  test('fields selects the fields of groups, which always have the grouped ones, in the export too', async () => {
    const whole = await corpus.ask('stats/market', 'group_by=origin,year&limit=40');
    const query = 'group_by=origin,year&fields=price_usd,lots,year';
    const { data, meta } = await corpus.ask('stats/market', `${query}&limit=40`);
    const some = ({ origin, year, lots, price_usd }: Group) => ({ origin, year, lots, price_usd });
    expect(data).toEqual(whole.data.map(some));
    expect(Object.keys(data[0])).toEqual(['origin', 'year', 'lots', 'price_usd']);
    expect(meta.parameters.fields).toEqual(['lots', 'price_usd', 'year']);
    const file = await fetch(`${corpus.url}/api/ext/export/market?format=ndjson&${query}`);
    const rows = (await file.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.slice(0, 40)).toEqual(data);
    const other = await get(corpus.url, path, 'fields=origin');
    expect(other.body.error.details).toMatchObject([
      { parameter: 'fields', code: 'conflict', value: 'origin' },
    ]);
    await expectRefused(corpus.url, path, [['fields=origin&group_by=color', 'group_by']]);
  });

  test('the last 365 days up to the newest lot, sold or not, are compared with the 365 days before', async () => {
    const [group] = (await corpus.ask('stats/market', 'gem_name=iolite')).data;
    expect(group.median_price_per_carat_change_1y).toBe(1);
  });
});

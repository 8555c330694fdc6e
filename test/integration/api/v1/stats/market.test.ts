import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caratBands } from '../../../../../mappings/carat-bands.ts';
import { type AuctionRecord, priceBases } from '../../../../../mappings/record.ts';
import { anyFilters, buildAuction } from '../../../../support/build-auction.ts';
import { generateSkewed } from '../../../../support/build-skewed.ts';
import { get } from '../../../../support/get.ts';
import { plainMarket } from '../../../../support/plain-statistics.ts';
import { type ApiOverRecords, startApiOver } from '../../../../support/start-api-over.ts';

/** Every price basis, also of lots that did not sell. */
const withBasis = (record: AuctionRecord, place: number): AuctionRecord => ({
  ...record,
  price_basis: [null, ...priceBases][place % 4]!,
});

type Group = ReturnType<typeof plainMarket>['groups'][number] & Record<string, unknown>;

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(generateSkewed(6000, 2).map(withBasis));
});
afterAll(() => api?.close());

const fields = ['gem_type', 'origin', 'auction_house', 'carat_band', 'treatment', 'year'];
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

/** `ready-filters.test.ts` has the filters. */
const withoutFilters = (groups: { filter: object }[]) => groups.map(({ filter: _filter, ...group }) => group);

/** The number of searches that the API has sent for this path. */
async function searches(): Promise<number> {
  const metrics = await (await fetch(`${api.url}/metrics`)).text();
  const count = /^gem_api_elasticsearch_duration_seconds_count\{route="\/api\/v1\/stats\/market"\} (\d+)$/m;
  return Number(count.exec(metrics)![1]);
}

describe('/stats/market', () => {
  it('every group and number agrees with a plain computation, in every order', async () => {
    const anyRequest = fc.tuple(anyFilters, anyGrouping, anySort);
    for (const [filters, groupBy, sort] of fc.sample(anyRequest, { numRuns: 120, seed: 6 })) {
      const asked = { ...filters, group_by: groupBy.join(','), sort, limit: '1000' };
      const { data, meta } = await api.ask('stats/market', asked);
      const { groups, ungrouped } = plainMarket(api.meeting(filters), groupBy);
      expect(withoutFilters(data), JSON.stringify(asked)).toEqual(inOrder(groups as Group[], sort, groupBy));
      expect(meta).toMatchObject({ total_groups: groups.length, ungrouped_lots: ungrouped, sort });
      expect(meta.parameters.group_by).toEqual(groupBy);
    }
  });

  it('sales are groups by day, name and place, also without a name or a place, and agree with a plain computation', async () => {
    const sales = ['Magnificent Jewels', 'Fine Jewels, "Part 2"', null];
    const few = await startApiOver(
      generateSkewed(600, 3).map((record, place) => ({
        ...withBasis(record, place),
        auction_date: record.auction_date && `20${10 + (place % 7)}-05-12`,
        sale: sales[place % 3]!,
        location: place % 4 === 0 ? null : ['Geneva', 'New York'][place % 2]!,
      })),
    );
    for (const groupBy of [['sale'], ['auction_house', 'sale'], ['sale', 'gem_type']]) {
      for (const sort of ['-newest_sale', 'newest_sale', '-total_value']) {
        const { data, meta } = await few.ask('stats/market', {
          group_by: groupBy.join(','),
          sort,
          limit: '1000',
        });
        const { groups, ungrouped } = plainMarket(few.meeting({}), groupBy);
        expect(withoutFilters(data), sort).toEqual(inOrder(groups as Group[], sort, groupBy));
        expect(meta).toMatchObject({ total_groups: groups.length, ungrouped_lots: ungrouped });
        const unnamed = data.find((group: Group) => group.sale === null && group.location === null);
        const { auction_date: day, filter, lots } = unnamed;
        expect(filter).toMatchObject({ sale: 'none', location: 'none', date_from: day, date_to: day });
        expect((await few.ask('auctions', filter)).pagination.total_records).toBe(lots);
      }
    }
    const refused = await get(few.url, '/api/v1/stats/market', 'fields=lots,location');
    expect(refused.body.error.details[0].message).toContain('Add sale to group_by');
    const csv = await fetch(`${few.url}/api/ext/export/market?format=csv&group_by=sale&fields=lots`);
    expect((await csv.text()).split('\r\n')[0]).toBe('auction_date,sale,location,lots');
    await few.close();
  });

  it('a request takes two searches: one for all groups, one for the quantiles of those shown', async () => {
    const before = await searches();
    await api.ask('stats/market', { group_by: 'gem_type,origin' });
    expect((await searches()) - before).toBe(2);
  });

  it('without parameters there are 20 groups by gem type, the greatest value first', async () => {
    const { data, meta } = await api.ask('stats/market');
    const { groups } = plainMarket(api.meeting({}), ['gem_type']);
    expect(withoutFilters(data)).toEqual(
      inOrder(groups as Group[], '-total_value', ['gem_type']).slice(0, 20),
    );
    expect(meta).toMatchObject({
      filters: {},
      parameters: { group_by: ['gem_type'], page: 1, limit: 20 },
    });
    expect(meta.sort).toBe('-total_value');
  });

  it('the limit cuts the groups, and the total still counts all of them', async () => {
    const all = await api.ask('stats/market', 'group_by=origin,year&limit=1000');
    const some = await api.ask('stats/market', 'group_by=origin,year&limit=7');
    expect(some.data).toEqual(all.data.slice(0, 7));
    expect(some.meta.total_groups).toBe(all.data.length);
  });

  it('every group is on exactly one page, and none is past the last', async () => {
    const all = await api.ask('stats/market', 'group_by=gem_type,year&limit=1000');
    const pages: unknown[] = [];
    for (let page = 1; page <= Math.ceil(all.data.length / 30); page++) {
      const query = `group_by=gem_type,year&limit=30&page=${page}`;
      const { data, meta, pagination } = await api.ask('stats/market', query);
      expect(meta.total_groups).toBe(all.data.length);
      expect(pagination).toEqual({
        current_page: page,
        total_pages: Math.ceil(all.data.length / 30),
        total_records: all.data.length,
      });
      pages.push(...data);
    }
    expect(all.data.length).toBeGreaterThan(60);
    expect(pages).toEqual(all.data);
    expect((await api.ask('stats/market', 'group_by=gem_type,year&limit=1000&page=2')).data).toEqual([]);
  });

  it('fields selects the fields of groups, which always have the grouped ones, in the export too', async () => {
    const whole = await api.ask('stats/market', 'group_by=origin,year&limit=40');
    const query = 'group_by=origin,year&fields=price_usd,lots,year';
    const { data, meta } = await api.ask('stats/market', `${query}&limit=40`);
    const some = ({ origin, year, lots, price_usd }: Group) => ({ origin, year, lots, price_usd });
    expect(data).toEqual(whole.data.map(some));
    expect(Object.keys(data[0])).toEqual(['origin', 'year', 'lots', 'price_usd']);
    expect(meta.parameters.fields).toEqual(['lots', 'price_usd', 'year']);
    const file = await fetch(`${api.url}/api/ext/export/market?format=ndjson&${query}`);
    const rows = (await file.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.slice(0, 40)).toEqual(data);
    const csv = await fetch(`${api.url}/api/ext/export/market?format=csv&group_by=origin&fields=lots`);
    expect((await csv.text()).split('\r\n')[0]).toBe('origin,lots');
    const other = await get(api.url, '/api/v1/stats/market', 'fields=origin');
    expect(other.status).toBe(400);
    expect(other.body.error.details).toMatchObject([
      { parameter: 'fields', code: 'conflict', value: 'origin' },
    ]);
    const wrong = await get(api.url, '/api/v1/stats/market', 'fields=origin&group_by=color');
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details).toMatchObject([{ parameter: 'group_by' }]);
  });

  it('the last 365 days up to the newest lot, sold or not, are compared with the 365 days before', async () => {
    const lot = (id: number, auction_date: string, price: number | null) =>
      buildAuction({ id, auction_date, carat: 1, price_final_usd: price, is_sold: price !== null });
    const few = await startApiOver([
      lot(1, '2020-12-31', null),
      lot(2, '2020-01-02', 300),
      lot(3, '2020-01-01', 200),
      lot(4, '2019-01-02', 100),
      lot(5, '2019-01-01', 10_000),
    ]);
    // 2020-01-01 is 365 days before 2020-12-31 of a leap year, so it belongs to the earlier 365 days.
    const [group] = (await few.ask('stats/market')).data;
    expect(group.median_price_per_carat_change_1y).toBe(1);
    await few.close();
  });

  it('three fields in group_by, a repeated or unknown field and an unknown order are refused', async () => {
    const queries = [
      'group_by=origin,year,gem_type',
      'group_by=origin&group_by=origin',
      'group_by=colour',
      'sort=colour',
      'limit=1001',
      'page=0',
      'limit=0',
      'group_by=',
    ];
    for (const query of queries) {
      const { status, body } = await get(api.url, '/api/v1/stats/market', query);
      expect(status, query).toBe(400);
      expect(body.error.details).toHaveLength(1);
    }
  });
});

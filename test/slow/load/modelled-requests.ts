import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { anyFilters } from '../../support/build-auction.ts';
import type { Body } from '../../support/get.ts';
import { meetsFilters } from '../../support/naive-filter.ts';
import { newestFirst, plainRanking, type RankedField } from '../../support/plain-lists.ts';
import { plainMarket, plainStats, plainTrends } from '../../support/plain-statistics.ts';
import { countedIn } from '../../support/start-api-over.ts';

/** A valid request, and a check of its 200 response against a plain computation. */
export interface ModelledRequest {
  path: string;
  query: Record<string, string>;
  check(body: Body): void;
}

type Query = Record<string, string>;

const anyPage = fc.record({ page: fc.integer({ min: 1, max: 30 }), limit: fc.integer({ min: 1, max: 100 }) });
const groupings = ['gem_type', 'origin', 'auction_house', 'carat_band', 'treatment', 'year'];

/** Requests to the paths of the specification that a plain computation over these records can answer. */
export function anyModelledRequest(records: readonly AuctionRecord[]): fc.Arbitrary<ModelledRequest> {
  const newest = records.toSorted(newestFirst);

  /** A path whose response depends on filters and other parameters. */
  const over = (
    path: string,
    anyOther: fc.Arbitrary<Query>,
    check: (body: Body, filters: Query, other: Query) => void,
  ): fc.Arbitrary<ModelledRequest> =>
    fc.tuple(anyFilters, anyOther).map(([filters, other]) => ({
      path,
      query: { ...filters, ...other },
      check: (body) => check(body, filters, other),
    }));

  const paged = (
    path: string,
    shownOf: (filters: Query) => unknown[],
    partOf: (lot: Body) => unknown,
    order: Query = {},
  ) =>
    over(
      path,
      anyPage.map(({ page, limit }) => ({ ...order, page: String(page), limit: String(limit) })),
      ({ data, pagination }, filters, { page, limit }) => {
        const shown = shownOf(filters);
        const [number, size] = [Number(page), Number(limit)];
        expect(data.map(partOf)).toEqual(shown.slice((number - 1) * size, number * size));
        expect(pagination.total_records).toBe(shown.length);
      },
    );

  const ranking = (path: string, field: RankedField) =>
    paged(
      path,
      (filters) => plainRanking(countedIn(records, filters), field),
      ({ id, rank }) => [id, rank],
    );
  const withoutFilters = (groups: Body[]) => groups.map(({ filter: _filter, ...group }) => group);
  const keyed = (groups: readonly object[], by: string[]) =>
    new Map(groups.map((group) => [JSON.stringify(by.map((name) => group[name as never])), group]));

  return fc.oneof(
    fc.constantFrom(...records).map((record) => ({
      path: `auctions/${record.id}`,
      query: {},
      check: ({ data }: Body) => expect(data).toEqual(record),
    })),
    paged(
      'auctions',
      (filters) => newest.filter((record) => meetsFilters(record, filters)).map(({ id }) => id),
      ({ id }) => id,
      // With words, the list is by relevance unless its order is asked for.
      { sort: '-date' },
    ),
    ranking('rankings/top-price', 'price_final_usd'),
    ranking('rankings/price-per-carat', 'price_per_carat_usd'),
    over('stats', fc.constant({}), ({ data }, filters) =>
      expect(data).toEqual(plainStats(countedIn(records, filters))),
    ),
    over(
      'stats/market',
      fc
        .shuffledSubarray(groupings, { minLength: 1, maxLength: 2 })
        .map((by) => ({ group_by: by.join(','), limit: '1000' })),
      ({ data, meta }, filters, { group_by }) => {
        const by = group_by!.split(',');
        const { groups, ungrouped } = plainMarket(countedIn(records, filters), by);
        expect(meta).toMatchObject({ total_groups: groups.length, ungrouped_lots: ungrouped });
        expect(keyed(withoutFilters(data), by)).toEqual(keyed(groups, by));
      },
    ),
    over(
      'stats/trends',
      fc.record({ interval: fc.constantFrom('year', 'quarter') }),
      ({ data }, filters, { interval }) => {
        const periods = plainTrends(countedIn(records, filters), interval!);
        // The comparison of the test runner takes long for centuries of periods.
        if (!isDeepStrictEqual(data, periods)) expect(data).toEqual(periods);
      },
    ),
  );
}

import { describe, expect, it } from 'vitest';
import { suggestBody } from '../../../../api/search/batched-searches.ts';
import { periodsBetween } from '../../../../api/statistics/periods.ts';
import { summarizedBy } from '../../../../api/statistics/prices.ts';
import { aboveValue, highestFirst, pricePerCaratRanking } from '../../../../api/statistics/ranked-lots.ts';
import { intervalPercents, oneStone, percentsFor } from '../../../../api/statistics/statistics.ts';
import { byMarketOrder, marketGroupsBody, marketQuantiles } from '../../../../api/v1/stats/market-groups.ts';
import { overviewBody, overviewQuantilesBody } from '../../../../api/v1/stats/overview.ts';
import { trendIntervalsBody, trendPeriodsBody } from '../../../../api/v1/stats/trend-periods.ts';
import type { SuggestionParams } from '../../../../api/v1/suggestions/candidates.ts';
import { completionsOf } from '../../../../api/v1/suggestions/candidates.ts';

const query = { term: { is_sold: true } };
const fields = summarizedBy({});
const percentilesOf = (aggregation: unknown) =>
  (aggregation as { percentiles: { percents: number[] } }).percentiles.percents;

describe('requested percentiles', () => {
  it('percentiles are the five quantiles and the ends of the interval, without repetition', () => {
    expect(percentsFor(5)).toEqual([10, 25, 50, 75, 90]);
    expect(percentsFor(6)).toEqual([10, 25, 50, 75, 90, 0, 100]);
    // Ranks 2 and 8 of 9 are the quantiles 12.5 and 87.5; ranks 6 and 15 of 20 lie in between.
    expect(percentsFor(9)).toEqual([10, 25, 50, 75, 90, 12.5, 87.5]);
    expect(intervalPercents(5)).toEqual([]);
  });
});

describe('the statistics query', () => {
  it('distinct names are counted exactly, without returning them', () => {
    const { aggs, filter_path } = overviewBody(query, fields, {});
    expect(aggs).toHaveProperty('origins.terms.field', 'origin');
    expect(aggs).toHaveProperty('origins_count.stats_bucket.buckets_path', 'origins>_count');
    expect(filter_path).toContain('-aggregations.**.buckets');
  });

  it('each distribution is asked for the percentiles of its own size', () => {
    const { aggs } = overviewQuantilesBody(query, { price_usd: 6, price_per_carat_usd: 0, carat: 9 }, fields);
    expect(percentilesOf(aggs!.price_usd)).toHaveLength(7);
    expect(aggs!.one_stone!.filter).toEqual(oneStone);
    expect(percentilesOf(aggs!.one_stone!.aggs!.price_per_carat_usd)).toHaveLength(5);
    expect(percentilesOf(aggs!.carat)).toContain(12.5);
  });
});

describe('the query for market groups', () => {
  it('groups come in composite pages, with a median only when it is the sort key', () => {
    const first = marketGroupsBody(query, ['origin', 'year'], 'lots', undefined, fields, {});
    expect(first.aggs).toHaveProperty('groups.composite.sources', [
      { origin: { terms: { field: 'origin.folded' } } },
      { year: { terms: { field: 'year' } } },
    ]);
    expect(first.aggs).not.toHaveProperty('groups.aggs.median');
    expect(marketGroupsBody(query, ['origin'], 'median_price', undefined, fields, {}).aggs).toHaveProperty(
      'groups.aggs.median.percentiles.field',
      'price_final_usd',
    );
    expect(
      marketGroupsBody(query, ['origin'], 'median_price_per_carat', undefined, fields, {}).aggs,
    ).toHaveProperty('groups.aggs.one_stone.aggs.median.percentiles.field', 'price_per_carat_usd');
    const next = marketGroupsBody(query, ['origin'], 'lots', { origin: 'Kenya' }, fields, {});
    expect(next.aggs).toHaveProperty('groups.composite.after', { origin: 'Kenya' });
    expect(next.aggs).not.toHaveProperty('total_value');
  });

  it('the 365 days up to the newest are compared with the 365 before, without the first day of each', () => {
    const inside = marketQuantiles({}, '2020-12-31', fields).one_stone!.aggs!;
    expect(inside).toHaveProperty('last_year.filter.range.auction_date', {
      gt: '2020-01-01',
      lte: '2020-12-31',
    });
    expect(inside).toHaveProperty('year_before.filter.range.auction_date', {
      gt: '2019-01-01',
      lte: '2020-01-01',
    });
  });

  it('groups sort by value, missing values last in both directions, then by key', () => {
    const groups = [
      { key: { carat_band: '10-20' }, measured: 1 },
      { key: { carat_band: '2-3' }, measured: 1 },
      { key: { carat_band: '0-1' }, measured: null },
      { key: { carat_band: '20-' }, measured: 5 },
    ];
    const ordered = (sort: 'lots' | '-lots') =>
      groups.toSorted(byMarketOrder(sort, ['carat_band'])).map(({ key }) => key.carat_band);
    expect(ordered('-lots')).toEqual(['20-', '2-3', '10-20', '0-1']);
    expect(ordered('lots')).toEqual(['2-3', '10-20', '20-', '0-1']);
  });
});

describe('the query for trends', () => {
  it('lots with only a year are left out of quarters and months', () => {
    expect(trendPeriodsBody(query, 'month', fields, {}).aggs).toHaveProperty('imprecise');
    expect(trendPeriodsBody(query, 'year', fields, {}).aggs).not.toHaveProperty('imprecise');
    expect(trendPeriodsBody(query, 'year', fields, {}).aggs).toHaveProperty('counted.filter', {
      match_all: {},
    });
  });

  it('intervals are requested only where one exists', () => {
    const period = (start: string, end: string, n: number) => ({
      start,
      end,
      sizes: { price_usd: n, price_per_carat_usd: n },
    });
    expect(
      trendIntervalsBody(query, 'year', [period('2019-01-01', '2020-01-01', 5)], fields),
    ).toBeUndefined();
    const body = trendIntervalsBody(
      query,
      'year',
      [period('2019-01-01', '2020-01-01', 5), period('2020-01-01', '2021-01-01', 6)],
      fields,
    );
    expect(Object.keys(body!.aggs!['group_2020-01-01']!.aggs!)).toEqual(['2020-01-01']);
  });

  it('all periods between two are listed, across leap days and year ends', () => {
    expect(periodsBetween('quarter', '2019-10-01', '2020-04-01')).toEqual([
      { name: '2019-Q4', start: '2019-10-01', end: '2020-01-01' },
      { name: '2020-Q1', start: '2020-01-01', end: '2020-04-01' },
      { name: '2020-Q2', start: '2020-04-01', end: '2020-07-01' },
    ]);
    expect(periodsBetween('month', '2019-12-01', '2020-02-01').map(({ name }) => name)).toEqual([
      '2019-12',
      '2020-01',
      '2020-02',
    ]);
    expect(periodsBetween('year', '1600-01-01', '2100-01-01')).toHaveLength(501);
  });
});

describe('the query for rankings', () => {
  it('lots of several stones are left out and counted', () => {
    const { query: ranked, excluded } = pricePerCaratRanking([query], 'price_per_carat_usd');
    expect(ranked).toHaveProperty('bool.must_not', [{ term: { flags: 'MULTI_STONE' } }]);
    expect(excluded).toHaveProperty('bool.filter.3', { term: { flags: 'MULTI_STONE' } });
  });

  it('rankings are ordered finally by id, and count values that are strictly greater', () => {
    expect(highestFirst('price_final_usd').at(-1)).toMatchObject({ field: 'id', direction: 'desc' });
    expect(aboveValue(query, 'price_final_usd', 5)).toEqual({
      bool: { filter: [query, { range: { price_final_usd: { gt: 5 } } }] },
    });
  });
});

describe('the query for suggestions', () => {
  it('suggestions are searched by the folded text, exactly and with typos', () => {
    const completions = completionsOf({ q: ' Paraí', type: ['origin'] })!;
    expect(completions).toMatchObject({
      exact: { prefix: 'parai', completion: { contexts: { type: ['origin'] } } },
      fuzzy: { prefix: 'parai', completion: { fuzzy: { fuzziness: 'AUTO' } } },
    });
    expect(suggestBody([completions.exact, completions.fuzzy!]).suggest).toEqual({
      0: completions.exact,
      1: completions.fuzzy,
    });
    expect(completionsOf({ q: '—' })).toBeUndefined();
  });

  it('texts of fewer than four letters allow no typo', () => {
    for (const q of ['ru', 'rub', 'r ub', '—rub']) expect(completionsOf({ q })!.fuzzy, q).toBeUndefined();
    expect(completionsOf({ q: 'ruby' })!.fuzzy).toBeDefined();
  });

  it('the same suggestions are requested whatever the limit', () => {
    const limits = [1, 10, 50].map((limit) => completionsOf({ q: 'ruby', limit } as SuggestionParams));
    expect(new Set(limits.map((completions) => JSON.stringify(completions))).size).toBe(1);
  });

  it('a request for combinations only needs no completion', () => {
    expect(completionsOf({ q: 'burma ruby', type: ['combination'] })).toBeUndefined();
  });
});

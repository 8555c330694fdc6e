import fc from 'fast-check';
import { expect, it } from 'vitest';
import { generateSkewed } from '../../support/build-skewed.ts';
import type { Body } from '../../support/get.ts';
import { anyQuestion, type Question } from './any-question.ts';
import { bothEngines, createRanks } from './both-engines.ts';
import { createComparison } from './compare.ts';
import { expectedChange, expectedSummary, expectedTotals } from './expected.ts';
import { medianRanks } from './median-ranks.ts';
import type { Row } from './other-engine.ts';
import { groupsSql, type ValueName, valueColumns } from './statistics-sql.ts';

const lots = 200_000;
const questions = 300;
/** Number of groups of each question whose filters are sent to the list. */
const filtersPerQuestion = 3;
const ranks = medianRanks(lots);

const engines = bothEngines(
  () => generateSkewed(lots, 2026),
  (duckdb) => createRanks(duckdb, ranks),
);

const comparison = createComparison();
const priced: ValueName[] = ['price_usd', 'price_per_carat_usd'];
const asked = fc.sample(
  fc.record({
    question: anyQuestion,
    groupBy: fc.shuffledSubarray(['gem_type', 'origin', 'auction_house', 'carat_band', 'treatment', 'year'], {
      minLength: 1,
      maxLength: 2,
    }),
    interval: fc.constantFrom('year', 'quarter', 'month'),
    page: fc.integer({ min: 1, max: 60 }),
  }),
  { numRuns: questions, seed: 5 },
);

it('DuckDB computes the same statistics as the API for random filters', async () => {
  for (const { question, groupBy, interval, page } of asked) {
    await compareStats(question);
    await compareMarket(question, groupBy);
    await compareTrends(question, interval);
    await compareRanking(question, 'top-price', 'price', page);
    await compareRanking(question, 'price-per-carat', 'ppc_cents', page);
  }
  console.log(
    `test:truth: ${comparison.compared} numbers of ${questions} filters over ${lots} records compared with DuckDB, ${comparison.mismatches.length} mismatches`,
  );
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
});

async function compareStats({ params, where }: Question): Promise<void> {
  const names = Object.keys(valueColumns) as ValueName[];
  const [row] = await engines.duckdb.ask(
    groupsSql(
      where,
      [],
      names,
      `count(DISTINCT gem_type) AS gem_types, count(DISTINCT origin) AS origins,
       count(DISTINCT auction_house) AS auction_houses, min(auction_day)::VARCHAR AS first_day,
       max(auction_day)::VARCHAR AS last_day, count(*) FILTER (WHERE is_synthetic) AS synthetic`,
    ),
  );
  const { data, meta } = await engines.api.ask('stats', params);
  const at = `stats ${JSON.stringify(params)}`;
  comparison.check(at, data, {
    ...expectedTotals(row!),
    gem_types: Number(row!.gem_types),
    origins: Number(row!.origins),
    auction_houses: Number(row!.auction_houses),
    first_auction_date: row!.first_day,
    last_auction_date: row!.last_day,
  });
  comparison.check(at, meta, { synthetic_lots: Number(row!.synthetic) });
  comparison.check(at, meta.excluded ?? { lots: 0 }, { lots: Number(row!.excluded_lots) });
  for (const name of names) comparison.check(`${at} ${name}`, data[name], expectedSummary(row!, name));
}

async function compareMarket({ params, where }: Question, groupBy: string[]): Promise<void> {
  const keys = groupBy.map((field) => (field === 'year' ? 'year(auction_day) AS year' : field));
  const newest = '(SELECT max(auction_day) FROM asked)';
  const yearBack = (years: number) =>
    `quantile_cont(stone_ppc_cents::DOUBLE, 0.5) FILTER (WHERE auction_day > ${newest} - ${365 * (years + 1)}
       AND auction_day <= ${newest} - ${365 * years})`;
  const rows = await engines.duckdb.ask(
    groupsSql(where, keys, priced, `${yearBack(0)} AS last_year, ${yearBack(1)} AS year_before`),
  );
  const isWhole = (row: Row) => groupBy.every((field) => row[field] !== null);
  const groups = rows.filter(isWhole);
  const { data, meta } = await engines.api.ask('stats/market', {
    ...params,
    group_by: groupBy.join(),
    limit: '1000',
  });
  const at = `market ${JSON.stringify([params, groupBy])}`;
  const lotsOf = (some: Row[]) => some.reduce((sum, row) => sum + Number(row.lots), 0);
  comparison.check(at, meta, {
    total_groups: groups.length,
    ungrouped_lots: lotsOf(rows) - lotsOf(groups),
  });
  const excluded = rows.reduce((sum, row) => sum + Number(row.excluded_lots), 0);
  comparison.check(at, meta.excluded ?? { lots: 0 }, { lots: excluded });
  const whole = rows.reduce((sum, row) => sum + BigInt(String(row.value_usd)), 0n);
  const keyOf = (row: Row) => groupBy.map((field) => String(row[field])).join('|');
  const published = new Map<string, Body>(data.map((group: Row) => [keyOf(group), group]));
  for (const row of groups) {
    const group = published.get(keyOf(row));
    const share = Number(row.value_usd) / Number(whole);
    comparison.check(`${at} ${keyOf(row)}`, group, {
      ...expectedTotals(row),
      market_share: whole === 0n ? null : Math.round(share * 1e6 + 1e-9) / 1e6,
      median_price_per_carat_change_1y: expectedChange(row.last_year, row.year_before),
      low_sample: Number(row.price_usd_n) < 5,
    });
    for (const name of priced) {
      comparison.check(`${at} ${keyOf(row)} ${name}`, group?.[name], expectedSummary(row, name));
    }
  }
  await compareFilters(at, groups.slice(0, filtersPerQuestion), (row) => published.get(keyOf(row)));
}

/** Compares the number of lots that the filter of a group finds with the count of DuckDB. */
async function compareFilters(at: string, rows: Row[], groupOf: (row: Row) => Body): Promise<void> {
  for (const row of rows) {
    const { filter } = groupOf(row) ?? {};
    const { pagination } = await engines.api.ask('auctions', { ...filter, limit: '1' });
    comparison.check(`${at} ${JSON.stringify(filter)}`, pagination, { total_records: Number(row.lots) });
  }
}

async function compareTrends({ params, where }: Question, interval: string): Promise<void> {
  const precise = interval === 'year' ? 'true' : "precision IS DISTINCT FROM 'year'";
  const start = `strftime(date_trunc('${interval}', auction_day), '%Y-%m-%d')`;
  const rows = await engines.duckdb.ask(
    `${groupsSql(`${where} AND auction_day IS NOT NULL AND ${precise}`, [`${start} AS start_date`], priced)}
     ORDER BY start_date`,
  );
  const { data } = await engines.api.ask('stats/trends', { ...params, interval });
  const at = `trends ${JSON.stringify([params, interval])}`;
  const withLots = data.filter((period: Body) => period.lots > 0);
  comparison.check(
    at,
    withLots.map((period: Body) => period.start_date),
    rows.map((row) => row.start_date),
  );
  let earlier: Row | undefined;
  for (const [place, row] of rows.entries()) {
    const period = withLots[place];
    comparison.check(`${at} ${row.start_date}`, period, {
      ...expectedTotals(row),
      median_price_per_carat_change: expectedChange(
        row.price_per_carat_usd_median,
        earlier?.price_per_carat_usd_median,
      ),
      low_sample: Number(row.price_usd_n) < 5,
    });
    if (Number(row.price_usd_n) > 0) earlier = row;
    for (const name of priced) {
      comparison.check(`${at} ${row.start_date} ${name}`, period?.[name], expectedSummary(row, name));
    }
  }
}

async function compareRanking({ params, where }: Question, path: string, column: string, page: number) {
  const several = column === 'price' ? '' : "AND flag IS DISTINCT FROM 'MULTI_STONE'";
  const rows = await engines.duckdb.ask(`
    SELECT id, rank() OVER (ORDER BY ${column} DESC) AS rank FROM lots
    WHERE ${where} AND is_sold AND ${column} IS NOT NULL ${several}
    ORDER BY ${column} DESC, auction_day DESC NULLS LAST, id DESC LIMIT 20 OFFSET ${(page - 1) * 20}`);
  const { data } = await engines.api.ask(`rankings/${path}`, { ...params, page: String(page) });
  comparison.check(
    `${path} ${JSON.stringify([params, page])}`,
    data.map(({ id, rank }: Body) => ({ id, rank })),
    rows.map(({ id, rank }) => ({ id: Number(id), rank: Number(rank) })),
  );
}

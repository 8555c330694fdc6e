import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Body } from '../../support/get.ts';
import { anyQuestion, type Question } from './any-question.ts';
import { bothEngines, createRanks } from './both-engines.ts';
import { createComparison } from './compare.ts';
import { expectedChange, expectedSummary, expectedTotals } from './expected.ts';
import { medianRanks } from './median-ranks.ts';
import type { Row } from './other-engine.ts';
import { generatePriced } from './priced-lots.ts';
import { type Choice, columnsOf, countedPrices, deflate } from './prices-sql.ts';
import { groupsSql, quantileNames, type ValueName, valueColumns } from './statistics-sql.ts';

const lots = 60_000;
const questions = 150;
const ranks = medianRanks(lots);

const engines = bothEngines(
  () => generatePriced(lots, 2027),
  async (duckdb) => {
    await createRanks(duckdb, ranks);
    await deflate(duckdb);
  },
);

const comparison = createComparison();
const priced: ValueName[] = ['price_usd', 'price_per_carat_usd'];
const anyChoice: fc.Arbitrary<Choice> = fc.oneof(
  fc.record({ basis: fc.constantFrom('hammer', 'premium') }),
  fc.record({ dollars: fc.constant('real') }),
  fc.record({
    basis: fc.constantFrom('published', 'hammer', 'premium'),
    dollars: fc.constant('real'),
    base: fc.constantFrom('1913-01', '1983-07', '2015-01', '2025-11', '2026-05'),
  }),
);
const asked = fc.sample(
  fc.record({
    question: anyQuestion,
    choice: anyChoice,
    groupBy: fc.shuffledSubarray(['gem_type', 'origin', 'auction_house', 'carat_band', 'year'], {
      minLength: 1,
      maxLength: 2,
    }),
    interval: fc.constantFrom('year', 'quarter', 'month'),
    page: fc.integer({ min: 1, max: 30 }),
  }),
  { numRuns: questions, seed: 9 },
);

it('DuckDB computes the same figures as the API for each price basis and for inflation-adjusted dollars', async () => {
  for (const { question, choice, groupBy, interval, page } of asked) {
    await compareStats(question, choice);
    await compareMarket(question, choice, groupBy);
    await compareTrends(question, choice, interval);
    await compareRanking(question, choice, 'top-price', 'price', page);
    await compareRanking(question, choice, 'price-per-carat', 'ppc_cents', page);
  }
  console.log(
    `test:truth: ${comparison.compared} numbers of ${questions} choices of prices over ${lots} records compared with DuckDB, ${comparison.mismatches.length} mismatches`,
  );
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
});

const isReal = ({ dollars }: Choice) => dollars === 'real';
const jsonOf = (choice: Choice) => choice as Record<string, string>;

/** Inflation-adjusted dollars are doubles that are rounded to 4 decimals at the end. */
function compareSummary(at: string, actual: Body, row: Row, name: ValueName, choice: Choice): void {
  if (!isReal(choice) || name === 'carat') {
    comparison.check(at, actual, expectedSummary(row, name));
    return;
  }
  const { unit } = valueColumns[name];
  const n = Number(row[`${name}_n`]);
  const decimal = (value: unknown) =>
    value === null ? null : Math.round((Number(value) / unit) * 1e4) / 1e4;
  const quantiles = Object.keys(quantileNames).map((quantile) => [
    quantile,
    decimal(row[`${name}_${quantile}`]),
  ]);
  comparison.check(at, actual, { n });
  comparison.check(
    at,
    actual,
    {
      ...Object.fromEntries(quantiles),
      min: decimal(row[`${name}_min`]),
      max: decimal(row[`${name}_max`]),
      mean: n === 0 ? null : decimal(Number(row[`${name}_sum`]) / n),
      median_low: n < 6 ? null : decimal(row[`${name}_low`]),
      median_high: n < 6 ? null : decimal(row[`${name}_high`]),
    },
    1e-4,
  );
}

function compareTotals(at: string, actual: Body, row: Row, choice: Choice): void {
  const { total_value_usd, ...others } = expectedTotals(row);
  comparison.check(at, actual, others);
  const total = isReal(choice) ? Math.round(total_value_usd) : total_value_usd;
  comparison.check(`${at} total`, actual?.total_value_usd, total, isReal(choice) ? 1 : 0);
}

const changeOf = (current: unknown, earlier: unknown, choice: Choice) => {
  if (!isReal(choice)) return expectedChange(current, earlier);
  if (current === null || earlier === null || earlier === undefined || Number(earlier) === 0) return null;
  return Math.round((Number(current) / Number(earlier) - 1) * 1e6) / 1e6;
};

function comparePrices(at: string, meta: Body, row: Row, choice: Choice): void {
  comparison.check(at, meta.prices, {
    basis: choice.basis ?? 'published',
    dollars: choice.dollars ?? 'nominal',
    of_hammer_lots: Number(row.of_hammer),
    of_premium_lots: Number(row.of_premium),
    of_unknown_lots: Number(row.of_unknown),
    left_out: Number(row.left_out),
  });
  const deflator = isReal(choice) && {
    base: choice.base ?? '2026-05',
    newest_month: '2026-05',
    left_out: Number(row.not_deflated),
    later_lots: Number(row.later),
  };
  comparison.check(at, meta.prices.deflator, deflator || undefined);
}

async function compareStats({ params, where }: Question, choice: Choice): Promise<void> {
  const names = Object.keys(valueColumns) as ValueName[];
  const [row] = await engines.duckdb.ask(groupsSql(where, [], names, countedPrices, columnsOf(choice)));
  const { data, meta } = await engines.api.ask('stats', { ...params, ...jsonOf(choice) });
  const at = `stats ${JSON.stringify([params, choice])}`;
  compareTotals(at, data, row!, choice);
  comparison.check(at, meta.excluded ?? { lots: 0 }, { lots: Number(row!.excluded_lots) });
  comparePrices(at, meta, row!, choice);
  for (const name of names) compareSummary(`${at} ${name}`, data[name], row!, name, choice);
}

async function compareMarket({ params, where }: Question, choice: Choice, groupBy: string[]) {
  const keys = groupBy.map((field) => (field === 'year' ? 'year(auction_day) AS year' : field));
  const newest = '(SELECT max(auction_day) FROM asked)';
  const yearBack = (years: number) =>
    `quantile_cont(stone_ppc_cents::DOUBLE, 0.5) FILTER (WHERE auction_day > ${newest} - ${365 * (years + 1)}
       AND auction_day <= ${newest} - ${365 * years})`;
  const more = `${yearBack(0)} AS last_year, ${yearBack(1)} AS year_before`;
  const rows = await engines.duckdb.ask(groupsSql(where, keys, priced, more, columnsOf(choice)));
  const sort = isReal(choice) ? '-total_value' : '-median_price_per_carat';
  const query = { ...params, ...jsonOf(choice), group_by: groupBy.join(), limit: '1000', sort };
  const { data } = await engines.api.ask('stats/market', query);
  const at = `market ${JSON.stringify([params, choice, groupBy])}`;
  const keyOf = (row: Row) => groupBy.map((field) => String(row[field])).join('|');
  const published = new Map<string, Body>(data.map((group: Row) => [keyOf(group), group]));
  const ordered = data.map((group: Body) =>
    isReal(choice) ? group.total_value_usd : (group.price_per_carat_usd.median ?? -1),
  );
  comparison.check(
    at,
    ordered,
    [...ordered].sort((a, b) => b - a),
  );
  const whole = rows.reduce((sum, row) => sum + Number(row.value_usd), 0);
  for (const row of rows.filter((row) => groupBy.every((field) => row[field] !== null))) {
    const group = published.get(keyOf(row));
    const share = whole === 0 ? null : Math.round((Number(row.value_usd) / whole) * 1e6 + 1e-9) / 1e6;
    compareTotals(`${at} ${keyOf(row)}`, group, row, choice);
    comparison.check(`${at} ${keyOf(row)}`, group, {
      market_share: share,
      median_price_per_carat_change_1y: changeOf(row.last_year, row.year_before, choice),
      low_sample: Number(row.price_usd_n) < 5,
    });
    for (const name of priced)
      compareSummary(`${at} ${keyOf(row)} ${name}`, group?.[name], row, name, choice);
  }
}

async function compareTrends({ params, where }: Question, choice: Choice, interval: string) {
  const precise = interval === 'year' ? 'true' : "precision IS DISTINCT FROM 'year'";
  const start = `strftime(date_trunc('${interval}', auction_day), '%Y-%m-%d') AS start_date`;
  const condition = `${where} AND auction_day IS NOT NULL AND ${precise}`;
  const rows = await engines.duckdb.ask(
    `${groupsSql(condition, [start], priced, '', columnsOf(choice))} ORDER BY start_date`,
  );
  const { data } = await engines.api.ask('stats/trends', { ...params, ...jsonOf(choice), interval });
  const at = `trends ${JSON.stringify([params, choice, interval])}`;
  const withLots = data.filter((period: Body) => period.lots > 0);
  comparison.check(
    at,
    withLots.map((period: Body) => period.start_date),
    rows.map((row) => row.start_date),
  );
  let earlier: Row | undefined;
  for (const [place, row] of rows.entries()) {
    const period = withLots[place];
    const current = row.price_per_carat_usd_median;
    compareTotals(`${at} ${row.start_date}`, period, row, choice);
    comparison.check(`${at} ${row.start_date}`, period, {
      median_price_per_carat_change: changeOf(current, earlier?.price_per_carat_usd_median, choice),
      low_sample: Number(row.price_usd_n) < 5,
    });
    if (Number(row.price_usd_n) > 0) earlier = row;
    for (const name of priced)
      compareSummary(`${at} ${row.start_date} ${name}`, period?.[name], row, name, choice);
  }
}

/** Rankings use nominal prices only. */
async function compareRanking(
  { params, where }: Question,
  { basis }: Choice,
  path: string,
  column: string,
  page: number,
) {
  const choice: Choice = basis ? { basis } : {};
  const several = column === 'price' ? '' : "AND flag IS DISTINCT FROM 'MULTI_STONE'";
  const rows = await engines.duckdb.ask(`
    WITH asked AS (SELECT ${columnsOf(choice)} FROM lots WHERE ${where})
    SELECT id, rank() OVER (ORDER BY ${column} DESC) AS rank FROM asked
    WHERE is_sold AND ${column} IS NOT NULL ${several}
    ORDER BY ${column} DESC, auction_day DESC NULLS LAST, id DESC LIMIT 20 OFFSET ${(page - 1) * 20}`);
  const [counted] = await engines.duckdb.ask(
    groupsSql(where, [], ['price_usd'], countedPrices, columnsOf(choice)),
  );
  const { data, meta } = await engines.api.ask(`rankings/${path}`, {
    ...params,
    ...jsonOf(choice),
    page: String(page),
  });
  const at = `${path} ${JSON.stringify([params, choice, page])}`;
  comparison.check(
    at,
    data.map(({ id, rank }: Body) => ({ id, rank })),
    rows.map(({ id, rank }) => ({ id: Number(id), rank: Number(rank) })),
  );
  comparePrices(at, meta, counted!, choice);
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Body, get } from '../../support/get.ts';
import { rounded } from '../../support/plain-statistics.ts';
import { anyQuestion, type Question } from './any-question.ts';
import { bothEngines } from './both-engines.ts';
import { createComparison } from './compare.ts';
import { medianRanks } from './median-ranks.ts';
import type { Row } from './other-engine.ts';
import { generatePriced } from './priced-lots.ts';

const lots = 60_000;
const questions = 150;
const ranks = medianRanks(lots);

const engines = bothEngines(() => generatePriced(lots, 2028));

const comparison = createComparison();
type Basis = 'hammer' | 'premium';
const asked = fc.sample(
  fc.record({
    question: anyQuestion,
    basis: fc.constantFrom<Basis>('hammer', 'premium'),
    groupBy: fc.shuffledSubarray(['estimate_band', 'auction_house', 'gem_type', 'carat_band', 'year'], {
      minLength: 1,
      maxLength: 2,
    }),
  }),
  { numRuns: questions, seed: 11 },
);

it('DuckDB computes the same comparison of prices with estimates as the API for random filters', async () => {
  for (const { question, basis, groupBy } of asked) await compareEstimates(question, basis, groupBy);
  console.log(
    `test:truth: ${comparison.compared} numbers of ${questions} comparisons with estimates over ${lots} records compared with DuckDB, ${comparison.mismatches.length} mismatches`,
  );
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
});

const bandSql = `CASE WHEN low < 1000 THEN '0-1000' WHEN low < 5000 THEN '1000-5000' WHEN low < 10000 THEN '5000-10000'
  WHEN low < 50000 THEN '10000-50000' WHEN low < 100000 THEN '50000-100000' WHEN low < 500000 THEN '100000-500000'
  WHEN low < 1000000 THEN '500000-1000000' ELSE '1000000-' END AS estimate_band`;

function figuresSql(basis: Basis): string {
  const ratio = (divisor: string) => `${basis}::DOUBLE / ${divisor}`;
  const quantiles = (name: string, divisor: string) => `
    quantile_cont(${ratio(divisor)}, 0.25) AS ${name}_p25, quantile_cont(${ratio(divisor)}, 0.5) AS ${name}_median,
    quantile_cont(${ratio(divisor)}, 0.75) AS ${name}_p75,
    to_json(list_sort(list(${ratio(divisor)}) FILTER (WHERE ${basis} IS NOT NULL)))::VARCHAR AS ${name}_sorted`;
  return `count(*) AS lots, count(*) FILTER (WHERE status = 'sold') AS sold,
    count(*) FILTER (WHERE status = 'unsold') AS unsold, count(${basis}) AS n,
    count(*) FILTER (WHERE ${basis} < low) AS below, count(*) FILTER (WHERE ${basis} > high) AS above,
    count(*) FILTER (WHERE ${basis} BETWEEN low AND high) AS within,
    ${quantiles('low', 'low')}, ${quantiles('middle', '((low + high) / 2)')}`;
}

async function compareEstimates({ params, where }: Question, basis: Basis, groupBy: string[]): Promise<void> {
  const keys = groupBy.map((field) =>
    field === 'year' ? 'year(auction_day) AS year' : field === 'estimate_band' ? bandSql : field,
  );
  const usable = `${where} AND low > 0 AND high >= low`;
  const [all] = await engines.duckdb.ask(`SELECT ${figuresSql(basis)} FROM lots WHERE ${usable}`);
  const [whole] = await engines.duckdb.ask(`SELECT count(*) AS lots FROM lots WHERE ${where}`);
  const rows = await engines.duckdb.ask(
    `SELECT ${keys.join(', ')}, ${figuresSql(basis)} FROM lots WHERE ${usable} GROUP BY ALL`,
  );
  const query = { ...params, basis, group_by: groupBy.join(), limit: '1000' };
  const { status, body } = await get(engines.api.url, '/api/ext/estimates', query);
  const at = `estimates ${JSON.stringify(query)}`;
  comparison.check(at, status, 200);
  const { data, meta } = body;
  const groups = rows.filter((row) => groupBy.every((field) => row[field] !== null));
  const lotsOf = (some: Row[]) => some.reduce((sum, row) => sum + Number(row.lots), 0);
  comparison.check(at, meta, {
    total_groups: groups.length,
    ungrouped_lots: lotsOf(rows) - lotsOf(groups),
    lots_without_estimates: Number(whole!.lots) - Number(all!.lots),
  });
  comparison.check(at, meta.left_out, { lots: Number(all!.sold) - Number(all!.n) });
  compareFigures(at, data, all!);
  const ordered = data.groups.map((group: Body) => group.lots);
  comparison.check(
    at,
    ordered,
    [...ordered].sort((a, b) => b - a),
  );
  const keyOf = (row: Row) => groupBy.map((field) => String(row[field])).join('|');
  const published = new Map<string, Body>(data.groups.map((group: Row) => [keyOf(group), group]));
  for (const row of groups) compareFigures(`${at} ${keyOf(row)}`, published.get(keyOf(row)), row);
}

function compareFigures(at: string, actual: Body, row: Row): void {
  const [sold, unsold, n] = [Number(row.sold), Number(row.unsold), Number(row.n)];
  const [below, within, above] = [Number(row.below), Number(row.within), Number(row.above)];
  comparison.check(at, actual, {
    lots: Number(row.lots),
    sold_lots: sold,
    unsold_lots: unsold,
    sell_through_rate: sold + unsold === 0 ? null : rounded(BigInt(sold), BigInt(sold + unsold), 6),
    n,
    low_sample: n < 5,
  });
  compareShares(at, actual, { below, within, above }, n);
  // An unsold lot counts as the share of the sold lots whose price is known.
  const [part, whole] = sold === 0 ? [1, 1] : [n, sold];
  const added = (unsold * part) / whole;
  const scaled = { below: below * whole + unsold * part, within: within * whole, above: above * whole };
  compareShares(`${at} with unsold`, actual?.with_unsold, scaled, n * whole + unsold * part, whole);
  comparison.check(at, actual?.with_unsold, { n: Math.round(1e4 * (n + added)) / 1e4 }, 1e-4);
  for (const name of ['low', 'middle']) {
    const sorted = (JSON.parse((row[`${name}_sorted`] as string | null) ?? '[]') ?? []) as number[];
    const six = (value: unknown) => (value === null ? null : Math.round(Number(value) * 1e6) / 1e6);
    const quantiles = ['p25', 'median', 'p75'].map((quantile) => [quantile, six(row[`${name}_${quantile}`])]);
    comparison.check(`${at} ${name}`, actual?.[`price_to_${name}`], Object.fromEntries(quantiles), 1e-6);
    comparison.check(`${at} ${name}`, actual?.[`price_to_${name}`], endsOf(sorted, 0), 1e-6);
    const expected = n === 0 ? allNull : { ...quartersOf(sorted, added), ...endsOf(sorted, added) };
    comparison.check(`${at} ${name} with unsold`, actual?.with_unsold?.[`price_to_${name}`], expected, 1e-6);
  }
}

const allNull = { p25: null, median: null, p75: null, median_low: null, median_high: null };

/** The rounded value at a position among sorted values with others below them; null among the others. */
function valueAt(sorted: readonly number[], position: number): number | null {
  if (position < 0) return null;
  const [low, high] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!];
  const value = low === high ? low : low + (position - Math.floor(position)) * (high - low);
  return Math.round(value * 1e6) / 1e6;
}

/** @param below the weight of the unsold lots, which need not be whole */
function quartersOf(sorted: readonly number[], below: number) {
  const at = (q: number) => valueAt(sorted, q * (below + sorted.length - 1) - below);
  return { p25: at(0.25), median: at(0.5), p75: at(0.75) };
}

function endsOf(sorted: readonly number[], below: number) {
  const size = Math.floor(sorted.length + below);
  const l = size < 6 ? undefined : ranks[size]!;
  const at = (position: number) => (l === undefined ? null : valueAt(sorted, position));
  return { median_low: at(l! - 1 - below), median_high: at(sorted.length - l!) };
}

/**
 * Wilson's bounds are the shares p with (share − p)² = z² p (1 − p) ÷ n.
 * @param times the numbers are whole multiples of weighted lots
 */
function compareShares(at: string, actual: Body, lotsAt: Record<string, number>, n: number, times = 1): void {
  const z2 = 1.959963984540054 ** 2;
  for (const [place, count] of Object.entries(lotsAt)) {
    const share = count / n;
    const spread = (z2 * times) / n;
    const [a, b, c] = [1 + spread, -(2 * share + spread), share ** 2];
    const root = Math.sqrt(Math.max(0, b ** 2 - 4 * a * c));
    const six = (value: number) => Math.round(value * 1e6) / 1e6;
    comparison.check(`${at} ${place}`, actual?.[place], { lots: count / times }, 1e-4);
    comparison.check(`${at} ${place}`, actual?.[place], {
      share: n === 0 ? null : rounded(BigInt(count), BigInt(n), 6),
    });
    const ends = n === 0 ? [null, null] : [six((-b - root) / (2 * a)), six((-b + root) / (2 * a))];
    comparison.check(`${at} ${place}`, actual?.[place], { low: ends[0], high: ends[1] }, 1e-6);
  }
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Body, get } from '../../support/get.ts';
import { rounded } from '../../support/plain-statistics.ts';
import { anyQuestion, type Question } from './any-question.ts';
import { bothEngines } from './both-engines.ts';
import { createComparison } from './compare.ts';
import type { Row } from './other-engine.ts';
import { generatePriced } from './priced-lots.ts';

const lots = 60_000;
const questions = 150;

const engines = bothEngines(() => generatePriced(lots, 2029));

const comparison = createComparison();
const asked = fc.sample(
  fc.record({
    question: anyQuestion,
    groupBy: fc.shuffledSubarray(['auction_house', 'year', 'gem_type'], { minLength: 1, maxLength: 2 }),
  }),
  { numRuns: questions, seed: 13 },
);

it('DuckDB computes the same coverage as the API for random filters', async () => {
  for (const { question, groupBy } of asked) await compareCoverage(question, groupBy);
  console.log(
    `test:truth: ${comparison.compared} numbers of the coverage of ${questions} filters over ${lots} records compared with DuckDB, ${comparison.mismatches.length} mismatches`,
  );
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
});

const counts = `count(*) AS lots, count(*) FILTER (WHERE status = 'sold') AS sold, max(auction_day)::VARCHAR AS newest,
  count(*) FILTER (WHERE status <> 'unknown') AS status_known, count(carat_cents) AS weight, count(origin) AS origins,
  count(treatment) AS treatments, count(*) FILTER (WHERE low > 0 AND high >= low) AS estimates, count(price) AS price,
  count(hammer) AS price_hammer, count(premium) AS price_premium`;

async function compareCoverage({ params, where }: Question, groupBy: string[]): Promise<void> {
  const keys = groupBy.map((field) => (field === 'year' ? 'year(auction_day) AS year' : field));
  const order = groupBy.map((field) => `${field} ${field === 'year' ? 'DESC' : 'ASC'} NULLS LAST`);
  const rows = await engines.duckdb.ask(
    `SELECT ${keys.join(', ')}, ${counts} FROM lots WHERE ${where} GROUP BY ALL ORDER BY ${order.join(', ')}`,
  );
  const [all] = await engines.duckdb.ask(`SELECT ${counts} FROM lots WHERE ${where}`);
  const query = { ...params, group_by: groupBy.join(), limit: '1000' };
  const { status, body } = await get(engines.api.url, '/api/ext/coverage', query);
  const at = `coverage ${JSON.stringify(query)}`;
  comparison.check(at, status, 200);
  const { data, meta } = body;
  comparison.check(at, meta, { total_groups: rows.length });
  compareCounts(at, data, all!);
  const keyOf = (row: Row) => groupBy.map((field) => String(row[field])).join('|');
  comparison.check(at, data.groups.map(keyOf), rows.map(keyOf));
  for (const [place, row] of rows.entries()) compareCounts(`${at} ${keyOf(row)}`, data.groups[place], row);
}

function compareCounts(at: string, actual: Body, row: Row): void {
  const [total, sold] = [Number(row.lots), Number(row.sold)];
  const shareOf = (known: unknown, of: number) => ({
    lots: Number(known),
    share: of === 0 ? null : rounded(BigInt(Number(known)), BigInt(of), 6),
  });
  comparison.check(at, actual, {
    lots: total,
    sold_lots: sold,
    newest_sale: row.newest,
    status: shareOf(row.status_known, total),
    weight: shareOf(row.weight, total),
    origin: shareOf(row.origins, total),
    treatment: shareOf(row.treatments, total),
    estimates: shareOf(row.estimates, total),
    price: shareOf(row.price, sold),
    price_hammer: shareOf(row.price_hammer, sold),
    price_premium: shareOf(row.price_premium, sold),
  });
}

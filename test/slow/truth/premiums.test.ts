import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { premiumSchedules } from '../../../ingest/record/complete-prices.ts';
import { isRejection, normalize } from '../../../ingest/record/normalize.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { createComparison } from './compare.ts';
import { type OtherEngine, openOtherEngine } from './other-engine.ts';

const lots = 20_000;

/** Prices at the limits of brackets, and any other prices. */
const edges = [...new Set(premiumSchedules.flatMap(({ brackets }) => brackets.map(({ upTo }) => upTo)))];
const anyAmount = fc.oneof(
  fc
    .constantFrom(...edges.filter(Number.isFinite))
    .chain((edge) => fc.constantFrom(edge - 1, edge, edge + 1)),
  fc.integer({ min: 1, max: 90_000_000 }),
);
const anyDay = fc
  .integer({ min: 11_000, max: 20_600 })
  .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 9 });
/** US dollars per unit of each currency. */
const rates: Record<string, number> = {
  USD: 1,
  GBP: 1.25,
  CHF: 1.02,
  HKD: 0.13,
  EUR: 1.1,
  CNY: 0.14,
  SGD: 0.75,
  JPY: 0.01,
};

/** Sales at the first and last days of schedules, and any other sales. */
const anySale = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...premiumSchedules).chain(({ house, currency, from, until }) =>
      fc.record({
        auction_house: fc.constant(house),
        currency: fc.constant(currency),
        auction_date: fc.constantFrom(from, from, until),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      auction_house: maybe(
        fc.constantFrom("Christie's", "Sotheby's", 'Bonhams', 'Phillips', 'Heritage Auctions', 'Dorotheum'),
      ),
      currency: maybe(fc.constantFrom(...Object.keys(rates))),
      auction_date: maybe(anyDay),
    }),
  },
);

const anyInput = fc.record({
  sale: anySale,
  auction_date_precision: fc.constantFrom('day', 'day', 'day', 'month', 'year'),
  price_original: anyAmount,
  price_basis: fc.constantFrom('hammer', 'premium', 'premium', 'unknown', undefined),
  sale_status: fc.constantFrom('sold', 'sold', 'sold', 'unsold', 'withdrawn', undefined),
  price_hammer_usd: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined, freq: 9 }),
});

let records: AuctionRecord[];
let duckdb: OtherEngine;
beforeAll(async () => {
  records = fc.sample(anyInput, { numRuns: lots, seed: 17 }).map(({ sale, ...others }, place) => {
    const input = { ...sale, ...others };
    const dollars = Math.round(input.price_original * (rates[input.currency ?? 'USD'] ?? 1));
    const fields = { id: place + 1, title: 'Lot', gem_type: 'Ruby', ...input, price_final_usd: dollars };
    const normalized = normalize(fields, { id: 1, created_at: '2026-01-01T00:00:00.000Z' });
    if (isRejection(normalized)) throw new Error(JSON.stringify([fields, normalized]));
    return normalized.record;
  });
  duckdb = await openOtherEngine([buildAuction({ id: 1 })]);
});
afterAll(() => duckdb?.close());

const quoted = (value: string | number | null) =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

it('DuckDB computes the same hammer prices and prices with buyer’s premium as an import', async () => {
  const brackets = premiumSchedules.flatMap(({ house, currency, from, until, brackets: all }, schedule) =>
    all.map(({ perMille, upTo }, place) => {
      const lower = place === 0 ? 0 : all[place - 1]!.upTo;
      const values = [
        schedule,
        house,
        currency,
        from,
        until,
        lower,
        Number.isFinite(upTo) ? upTo : 1e15,
        perMille,
      ];
      return `(${values.map(quoted).join(', ')})`;
    }),
  );
  await duckdb.ask(`CREATE TABLE brackets AS SELECT schedule, house, currency, start::DATE AS start, stop::DATE AS stop,
    lower::BIGINT AS lower, upper::BIGINT AS upper, rate::BIGINT AS rate FROM (VALUES ${brackets.join(', ')})
    AS t(schedule, house, currency, start, stop, lower, upper, rate)`);
  // The buyer's premium at the lower limit of each bracket, in thousandths.
  await duckdb.ask(`CREATE TABLE paid AS SELECT *, 1000 * lower + coalesce(sum((upper - lower) * rate) OVER (
    PARTITION BY schedule ORDER BY lower ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS paid FROM brackets`);
  const rows = records.map((record) => {
    const { id, auction_house, auction_date, auction_date_precision, price_original, currency } = record;
    const { price_final_usd, price_basis } = record;
    // Only hammer prices from the source, not computed ones.
    const hammer = record.price_hammer_usd_source === 'given' ? record.price_hammer_usd : null;
    const all = [id, auction_house, auction_date, auction_date_precision, price_original, currency];
    return `(${[...all, price_final_usd, price_basis, hammer].map(quoted).join(', ')})`;
  });
  await duckdb.ask(`CREATE TABLE sales AS SELECT id, house, day::DATE AS day, precision, original::DOUBLE AS original,
    currency, price::DOUBLE AS price, basis, hammer::DOUBLE AS hammer FROM (VALUES ${rows.join(', ')})
    AS t(id, house, day, precision, original, currency, price, basis, hammer)`);
  const known = await duckdb.ask(`
    WITH given AS (SELECT *, hammer AS given_hammer, CASE WHEN basis = 'premium' THEN price END AS given_premium,
      CASE precision WHEN 'year' THEN make_date(year(day), 12, 31) WHEN 'month' THEN last_day(day) ELSE day END AS last
      FROM sales),
    amounts AS (SELECT *, CASE WHEN currency = 'USD' THEN coalesce(given_hammer, given_premium)
        WHEN basis = (CASE WHEN given_hammer IS NULL THEN 'premium' ELSE 'hammer' END)
          AND price = coalesce(given_hammer, given_premium) THEN original END AS amount
      FROM given WHERE (given_hammer IS NULL) <> (given_premium IS NULL)),
    asked AS (SELECT amounts.id, amount, given_hammer, lower, upper, rate, paid.paid FROM amounts
      JOIN paid ON paid.house = amounts.house AND paid.currency = amounts.currency
        AND paid.start <= amounts.day AND amounts.last < paid.stop AND amount > 0),
    computed AS (
      SELECT id, any_value(amount) AS amount,
        round((1000 * any_value(amount) + sum(greatest(0, least(amount, upper) - lower) * rate)) / 1000) AS other
      FROM asked WHERE given_hammer IS NOT NULL GROUP BY id
      UNION ALL
      SELECT id, any_value(amount) AS amount,
        arg_max(round(lower + (1000 * amount - paid) / (1000 + rate)), lower) AS other
      FROM asked WHERE given_hammer IS NULL AND 1000 * amount > paid GROUP BY id)
    SELECT given.id, given.given_hammer, given.given_premium,
      round(other * (coalesce(given.given_hammer, given.given_premium) / amount)) AS other
    FROM given LEFT JOIN computed ON computed.id = given.id ORDER BY given.id`);
  const comparison = createComparison();
  for (const [place, row] of known.entries()) {
    const record = records[place]!;
    const number = (value: unknown) => (value === null ? null : Number(value));
    const [hammer, premium, other] = [row.given_hammer, row.given_premium, row.other].map(number) as (
      | number
      | null
    )[];
    const source = (value: number | null) => (value !== null ? 'given' : other === null ? null : 'schedule');
    comparison.check(JSON.stringify(record), record, {
      price_hammer_usd: hammer ?? other,
      price_hammer_usd_source: source(hammer!),
      price_premium_usd: premium ?? other,
      price_premium_usd_source: source(premium!),
    });
  }
  const scheduled = known.filter(({ other }) => other !== null).length;
  console.log(
    `test:truth: ${comparison.compared} prices of ${lots} records, ${scheduled} of them by schedule, compared with DuckDB, ${comparison.mismatches.length} mismatches`,
  );
  expect(scheduled).toBeGreaterThan(1000);
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { reachOf } from '../../api/price-intelligence/regression/quantiles.ts';
import { buildAuction } from '../support/build-auction.ts';
import { type Body, get } from '../support/get.ts';
import { plainDesign } from '../support/hedonic-records.ts';
import { plainRegression } from '../support/plain-regression.ts';
import { plainSaleVariance } from '../support/plain-sale-variance.ts';
import { bothEngines } from './both-engines.ts';
import { createComparison } from './compare.ts';
import type { Row } from './other-engine.ts';
import { generatePriced } from './priced-lots.ts';
import { columnsOf } from './prices-sql.ts';

const lots = 60_000;
const questions = 240;
/** Matrices with a row and a column for each lot take long with more. */
const mostLots = 400;
/** Values and years with fewer lots have no effect of their own. */
const fewest = 5;

const engines = bothEngines(() => generatePriced(lots, 2028));
const comparison = createComparison();

const day = fc.integer({ min: 12_000, max: 19_000 }).map(dayOf);
const asked = fc.sample(
  fc.record({
    gem: fc.constantFrom('Emerald', 'Spinel', 'Alexandrite', 'Moon rock'),
    trait: fc.constantFrom('origin', 'treatment', 'auction_house', 'price_basis'),
    basis: fc.constantFrom('published', 'published', 'hammer', 'premium'),
    outliers: fc.constantFrom('keep', 'leave_out'),
    from: day,
    days: fc.integer({ min: 200, max: 6_000 }),
    heaviest: fc.constantFrom(500, 1_000, 300_000),
  }),
  { numRuns: questions, seed: 11 },
);
type Question = (typeof asked)[number];

it('DuckDB and a least squares over its lots find the same premia', async () => {
  let [models, refused] = [0, 0];
  for (const question of asked) {
    // The basis of a price is compared among published prices only.
    if (question.trait === 'price_basis' && question.basis !== 'published') continue;
    const known = await lotsOf(question);
    if (known.length < 30 || known.length > mostLots) continue;
    refused += await compare(question, known);
    models++;
  }
  console.log(
    `test:truth: ${comparison.compared} numbers of ${models} regressions over lots of DuckDB compared, ${refused} refused values, ${comparison.mismatches.length} mismatches`,
  );
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
  expect(models).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(0);
});

/** The lots of a regression: single stones that were sold at a known price on a known day, in years with enough of them. */
async function lotsOf({ gem, basis, outliers, from, days, heaviest }: Question): Promise<Row[]> {
  const rows = await engines.duckdb.ask(`
    WITH asked AS (SELECT ${columnsOf({ basis })} FROM lots
      WHERE gem_type = '${gem}' AND status = 'sold' AND coalesce(object_type, '') NOT IN ('watch', 'box', 'other')
      AND auction_day BETWEEN DATE '${from}' AND DATE '${until(from, days)}' AND carat_cents <= ${heaviest}),
    usable AS (SELECT * FROM asked WHERE carat_cents > 0 AND ppc_cents > 0 AND flag IS DISTINCT FROM 'MULTI_STONE'
      ${outliers === 'leave_out' ? "AND flag IS DISTINCT FROM 'PRICE_OUTLIER'" : ''})
    SELECT id, carat_cents, carat_band, ppc_cents, origin, treatment, auction_house, coalesce(basis, 'unknown') AS price_basis,
      strftime(auction_day, '%Y-%m-%d') AS day FROM usable
    QUALIFY count(*) OVER (PARTITION BY year(auction_day)) >= ${fewest} ORDER BY id`);
  return rows;
}

/** @returns the number of refused values */
async function compare(question: Question, known: Row[]): Promise<number> {
  const { gem, trait, basis, outliers, from, days, heaviest } = question;
  const query = {
    ...{ gem_name: gem, trait, date_from: from, date_to: until(from, days) },
    ...{ weight_max: String(heaviest / 100), outliers, ...(basis !== 'published' && { basis }) },
  };
  const { body } = await get(engines.api.url, '/api/ext/premia', query);
  const at = `premia ${JSON.stringify(query)}`;
  const own = poolRare(known);
  const records = own.map((row) =>
    buildAuction({
      ...{ id: Number(row.id), auction_date: row.day as string, carat: Number(row.carat_cents) / 100 },
      ...{ origin: row.origin as null, treatment: row.treatment as null },
      auction_house: row.auction_house as null,
    }),
  );
  const rowOf = new Map(own.map((row) => [Number(row.id), row]));
  const priceOf = ({ id }: { id: number }) => Number(rowOf.get(id)!.ppc_cents) / 100;
  const yearOf = ({ auction_date }: { auction_date: string | null }) => auction_date!.slice(0, 4);
  const more: Parameters<typeof plainDesign>[3] =
    trait === 'price_basis' ? { price_basis: ({ id }) => rowOf.get(id)!.price_basis as string } : {};
  const { design, y, columns } = plainDesign(records, yearOf, yearOf(records[0]!), more, priceOf);
  comparison.check(`${at} n`, body.data.model.n, known.length);
  const reference: string = body.data.reference.value;
  const lotsWith = (value: string) => known.filter((row) => row[trait] === value);
  const names = [...new Set(known.map((row) => row[trait] as string | null))].filter((name) => name !== null);
  const named = names.filter((name) => lotsWith(name).length >= fewest);
  comparison.check(
    `${at} reference`,
    lotsWith(reference).length,
    Math.max(...named.map((name) => lotsWith(name).length)),
  );
  comparison.check(
    `${at} values`,
    body.data.values.map(({ value }: Body) => value).toSorted(),
    named.filter((name) => name !== reference).toSorted(),
  );
  const fitted = fit(design, y, known);
  let refused = 0;
  for (const { value, ...row } of body.data.values) {
    const [some, others] = [lotsWith(value), lotsWith(reference)];
    comparison.check(`${at} ${value}`, row, {
      lots: some.length,
      sales: new Set(known.filter((lot) => lot[trait] === value).map(saleOf)).size,
    });
    const overlaps = (classOf: (lot: Row) => unknown) => {
      const shared = (a: Row[], b: Row[]) => {
        const classes = new Set(b.map(classOf));
        return a.filter((lot) => classes.has(classOf(lot))).length;
      };
      return shared(some, others) >= fewest && shared(others, some) >= fewest;
    };
    const reason = !overlaps(({ carat_band }) => carat_band)
      ? 'no_common_weight'
      : !overlaps(({ day }) => String(day).slice(0, 4))
        ? 'no_common_period'
        : null;
    if (reason !== null || row.refused === 'not_separable') {
      if (reason !== null) comparison.check(`${at} ${value} refused`, row.refused, reason);
      refused++;
      continue;
    }
    comparison.check(`${at} ${value} refused`, row.refused, null);
    if (!fitted) continue;
    const contrast = columns.map(
      (column) => Number(column === `${trait} ${value}`) - Number(column === `${trait} ${reference}`),
    );
    const ln = contrast.reduce((sum, weight, i) => sum + weight * fitted.coefficients[i]!, 0);
    const { error, degreesOfFreedom } = fitted.errorOf(contrast);
    const reach = reachOf(degreesOfFreedom) * error;
    // Published with six decimals.
    const near = (name: string, actual: number, expected: number) =>
      comparison.check(`${at} ${value} ${name}`, actual, expected, Math.max(1e-6, 2e-5 * expected));
    near('factor', row.factor, Math.exp(ln));
    near('low', row.low, Math.exp(ln - reach));
    near('high', row.high, Math.exp(ln + reach));
    near('degrees', row.error_degrees_of_freedom, degreesOfFreedom);
  }
  return refused;
}

/** The regression and its errors; undefined where columns depend on each other. */
function fit(design: number[][], y: number[], rows: Row[]) {
  const sales = rows.map(saleOf);
  const { coefficients, kept } = plainRegression(design, y, sales);
  if (kept.length < design[0]!.length) return undefined;
  const years = rows.map(({ day }) => String(day).slice(0, 4));
  return { coefficients, errorOf: plainSaleVariance(design, y, sales, years).errorOf };
}

const saleOf = ({ day, auction_house: house }: Row) => `${day} ${house}`;

/** Rare values of each trait as one, which has its own effect. */
function poolRare(rows: Row[]): Row[] {
  const traits = ['origin', 'treatment', 'auction_house', 'price_basis'] as const;
  const counts = traits.map((trait) => Map.groupBy(rows, (row) => row[trait]));
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(
      traits.map((trait, i) => [
        trait,
        counts[i]!.get(row[trait]!)!.length < fewest ? 'all rare ones' : row[trait]!,
      ]),
    ),
  }));
}

function dayOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

const until = (from: string, days: number) => dayOf(Date.parse(from) / 86_400_000 + days);

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Body, get } from '../../support/get.ts';
import { bothEngines } from './both-engines.ts';
import { createComparison } from './compare.ts';
import type { Row } from './other-engine.ts';
import { type ComparedTrait, fewest, plainPremia, yearOf } from './plain-premia.ts';
import { generatePriced } from './priced-lots.ts';
import { columnsOf } from './prices-sql.ts';
import { tieTraits } from './tied-lots.ts';

const lots = 60_000;
const questions = 160;
/** Maximum lots: matrices with a row and a column for each lot are slow. */
const mostLots = 400;

const engines = bothEngines(() => generatePriced(lots, 2028).map(tieTraits));
const comparison = createComparison();

/** References as typed, as records spell them, and as the response spells them if no record has them. */
const references = {
  origin: [
    ['Burma', 'Myanmar'],
    ['ceylon', 'Sri Lanka'],
    ['COLOMBIA', 'Colombia'],
    ['kashmir', 'Kashmir'],
    ['Siam', 'Thailand'],
    ['atlantis', 'Atlantis', 'atlantis'],
  ],
  treatment: [
    ['unheated', 'No heat'],
    ['HEATED', 'Heated'],
    ['Slight oil', 'Minor oil'],
  ],
  auction_house: [
    ['christies', "Christie's"],
    ["SOTHEBY'S", "Sotheby's"],
    ['bonhams', 'Bonhams'],
    ['vieux marche', 'Vieux Marché', 'vieux marche'],
  ],
  price_basis: [
    ['hammer', 'hammer'],
    ['premium', 'premium'],
    ['unknown', 'unknown'],
  ],
} satisfies Record<ComparedTrait, [typed: string, spelled: string, otherwise?: string][]>;

const day = fc.integer({ min: 12_000, max: 19_000 }).map(dayOf);
const asked = fc.sample(
  fc.constantFrom<ComparedTrait>('origin', 'treatment', 'auction_house', 'price_basis').chain((trait) =>
    fc.record({
      trait: fc.constant(trait),
      reference: fc.option(
        fc.constantFrom<[typed: string, spelled: string, otherwise?: string]>(...references[trait]),
        { nil: undefined, freq: 2 },
      ),
      gem: fc.constantFrom('Emerald', 'Spinel', 'Spinel', 'Alexandrite', 'Alexandrite', 'Moon rock'),
      // Price bases are compared only among published prices.
      basis:
        trait === 'price_basis'
          ? fc.constant('published')
          : fc.constantFrom('published', 'hammer', 'premium'),
      outliers: fc.constantFrom('keep', 'leave_out'),
      dates: fc.option(fc.tuple(day, fc.integer({ min: 200, max: 6_000 })), { nil: undefined, freq: 2 }),
      heaviest: fc.option(fc.constantFrom(500, 1_000), { nil: undefined, freq: 2 }),
      interval: fc.constantFrom('all', 'all', 'decade', 'year'),
    }),
  ),
  { numRuns: questions, seed: 11 },
);
type Question = (typeof asked)[number];

const seen = {
  models: 0,
  ofPeriods: 0,
  dependent: 0,
  nearlyDependent: 0,
  withoutModel: 0,
  refused: new Map<string, number>(),
};

it('plain least squares over lots from DuckDB compute the same trait effects as the API for random filters', async () => {
  for (const question of asked) {
    const rows = await lotsOf(question);
    if (rows.length <= mostLots) await compare(question, rows);
  }
  const refused = [...seen.refused].map(([reason, n]) => `${n} ${reason}`).join(', ');
  console.log(
    `test:truth: ${comparison.compared} numbers of ${seen.models} regressions over lots of DuckDB compared, ${seen.ofPeriods} of them of periods, ${seen.dependent} with dependent columns, ${seen.nearlyDependent} with nearly dependent ones; ${seen.withoutModel} times too few lots; refused values: ${refused}; ${comparison.mismatches.length} mismatches`,
  );
  expect(comparison.mismatches.slice(0, 20)).toEqual([]);
  expect(seen.models).toBeGreaterThan(100);
  expect(seen.withoutModel).toBeGreaterThan(0);
  for (const reason of ['no_reference', 'no_common_weight', 'no_common_period', 'not_separable'])
    expect(seen.refused.get(reason), reason).toBeGreaterThan(0);
});

/** The common table `lots_with_reason`: the lots of a filter, with the reason why a lot is not in the regression. */
function lotsWithReasonSql({ gem, basis, outliers, dates, heaviest }: Question): string {
  const conditions = [
    ...[
      `gem_type = '${gem}'`,
      "status <> 'listing'",
      "coalesce(object_type, '') NOT IN ('watch', 'box', 'other')",
    ],
    ...(dates ? [`auction_day BETWEEN DATE '${dates[0]}' AND DATE '${until(...dates)}'`] : []),
    ...(heaviest ? [`carat_cents <= ${heaviest}`] : []),
  ];
  return `
    WITH asked AS (SELECT ${columnsOf({ basis: basis as 'published' })} FROM lots WHERE ${conditions.join(' AND ')}),
    single AS (SELECT *, CASE WHEN status <> 'sold' THEN 'unsold' WHEN carat_cents IS NULL THEN 'unweighed'
      WHEN coalesce(ppc_cents, 0) = 0 THEN 'unpriced' WHEN flag = 'MULTI_STONE' THEN 'multi_stone'
      WHEN auction_day IS NULL THEN 'undated'
      ${outliers === 'leave_out' ? "WHEN flag = 'PRICE_OUTLIER' THEN 'price_outliers'" : ''} END AS flaw FROM asked),
    lots_with_reason AS (SELECT *, CASE WHEN flaw IS NULL AND
        count(*) FILTER (WHERE flaw IS NULL) OVER (PARTITION BY year(auction_day)) < ${fewest}
      THEN 'thin_periods' ELSE flaw END AS reason FROM single)`;
}

/** The priced single stones, including years with few lots. */
const lotsOf = (question: Question): Promise<Row[]> =>
  engines.duckdb.ask(`${lotsWithReasonSql(question)}
    SELECT id, carat_cents, carat_band, ppc_cents, origin, treatment, auction_house,
      coalesce(basis, 'unknown') AS price_basis, strftime(auction_day, '%Y-%m-%d') AS day, reason
    FROM lots_with_reason WHERE flaw IS NULL ORDER BY id`);

async function compare(question: Question, rows: Row[]): Promise<void> {
  const { gem, trait, reference, basis, outliers, dates, heaviest, interval } = question;
  const query = {
    ...{
      gem_name: gem,
      detail: 'full',
      trait,
      outliers,
      interval,
      ...(reference && { reference: reference[0] }),
    },
    ...(dates && { date_from: dates[0], date_to: until(...dates) }),
    ...(heaviest && { weight_max: String(heaviest / 100) }),
    ...(basis !== 'published' && { basis }),
  };
  const { body } = await get(engines.api.url, '/api/ext/premia', query);
  const at = `premia ${JSON.stringify(query)}`;
  const [typed, spelled, otherwise = spelled] = reference ?? [];
  const usable = rows.filter(({ reason }) => reason === null);
  const plain = plainPremia(usable, trait, spelled);
  const isKnown = usable.some((row) => row[trait] === spelled);
  const value =
    typed === undefined ? (plain?.reference.value ?? null) : plain && isKnown ? spelled : otherwise;
  const nothing = { reference: { lots: 0 }, pooled: { values: 0, lots: 0 }, unknown_lots: 0 };
  const { reference: expected, pooled, unknown_lots } = plain ?? nothing;
  comparison.check(at, body.data, { reference: { value, lots: expected.lots }, pooled, unknown_lots });
  await compareLeftOut(at, question, body);
  const { model, values } = body.data;
  comparison.check(`${at} n`, model.n, plain?.fit.n ?? 0);
  if (plain) checkNear(`${at} fit`, model.fit, plain.fit, plain.lastDigit);
  else comparison.check(`${at} fit`, model.fit, null);
  compareValues(at, values, plain);
  comparePeriods(at, body.data.periods, question, rows, value ?? undefined);
}

/** The number of lots that the regression excludes, by reason, and the number of generated lots. */
async function compareLeftOut(at: string, question: Question, body: Body): Promise<void> {
  const counted = await engines.duckdb.ask(`${lotsWithReasonSql(question)}
    SELECT reason, count(*) AS lots, count(*) FILTER (WHERE is_synthetic) AS synthetic FROM lots_with_reason GROUP BY reason`);
  const reasons = ['unsold', 'unweighed', 'unpriced', 'multi_stone', 'undated', 'thin_periods'];
  const lotsOf = (reason: string) => Number(counted.find((row) => row.reason === reason)?.lots ?? 0);
  comparison.check(`${at} left_out`, body.data.model.left_out, {
    ...Object.fromEntries(reasons.map((reason) => [reason, lotsOf(reason)])),
    dated_by_year_only: 0,
    price_outliers: question.outliers === 'leave_out' ? lotsOf('price_outliers') : undefined,
  });
  const synthetic = counted.reduce((sum, row) => sum + Number(row.synthetic), 0);
  comparison.check(at, body.meta, { synthetic_lots: synthetic });
}

type Plain = ReturnType<typeof plainPremia>;

function compareValues(at: string, values: Body[], plain: Plain): void {
  if (plain?.dependent) seen.dependent++;
  if (plain && plain.lastDigit > 1e-6) seen.nearlyDependent++;
  if (plain) seen.models++;
  else seen.withoutModel++;
  const { values: expected, lastDigit } = plain ?? { values: [], lastDigit: 0 };
  comparison.check(
    `${at} values`,
    values.map(({ value }) => value).toSorted(),
    expected.map(({ value }) => value).toSorted(),
  );
  const factors = values.map(({ factor }) => factor ?? -1);
  comparison.check(
    `${at} order`,
    factors,
    factors.toSorted((a, b) => b - a),
  );
  for (const { value, ...figures } of expected) {
    const actual = values.find((one) => one.value === value);
    checkNear(`${at} ${value}`, actual, figures, lastDigit);
    if (figures.refused) seen.refused.set(figures.refused, (seen.refused.get(figures.refused) ?? 0) + 1);
  }
}

/** Compares the periods. Each has a regression over its own lots. */
function comparePeriods(
  at: string,
  periods: Body,
  { trait, interval }: Question,
  rows: Row[],
  reference: string | undefined,
): void {
  if (interval === 'all') {
    comparison.check(`${at} periods`, periods, null);
    return;
  }
  const nameOf = (row: Row) => (interval === 'year' ? yearOf(row) : `${yearOf(row).slice(0, 3)}0s`);
  const expected = [...Map.groupBy(rows, nameOf)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  comparison.check(
    `${at} periods`,
    periods,
    expected.map(([name]) => ({ period: name, start_date: `${name.slice(0, 4)}-01-01` })),
  );
  for (const [place, [name, some]] of expected.entries()) {
    const plain = plainPremia(
      some.filter(({ reason }) => reason === null),
      trait,
      reference,
    );
    comparison.check(`${at} ${name}`, periods[place], {
      n: plain?.fit.n ?? 0,
      reference_lots: plain?.reference.lots ?? 0,
    });
    compareValues(`${at} ${name}`, periods[place]?.values ?? [], plain);
    if (plain) seen.ofPeriods++;
  }
}

/** Compares whole numbers exactly, and others with a relative tolerance of `lastDigit`. */
function checkNear(at: string, actual: Body, expected: Record<string, unknown>, lastDigit: number): void {
  for (const [name, figure] of Object.entries(expected)) {
    if (typeof figure === 'object' && figure !== null)
      checkNear(`${at} ${name}`, actual?.[name], figure as Record<string, unknown>, lastDigit);
    else {
      const isExact = typeof figure !== 'number' || Number.isInteger(figure);
      const off = isExact ? 0 : Math.max(1e-6, lastDigit * figure);
      comparison.check(`${at} ${name}`, actual?.[name], figure, off);
    }
  }
}

function dayOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10);
}

function until(from: string, days: number): string {
  return dayOf(Date.parse(from) / 86_400_000 + days);
}

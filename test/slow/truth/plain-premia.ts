import { buildAuction } from '../../support/build-auction.ts';
import { plainDesign } from '../../support/hedonic-records.ts';
import { plainRegression } from '../../support/plain-regression.ts';
import { plainSaleVariance } from '../../support/plain-sale-variance.ts';
import { plainReach } from '../../support/plain-student.ts';
import type { Row } from './other-engine.ts';

/** Values and years with fewer lots are pooled. */
export const fewest = 5;

const traits = ['origin', 'treatment', 'auction_house', 'price_basis'] as const;

export type ComparedTrait = (typeof traits)[number];

/**
 * The effects of a trait in a regression over lots, computed by plain least squares.
 * @param requested the reference as records spell it; by default the value with the most lots
 * @returns undefined if there are not more lots than coefficients
 */
export function plainPremia(rows: Row[], trait: ComparedTrait, requested?: string) {
  const regression = rows.length === 0 ? undefined : regress(rows, trait);
  if (!regression) return undefined;
  const lotsOf = Map.groupBy(rows, (row) => row[trait] as string | null);
  const lotsWith = (value: string | null) => lotsOf.get(value) ?? [];
  const names = [...lotsOf.keys()]
    .filter((name) => name !== null)
    .toSorted((a, b) => lotsWith(b).length - lotsWith(a).length || (a < b ? -1 : 1));
  const reference = requested ?? names[0] ?? null;
  const others = reference === null ? [] : lotsWith(reference);
  const rare = names.filter((name) => lotsWith(name).length < fewest);
  return {
    fit: regression.fit,
    /** Whether columns of the design are linearly dependent. */
    dependent: regression.dependent,
    /**
     * How far a figure may be off, as a share of it: published with six decimals, and sums of doubles lose digits where
     * columns nearly depend on others, as with weights of 0.01, 1.99 and 2.00 carats alone.
     */
    lastDigit: regression.lastDigit,
    reference: { value: reference, lots: others.length },
    pooled: { values: rare.length, lots: rare.reduce((sum, name) => sum + lotsWith(name).length, 0) },
    unknown_lots: lotsWith(null).length,
    values: names
      .filter((name) => name !== reference && !rare.includes(name))
      .map((value) => {
        const some = lotsWith(value);
        const common = { value, lots: some.length, sales: new Set(some.map(saleOf)).size };
        const compared = refusalOf(some, others) ?? regression.compare(value, reference!);
        return typeof compared === 'string'
          ? { ...common, refused: compared, ...noFigures }
          : { ...common, refused: null, ...compared };
      }),
  };
}

const noFigures = {
  ...{ factor: null, low: null, high: null },
  ...{ standard_error: null, error_degrees_of_freedom: null, clustered_error: null },
};

/** The fitted model, and a function that compares two values. */
function regress(rows: Row[], trait: ComparedTrait) {
  const { design, y, columns } = designOf(rows, trait);
  const sales = rows.map(saleOf);
  const plain = plainRegression(design, y, sales);
  const degrees = rows.length - plain.kept.length;
  if (degrees < 1) return undefined;
  const pick = (row: number[]) => plain.kept.map((column) => row[column]!);
  const variance = plainSaleVariance(design.map(pick), y, sales, rows.map(yearOf));
  return {
    dependent: plain.kept.length < columns.length,
    lastDigit: Math.max(1e-6, 3e-10 / plain.leastShare),
    fit: {
      ...{ n: rows.length, degrees_of_freedom: degrees },
      ...{ r_squared: plain.rSquared, residual_standard_error: plain.residualError },
      errors: 'sale_components',
      sales: { n: new Set(sales).size, within_sale_correlation: variance.share },
    },
    compare(value: string, reference: string) {
      const contrast = columns.map(
        (column) => Number(column === `${trait} ${value}`) - Number(column === `${trait} ${reference}`),
      );
      if (!plain.determines(contrast)) return 'not_separable';
      const ln = contrast.reduce((sum, weight, i) => sum + weight * plain.coefficients[i]!, 0);
      const { error, degreesOfFreedom } = variance.errorOf(pick(contrast));
      const reach = plainReach(degreesOfFreedom) * error;
      return {
        ...{ factor: Math.exp(ln), low: Math.exp(ln - reach), high: Math.exp(ln + reach) },
        ...{ standard_error: error, error_degrees_of_freedom: degreesOfFreedom },
        clustered_error: new Set(sales).size < 2 ? null : plain.clusteredErrorOf(contrast),
      };
    },
  };
}

function designOf(rows: Row[], trait: ComparedTrait) {
  const own = poolRare(rows);
  const records = own.map((row) =>
    buildAuction({
      ...{ id: Number(row.id), auction_date: row.day as string, carat: Number(row.carat_cents) / 100 },
      ...{ origin: row.origin as null, treatment: row.treatment as null },
      auction_house: row.auction_house as null,
    }),
  );
  const rowOf = new Map(own.map((row) => [Number(row.id), row]));
  const priceOf = ({ id }: { id: number }) => Number(rowOf.get(id)!.ppc_cents) / 100;
  const period = ({ auction_date }: { auction_date: string | null }) => auction_date!.slice(0, 4);
  const more: Parameters<typeof plainDesign>[3] =
    trait === 'price_basis' ? { price_basis: ({ id }) => rowOf.get(id)!.price_basis as string } : {};
  return plainDesign(records, period, period(records[0]!), more, priceOf);
}

/** Pools the rare values of each trait into one value. */
function poolRare(rows: Row[]): Row[] {
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

/** The reason why two values are not compared, even if the regression has effects for them. */
function refusalOf(some: Row[], others: Row[]): string | undefined {
  if (others.length < fewest) return 'no_reference';
  const overlap = (classOf: (row: Row) => unknown) => {
    const shared = (a: Row[], b: Row[]) => {
      const classes = new Set(b.map(classOf));
      return a.filter((row) => classes.has(classOf(row))).length;
    };
    return shared(some, others) >= fewest && shared(others, some) >= fewest;
  };
  if (!overlap(({ carat_band }) => carat_band)) return 'no_common_weight';
  if (!overlap(yearOf)) return 'no_common_period';
  return undefined;
}

const saleOf = ({ day, auction_house: house }: Row) => `${day} ${house}`;

export const yearOf = ({ day }: Row) => String(day).slice(0, 4);

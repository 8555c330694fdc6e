import { Matrix, solve } from 'ml-matrix';
import {
  compareLots,
  distanceOf,
  type SoldLot,
  type Traits,
  weightOf,
} from '../../api/ext/comparables/compare-lots.ts';
import { regionOf } from '../../api/ext/comparables/find-comparables.ts';
import { gradeOf, grades } from '../../api/ext/comparables/grade.ts';
import {
  type Criteria,
  criteriaLevels,
  firstWith,
  lotsCompared,
  widest,
} from '../../api/ext/comparables/relaxations.ts';
import { minComparables, type SalesSummary } from '../../api/ext/comparables/summarize-sales.ts';
import { createAdjuster, type PriceAdjuster } from '../../api/ext/regression/adjust-prices.ts';
import { kinds, type ModelLots, modelPrices, ofKinds } from '../../api/ext/regression/hedonic-index.ts';
import { stoneReach } from '../../api/ext/regression/quantiles.ts';
import { generateMarket, type MarketLot, marketYears } from './heavy-tailed-market.ts';

/** The estimate for a stone: median and 80% range of the price per carat. */
export interface PricedStone {
  median: number;
  low: number;
  high: number;
}

/** The figure of the service for a stone, and the price per carat at which it sold. */
export type GradedFigure = SalesSummary['prediction'] & {
  grade: ReturnType<typeof gradeOf>['grade'];
  price: number;
};

/** A comparable lot of the stone. */
interface Beside {
  lot: MarketLot;
  traits: Traits;
}

/** The lots that a level of criteria admits. */
interface Level {
  criteria: Criteria;
  lots: Beside[];
}

const msPerYear = 365.25 * 86_400_000;
const yearsOf = remembered((day: string) => Date.parse(day) / msPerYear);
const regionIn = remembered((name: string | null) => (name === null ? null : regionOf({ origin: [name] })));
const saleOf = ({ day, auction_house }: MarketLot) => `${day} ${auction_house}`;

/** The compared methods. */
export const methods = ['regression', 'service'] as const;

/** The accuracy of a method. */
export interface Score {
  n: number;
  /** Mean absolute logarithm of price ÷ median. */
  male: number;
  /** Median absolute percentage error, as a share. */
  mdape: number;
  /** Share of prices within the range. */
  coverage: number;
  /** Geometric mean of high ÷ low. */
  width: number;
}

/**
 * Values stones of some generated markets at the end of each quarter, by all methods; those without a figure by one of
 * them are left out.
 * @param stones `held back`: every fifth lot of the quarter, from all others until then; `later sales`: the lots of
 * the next quarter
 */
export function backtest(
  seeds: readonly number[],
  stones: 'held back' | 'later sales',
  { from = marketYears.first + 5, generate = generateMarket as (seed: number) => MarketLot[] } = {},
): Record<(typeof methods)[number], Score> {
  const figures = seeds.flatMap((seed) => {
    const market = generate(seed);
    const known = stones === 'held back' ? market.filter(({ id }) => id % 5 > 0) : market;
    return quarterEnds(from).flatMap(([start, end, next]) => {
      const valued =
        stones === 'held back'
          ? market.filter(({ id, day }) => id % 5 === 0 && start < day && day <= end)
          : market.filter(({ day }) => end < day && day <= next);
      const figuresOf = methodsAsOf(
        known.filter(({ day }) => day <= end),
        end,
      );
      return valued.flatMap((stone) => {
        const by = figuresOf(stone);
        const found = methods.map((method) => by[method]);
        return found.includes(undefined)
          ? []
          : [{ price: stone.pricePerCarat, found: found as PricedStone[] }];
      });
    });
  });
  const scoreOf = (method: number): Score => {
    const each = figures.map(({ price, found }) => ({ price, ...found[method]! }));
    const mean = (of: (figure: (typeof each)[number]) => number) =>
      each.reduce((sum, figure) => sum + of(figure), 0) / each.length;
    const errors = each.map(({ price, median }) => Math.abs(price / median - 1)).sort((a, b) => a - b);
    return {
      n: each.length,
      male: mean(({ price, median }) => Math.abs(Math.log(price / median))),
      mdape: errors[Math.floor(errors.length / 2)]!,
      coverage: mean(({ price, low, high }) => Number(low <= price && price <= high)),
      width: Math.exp(mean(({ low, high }) => Math.log(high / low))),
    };
  };
  return { regression: scoreOf(0), service: scoreOf(1) };
}

/** Values all lots of a market by the service, each at the end of the quarter before its sale; those without a figure are left out. */
export function gradedFigures(
  market: readonly MarketLot[],
  from = marketYears.first + 5,
  until?: number,
): GradedFigure[] {
  return quarterEnds(from, until).flatMap(([, end, next]) => {
    const stones = market.filter(({ day }) => end < day && day <= next);
    if (stones.length === 0) return [];
    const sold = market.filter(({ day }) => day <= end);
    const adjuster = adjusterOf(sold);
    return stones.flatMap((stone) => {
      const figure = serviceFigure(stone, levelsOf(stone, sold, end), end, adjuster);
      return figure ? [{ ...figure, price: stone.pricePerCarat }] : [];
    });
  });
}

/** The number of figures of each grade, and their mean absolute logarithm of price ÷ median with its standard error. */
export function errorsByGrade(figures: readonly GradedFigure[]) {
  return grades.flatMap((grade) => {
    const errors = figures
      .filter((figure) => figure.grade === grade)
      .map(({ price, median }) => Math.abs(Math.log(price / median)));
    if (errors.length === 0) return [];
    const error = errors.reduce((sum, value) => sum + value, 0) / errors.length;
    const variance = errors.reduce((sum, value) => sum + (value - error) ** 2, 0) / errors.length;
    return [{ grade, n: errors.length, error, standardError: Math.sqrt(variance / errors.length) }];
  });
}

/** The share of figures whose range contains the price. */
export const coverageOf = (figures: readonly GradedFigure[]) =>
  figures.filter(({ price, low, high }) => low <= price && price <= high).length / figures.length;

/** The last days of the previous quarter, of each quarter, and of the next quarter. */
function quarterEnds(
  from: number,
  until = marketYears.first + marketYears.count,
): [before: string, end: string, next: string][] {
  const end = (quarter: number) => new Date(Date.UTC(from, 3 * quarter, 0)).toISOString().slice(0, 10);
  const quarters = 4 * (until - from);
  return Array.from({ length: quarters }, (_, i) => [end(i - 1), end(i), end(i + 1)]);
}

/** The figures of a stone by all methods as of a day, from the sales up to it; undefined where one has none. */
function methodsAsOf(sold: readonly MarketLot[], asOf: string) {
  const adjuster = adjusterOf(sold);
  const regression = regressionOf(sold, asOf);
  return (stone: MarketLot): Record<(typeof methods)[number], PricedStone | undefined> => {
    return {
      regression: regression(stone),
      service: serviceFigure(stone, levelsOf(stone, sold, asOf), asOf, adjuster),
    };
  };
}

/** The method of the service: the nearest 300 lots of the first level with enough lots. */
function serviceFigure(stone: MarketLot, levels: readonly Level[], asOf: string, adjuster: PriceAdjuster) {
  const place = firstWith(
    levels.map(({ lots }) => lots.length),
    minComparables,
  );
  const wide = firstWith(
    levels.map(({ lots }) => lots.length),
    lotsCompared,
  );
  const comparables = new Set(levels[place]!.lots.map(({ lot }) => lot));
  const values = {
    origin: stone.origin,
    auction_house: stone.auction_house,
    ...(stone.treatment !== null && { treatment: stone.treatment }),
  };
  const lots = levels[wide]!.lots.map(
    ({ lot, traits }): SoldLot => ({
      traits,
      values: { origin: lot.origin, treatment: lot.treatment, auction_house: lot.auction_house },
      soldAt: yearsOf(lot.day),
      sale: saleOf(lot),
      pricePerCarat: lot.pricePerCarat,
      isComparable: comparables.has(lot),
    }),
  )
    .map((lot) => ({ lot, weight: weightOf(distanceOf(stone.carat, lot.traits)) }))
    .sort((a, b) => Number(b.lot.isComparable) - Number(a.lot.isComparable) || b.weight - a.weight)
    .slice(0, lotsCompared)
    .map(({ lot }) => lot);
  const comparison = compareLots({ carat: stone.carat, at: yearsOf(asOf), values }, lots, adjuster);
  const { summary, independentSales, modelFactor } = comparison;
  if (!summary) return undefined;
  const { criteria } = levels[place]!;
  const { grade } = gradeOf({
    ...{ independentSales, modelFactor, rangeRatio: summary.prediction.high / summary.prediction.low },
    newestAgeYears: Math.min(
      ...lots.filter(({ isComparable }) => isComparable).map(({ traits }) => traits.ageYears),
    ),
    notMatched: [
      ...(criteria.origin === 'any' ? ['origin'] : []),
      ...(stone.treatment !== null && criteria.treatment === 'any' ? ['treatment'] : []),
    ],
    isRegional: criteria.origin === 'region',
  });
  return { ...summary.prediction, grade };
}

/** Least squares with a linear trend; the range assumes normal errors. */
function regressionOf(sold: readonly MarketLot[], asOf: string): (stone: MarketLot) => PricedStone {
  const levels = kinds.map((kind) => [...new Set(sold.map((lot) => lot[kind]))].slice(1));
  const row = (lot: MarketLot, at: number) => {
    const x = Math.log(lot.carat);
    return [
      1,
      x,
      x * x,
      at - yearsOf(asOf),
      ...kinds.flatMap((kind, i) => levels[i]!.map((value) => Number(lot[kind] === value))),
    ];
  };
  const design = new Matrix(sold.map((lot) => row(lot, yearsOf(lot.day))));
  const y = Matrix.columnVector(sold.map((lot) => Math.log(lot.pricePerCarat)));
  const gram = design.transpose().mmul(design).add(Matrix.eye(design.columns).mul(1e-9));
  const coefficients = solve(gram, design.transpose().mmul(y));
  const errors = Matrix.sub(y, design.mmul(coefficients));
  const variance = errors.dot(errors) / (sold.length - design.columns);
  return (stone) => {
    const at = Matrix.columnVector(row(stone, yearsOf(asOf)));
    const middle = at.dot(coefficients);
    const reach = stoneReach * Math.sqrt(variance * (1 + at.dot(solve(gram, at))));
    return { median: Math.exp(middle), low: Math.exp(middle - reach), high: Math.exp(middle + reach) };
  };
}

function adjusterOf(sold: readonly MarketLot[]): PriceAdjuster {
  const quarterOf = ({ day }: MarketLot) =>
    `${day.slice(0, 4)}-${String(1 + 3 * Math.floor((Number(day.slice(5, 7)) - 1) / 3)).padStart(2, '0')}-01`;
  const codesOf = (texts: readonly (string | null)[]) => {
    const names = [...new Set(texts)].sort();
    const places = new Map(names.map((name, place) => [name, place]));
    return { codes: Int32Array.from(texts, (text) => places.get(text)!), names };
  };
  const period = codesOf(sold.map(quarterOf));
  const lots: ModelLots = {
    x: Float64Array.from(sold, ({ carat }) => Math.log(carat)),
    y: Float64Array.from(sold, ({ pricePerCarat }) => Math.log(pricePerCarat)),
    period: { ...period, names: period.names.map(String) },
    traits: ofKinds((kind) => codesOf(sold.map((lot) => lot[kind]))),
    sale: codesOf(sold.map(saleOf)).codes,
  };
  return createAdjuster(modelPrices(lots, 1), (period) => yearsOf(period) + 1 / 8);
}

function levelsOf(stone: MarketLot, sold: readonly MarketLot[], asOf: string): Level[] {
  const region = regionIn(stone.origin);
  const all = sold.map((lot): Beside => ({ lot, traits: traitsOf(stone, lot, asOf) }));
  const widestOf = { ...widest, origin: 'any', treatment: 'any', lab: 'any' } as const;
  const near = all.filter(({ traits }) => meets(widestOf, stone, traits));
  const isEnough = (criteria: Partial<Criteria>) =>
    near.filter(({ traits }) => meets({ ...widestOf, ...criteria }, stone, traits)).length >= minComparables;
  const hasRegion = region !== null && isEnough({ origin: 'region' });
  const criteria = criteriaLevels({
    hasRegion,
    origin: isEnough({ origin: 'same' }) ? 'same' : hasRegion ? 'region' : 'any',
    treatment: stone.treatment !== null && isEnough({ treatment: 'same' }) ? 'same' : 'any',
    lab: 'any',
  });
  return criteria.map((level) => ({
    criteria: level,
    lots: all.filter(({ traits }) => meets(level, stone, traits)),
  }));
}

function meets({ sizeWindow, years, origin, treatment }: Criteria, stone: MarketLot, of: Traits): boolean {
  return (
    Math.max(of.carat / stone.carat, stone.carat / of.carat) <= 1 + sizeWindow &&
    (years === null || of.ageYears <= years) &&
    (origin === 'any' || of.origin === 'same' || (origin === 'region' && of.origin === 'region')) &&
    (treatment === 'any' || of.treatment === 'same')
  );
}

function traitsOf(stone: MarketLot, lot: MarketLot, asOf: string): Traits {
  const match = (mine: string | null, its: string | null) =>
    mine === its ? 'same' : its === null ? 'unknown' : 'other';
  const isNear = regionIn(stone.origin) !== null && regionIn(stone.origin) === regionIn(lot.origin);
  const ofOrigin = match(stone.origin, lot.origin);
  return {
    carat: lot.carat,
    ageYears: yearsOf(asOf) - yearsOf(lot.day),
    origin: ofOrigin !== 'same' && isNear ? 'region' : ofOrigin,
    treatment: stone.treatment === null ? null : match(stone.treatment, lot.treatment),
    auction_house: match(stone.auction_house, lot.auction_house),
  };
}

/** Caches the results of a function. */
function remembered<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}

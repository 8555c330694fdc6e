import { type SaleTrait, saleTraits } from '../../../mappings/sale-keys.ts';
import { ApiError } from '../../http/errors.ts';
import type { Clause, SearchBody } from '../../search/clauses.ts';
import { compositePages } from '../../search/composite-pages.ts';
import type { SearchContext } from '../../search/search-context.ts';
import { minDegreesOfFreedom } from '../regression/adjust-prices.ts';
import { type HedonicModel, type LotCell, modelMargins, modelPrices } from '../regression/hedonic-index.ts';
import { minLots } from '../regression/pool-categories.ts';
import type { IndexInterval, PriceChoice } from './choice.ts';
import {
  type CellKey,
  type CellOptions,
  cellsPerPage,
  type PriceCells,
  priceCellsBody,
  readPriceCells,
} from './price-cells.ts';
import {
  readSaleParts,
  readSaleTotals,
  type SalePartBucket,
  type SalesOptions,
  type SalesResult,
  type SaleTotalsBucket,
  salePartsBody,
  salesPerPage,
  saleTotalsBody,
} from './sale-parts.ts';

/**
 * Maximum lots whose cells are read by sale with all sums, as clustered errors need them. Above, the model is fitted from
 * margins, whose responses are far smaller.
 */
const cellsUpTo = 20_000;

/** Maximum cells in memory, about 50 MB: only free-text treatments produce this many. */
const maxCells = 200_000;

/** Maximum periods: the cost grows with the third power of their number, and 400 take a fraction of a second. */
const maxPeriods = 400;

/** Maximum quarters of a model for a price level; above, its periods are years. */
const maxQuarters = 160;

/**
 * The price model of the lots of a query, from the sums of its cells or from their margins.
 * @returns undefined where there are no more lots than coefficients
 * @throws ApiError `invalid_parameter` where the lots have too many cells or periods
 */
export async function readPriceModel(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  { choice, traits, cellLots = cellsUpTo }: ModelChoice,
): Promise<HedonicModel | undefined> {
  const cells = traits
    ? await readCells(search, query, interval, { bySale: true, traits, choice })
    : await readByPeriod(search, query, interval, choice);
  if (periodsIn(cells) > maxPeriods) throw tooManyPeriods(interval);
  if (traits) return modelPrices(cells, minLots, traits);
  return readModel(search, query, interval, cells, { cellLots, minPeriodLots: minLots, choice });
}

/**
 * The price model for a price level that is smoothed afterwards: by quarters, or by years where there are too many quarters or
 * too few lots. Every period has an effect, however few its lots.
 */
export async function readLevelModel(
  search: SearchContext,
  query: Clause,
  choice: PriceChoice,
): Promise<{ model: HedonicModel | undefined; yearsOfPeriod: number }> {
  const options = { cellLots: cellsUpTo, minPeriodLots: 1, choice };
  const quarters = await readByPeriod(search, query, 'quarter', choice);
  if (periodsIn(quarters) <= maxQuarters) {
    const model = await readModel(search, query, 'quarter', quarters, options);
    if (model && model.fit.n - model.fit.rank >= minDegreesOfFreedom) return { model, yearsOfPeriod: 1 / 4 };
  }
  const years = await readByPeriod(search, query, 'year', choice);
  if (periodsIn(years) > maxPeriods) throw tooManyPeriods('year');
  return { model: await readModel(search, query, 'year', years, options), yearsOfPeriod: 1 };
}

/** The lots by period, origin and treatment: few cells, which also give the numbers of lots and periods. */
const readByPeriod = (
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  choice: PriceChoice | undefined,
): Promise<LotCell[]> => readCells(search, query, interval, { bySale: false, traits: saleTraits, choice });

const periodsIn = (cells: readonly LotCell[]) => new Set(cells.map(({ period }) => period)).size;

const lotsIn = (cells: readonly LotCell[]) => cells.reduce((lots, { sums }) => lots + sums[0]!, 0);

/** Which model is made of the lots. */
interface ModelChoice {
  choice: PriceChoice;
  /** The traits that distinguish lots, if not those of the index: all cells are then read by sale. */
  traits?: CellOptions['traits'];
  /** Maximum lots whose cells are read by sale. */
  cellLots?: number;
}

interface ModelOptions {
  cellLots: number;
  /** Minimum lots of a period with an effect; lots of others are left out. */
  minPeriodLots: number;
  choice?: PriceChoice;
}

async function readModel(
  search: SearchContext,
  query: Clause,
  interval: IndexInterval,
  cells: readonly LotCell[],
  { cellLots, minPeriodLots, choice }: ModelOptions,
): Promise<HedonicModel | undefined> {
  if (lotsIn(cells) <= cellLots)
    return modelPrices(await readCells(search, query, interval, { bySale: true, choice }), minPeriodLots);
  const readBuckets = <Bucket extends { key: string }>(bodyOf: (options: SalesOptions) => SearchBody) =>
    readPages(salesPerPage, async (after: string | undefined) => {
      const { sales } = await search.aggregate<SalesResult<Bucket>>(bodyOf({ interval, choice, after }));
      const buckets = sales?.buckets ?? [];
      return { buckets, after_key: buckets.at(-1)?.key };
    });
  const readParts = async (trait: SaleTrait) =>
    readSaleParts(await readBuckets<SalePartBucket>((options) => salePartsBody(query, trait, options)));
  const [buckets, origin, treatment] = await Promise.all([
    readBuckets<SaleTotalsBucket>((options) => saleTotalsBody(query, options)),
    readParts('origin'),
    readParts('treatment'),
  ]);
  const sales = readSaleTotals(buckets, interval, choice);
  return modelMargins({ cells, sales, within: { origin, treatment } }, minPeriodLots);
}

const readCells = (search: SearchContext, query: Clause, interval: IndexInterval, options: CellOptions) =>
  readPages(cellsPerPage, async (after: CellKey | undefined) => {
    const body = priceCellsBody(query, interval, { ...options, after });
    const found = await search.aggregate<PriceCells>(body);
    return { buckets: readPriceCells(found, interval, options), after_key: found.cells?.after_key };
  });

/** All rows of some pages; the rows of a page are its buckets. */
async function readPages<Key, Row>(
  size: number,
  read: (after: Key | undefined) => Promise<{ buckets: Row[]; after_key?: Key | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const { buckets } of compositePages(size, read)) {
    for (const row of buckets) rows.push(row);
    if (rows.length > maxCells) throw tooManyCells();
  }
  return rows;
}

function tooManyCells(): ApiError {
  const message = `gem_name: the lots have more than ${maxCells} combinations of period, origin, treatment and house. Narrow the filters.`;
  return new ApiError('invalid_parameter', {
    details: [{ parameter: 'gem_name', code: 'too_broad', message }],
  });
}

function tooManyPeriods(interval: IndexInterval): ApiError {
  const message = `gem_name: the lots are of more than ${maxPeriods} ${interval}s. Narrow the dates, or use longer periods.`;
  return new ApiError('invalid_parameter', {
    details: [{ parameter: 'gem_name', code: 'too_broad', message }],
  });
}

import type { Engine } from '../../engine.ts';
import { ApiError } from '../../errors.ts';
import type { IndexInterval } from '../../params/ext/price-index.ts';
import type { Clause } from '../../query/clauses.ts';
import {
  cellsPerPage,
  type PriceCells,
  priceCellsBody,
  readPriceCells,
} from '../../query/ext/price-cells.ts';
import { pricedLots } from '../../query/ext/priced-lots.ts';
import { type HedonicModel, type LotCell, modelPrices } from '../../regression/hedonic-index.ts';

/**
 * Most lots with robust errors: they take twenty sums a cell, the classical ones eight, and reading them is most of the
 * work where there are many.
 */
const robustUpTo = 100_000;

/** Most cells that are held, in some 50 MB: only treatments in free words make so many. */
const mostCells = 200_000;

/** Most periods: the work grows with the third power of their number, and 400 take part of a second. */
const mostPeriods = 400;

/**
 * The price model of the lots of a query, out of the sums of its cells.
 * @returns undefined where there are no more lots than coefficients
 * @throws ApiError `invalid_parameter` where the lots fall into too many cells or periods
 */
export async function readPriceModel(
  engine: Engine,
  query: Clause,
  interval: IndexInterval,
): Promise<HedonicModel | undefined> {
  const robust = (await engine.count(pricedLots(query, interval))) <= robustUpTo;
  const cells: LotCell[] = [];
  let after: Parameters<typeof priceCellsBody>[2]['after'];
  do {
    const found = await engine.search<unknown, PriceCells>(
      priceCellsBody(query, interval, { robust, after }),
    );
    const page = readPriceCells(found.aggregations ?? {}, { robust });
    for (const cell of page) cells.push(cell);
    if (cells.length > mostCells) throw tooManyCells();
    after = page.length < cellsPerPage ? undefined : found.aggregations!.cells!.after_key;
  } while (after);
  if (new Set(cells.map(({ period }) => period)).size > mostPeriods) throw tooManyPeriods(interval);
  return modelPrices(cells, { robust });
}

function tooManyCells(): ApiError {
  const message = `gem_name has lots of more than ${mostCells} combinations of period, origin, treatment and house; narrow the filter.`;
  return new ApiError('invalid_parameter', { details: [{ parameter: 'gem_name', message }] });
}

function tooManyPeriods(interval: IndexInterval): ApiError {
  const message = `gem_name has lots of more than ${mostPeriods} ${interval}s; narrow the dates, or take longer periods.`;
  return new ApiError('invalid_parameter', { details: [{ parameter: 'gem_name', message }] });
}

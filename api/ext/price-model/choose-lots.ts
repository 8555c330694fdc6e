import { type ModelLots, ofKinds } from '../regression/hedonic-index.ts';
import type { IndexInterval, ModelChoice } from './choice.ts';
import { chosenPerCarat, type SoldLots, textAt } from './load-lots.ts';

/** Some of the loaded lots, and their chosen prices per carat. */
export interface ChosenLots {
  lots: SoldLots;
  /** Their places in the columns. */
  rows: Int32Array;
  /** As `chosenPerCarat` gives it; all are above 0. */
  prices: Float64Array;
}

/** Which of the loaded lots a price model uses. */
export interface LotsWanted extends ModelChoice {
  /** Whether a lot is wanted for other reasons. */
  where?: ((row: number) => boolean) | undefined;
}

/** The lots with a chosen price. */
export function chooseLots(lots: SoldLots, { interval, where, ...choice }: LotsWanted): ChosenLots {
  const priceOf = chosenPerCarat(choice);
  const year = lots.auction_date_precision.names.indexOf('year');
  const precision = lots.auction_date_precision.codes;
  const rows = new Int32Array(lots.n);
  const prices = new Float64Array(lots.n);
  let n = 0;
  for (let row = 0; row < lots.n; row++) {
    if (interval === 'quarter' && precision[row] === year) continue;
    if (where && !where(row)) continue;
    const price = priceOf(lots, row);
    if (!(price > 0)) continue;
    rows[n] = row;
    prices[n++] = price;
  }
  return { lots, rows: rows.slice(0, n), prices: prices.slice(0, n) };
}

/** The period of a lot: a number in the order of time. */
export const periodOf =
  ({ quarter }: SoldLots, interval: IndexInterval) =>
  (row: number): number =>
    interval === 'year' ? quarter[row]! >> 2 : quarter[row]!;

/** The first day of a period. */
export function startOfPeriod(interval: IndexInterval, period: number): string {
  const [year, quarter] = interval === 'year' ? [period, 0] : [period >> 2, period & 3];
  return `${String(year).padStart(4, '0')}-${String(1 + 3 * quarter).padStart(2, '0')}-01`;
}

/** The chosen lots as a price model takes them. Lots of one house and day are of one sale. */
export function modelLots({ lots, rows, prices }: ChosenLots, interval: IndexInterval): ModelLots {
  const inPeriod = periodOf(lots, interval);
  const periods = [...new Set(rows.values().map(inPeriod))].sort((a, b) => a - b);
  const placeOf = new Map(periods.map((period, place) => [period, place]));
  return {
    x: prices.map((_, i) => Math.log(lots.carat[rows[i]!]!)),
    y: prices.map((price) => Math.log(price)),
    period: {
      codes: rows.map((row) => placeOf.get(inPeriod(row))!),
      names: periods.map((period) => startOfPeriod(interval, period)),
    },
    traits: ofKinds((kind) => {
      const { codes, names } = lots[kind];
      return { codes: rows.map((row) => codes[row]!), names };
    }),
    sale: rows.map(saleIn(lots)),
  };
}

/** The number of the sale of a lot: its day and house. */
function saleIn({ day, auction_house: { codes } }: SoldLots): (row: number) => number {
  const places = new Map<number, number>();
  return (row) => {
    const key = day[row]! * 1e6 + codes[row]!;
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  };
}

/** The traits of a lot that a price model knows. */
export const traitsOf = (lots: SoldLots, row: number) => ofKinds((kind) => textAt(lots[kind], row));

/** The prices of the chosen lots by a group of each lot; those of a group in ascending order. */
export function pricesBy<Group>(
  { rows, prices }: ChosenLots,
  groupOf: (row: number) => Group,
): Map<Group, number[]> {
  const groups = new Map<Group, number[]>();
  for (const [i, row] of rows.entries()) {
    const group = groupOf(row);
    const known = groups.get(group);
    if (known) known.push(prices[i]!);
    else groups.set(group, [prices[i]!]);
  }
  for (const some of groups.values()) some.sort((a, b) => a - b);
  return groups;
}

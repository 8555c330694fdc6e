/** The largest share of the lots that charts over time leave to their tables. */
export const mostCut = 0.05;

/**
 * The position at which charts over time start, and the number of lots before it: after the last year without lots, or
 * longer such time, before which at most 5% of the lots were offered. So a few early lots do not stretch the axis.
 * @param periods by time, named as in the API: 2019, 2019-Q3, 2019-07; periods without lots may be absent
 */
export function continuousFrom(periods: readonly { period: string; lots: number }[]) {
  const most = mostCut * periods.reduce((sum, { lots }) => sum + lots, 0);
  let start = { from: 0, lots: 0 };
  let before = 0;
  let last: number | undefined;
  for (const [from, { period, lots }] of periods.entries()) {
    if (lots === 0) continue;
    const { place, perYear } = placeOf(period);
    if (before > most) break;
    if (last !== undefined && place - last > perYear) start = { from, lots: before };
    last = place;
    before += lots;
  }
  return start;
}

/** The position of a period among all periods of its length. */
function placeOf(period: string) {
  const [year, part] = period.split('-');
  const perYear = part === undefined ? 1 : part.startsWith('Q') ? 4 : 12;
  return { place: Number(year) * perYear + Number(part?.replace('Q', '') ?? 0), perYear };
}

/** The position of the first period that was not over on a day; the number of periods if all were over. */
export function firstUnfinished(periods: readonly string[], day: string): number {
  const place = periods.findIndex((period) => period >= periodOf(day, period));
  return place === -1 ? periods.length : place;
}

/** The year, quarter or month of a day, whichever `like` is. */
function periodOf(day: string, like: string): string {
  const year = day.slice(0, 4);
  if (like.length === year.length) return year;
  const month = Number(day.slice(5, 7));
  return like.includes('Q') ? `${year}-Q${Math.ceil(month / 3)}` : day.slice(0, 7);
}

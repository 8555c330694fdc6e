import { periodName } from '../page/format.ts';

/**
 * Returns the labeled positions and their labels. A position may be between two periods.
 * @param width of the drawing in pixels
 */
export type Ticks = (width: number) => { every: number[]; label: (place: number) => string };

/** Width of a label. */
const labelWidth = 64;

/**
 * The labeled periods and their labels: all where there is room, otherwise the years that fit.
 * @param periods names as in the API: 2019, 2019-Q3, 2019-07
 */
export function periodTicks(periods: readonly string[], width: number) {
  const most = Math.max(2, Math.floor(width / labelWidth));
  const places = periods.map((_, place) => place);
  const years = places.filter((place) => /^\d{4}(-Q1|-01)?$/.test(periods[place]!));
  const isDense = places.length > most && years.length > 1;
  const candidates = isDense ? years : places;
  const step = niceStep(Math.ceil(candidates.length / most));
  // Round years where periods are years: 2010, 2015, 2020.
  const year = (place: number) => Number(periods[place]!.slice(0, 4));
  const isYearly = candidates.every((place) => years.includes(place));
  return {
    every: candidates.filter((place, index) => (isYearly ? year(place) : index) % step === 0),
    label: (place: number) =>
      (isDense ? periods[place]?.slice(0, 4) : periodName(periods[place] ?? '')) ?? '',
  };
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

const niceStep = (least: number) => [1, 2, 5, 10, 20, 25, 50, 100].find((step) => step >= least) ?? least;

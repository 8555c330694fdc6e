import { periodName } from '../page/format.ts';

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
    label: (place: number) => (isDense ? periods[place]!.slice(0, 4) : periodName(periods[place]!)),
  };
}

const niceStep = (least: number) => [1, 2, 5, 10, 20, 25, 50, 100].find((step) => step >= least) ?? least;

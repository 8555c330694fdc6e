/** The criteria that a lot must meet to be compared with the stone. */
export interface Criteria {
  /** Maximum ratio of the weights, minus 1. */
  sizeWindow: number;
  /** Maximum years before the day to which prices are adjusted; null for any. */
  years: number | null;
  origin: 'same' | 'region' | 'any';
  treatment: 'same' | 'any';
}

/** The known traits of the stone, other than its weight. */
interface Described {
  origin: boolean;
  /** Whether the vocabulary knows the region of its origin. */
  region: boolean;
  treatment: boolean;
}

/** Maximum lots of a comparison: the comparables, and others that show how far such figures miss. */
export const lotsCompared = 300;

/** The relaxations in order: first traits for which the price can be adjusted, then the others. */
const order: Partial<Criteria>[] = [
  { sizeWindow: 0.2 },
  { sizeWindow: 0.4 },
  { years: 10 },
  { years: null },
  { origin: 'region' },
  { treatment: 'any' },
  { origin: 'any' },
];

/** The criteria of each level, each wider than the one before; steps without effect are omitted. */
export function criteriaLevels({ origin, region, treatment }: Described): Criteria[] {
  const strict: Criteria = {
    sizeWindow: 0.1,
    years: 5,
    origin: origin ? 'same' : 'any',
    treatment: treatment ? 'same' : 'any',
  };
  const levels = [strict];
  for (const step of order) {
    if (step.origin && !origin) continue;
    if (step.origin === 'region' && !region) continue;
    if (step.treatment && !treatment) continue;
    levels.push({ ...levels.at(-1)!, ...step });
  }
  return levels;
}

/** The index of the first level with at least so many lots, or of the last level. */
export function firstWith(lots: readonly number[], atLeast: number): number {
  const place = lots.findIndex((n) => n >= atLeast);
  return place === -1 ? lots.length - 1 : place;
}

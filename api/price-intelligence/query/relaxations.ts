/** What a lot must have in common with the stone to be compared with it. */
export interface Criteria {
  /** Greatest ratio of the weights, less 1. */
  sizeWindow: number;
  /** Most years before the day that prices are brought to; null for any. */
  years: number | null;
  origin: 'same' | 'region' | 'any';
  treatment: 'same' | 'any';
}

/** What of the stone is known beside its weight. */
export interface Described {
  origin: boolean;
  /** Whether its origin lies in a region that the vocabulary knows. */
  region: boolean;
  treatment: boolean;
}

/** Lots that are enough, where those of other origins or treatments, which count half or less, are not among them. */
export const enoughLots = 20;

/** Lots that are enough where they are. */
export const enoughUnlikeLots = 40;

/** The criteria, one after the other made wider: first what the price can be adjusted for, then what it cannot. */
const order: Partial<Criteria>[] = [
  { sizeWindow: 0.2 },
  { sizeWindow: 0.4 },
  { years: 10 },
  { years: null },
  { origin: 'region' },
  { treatment: 'any' },
  { origin: 'any' },
];

/** The criteria of each level, each a little wider than the one before; without steps that would change nothing. */
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

/** The place of the first level that has lots enough, or of the last. */
export function firstEnough(levels: readonly Criteria[], lots: readonly number[]): number {
  const [{ origin, treatment }] = levels as [Criteria];
  const place = levels.findIndex((level, i) => {
    const isAlike = level.origin === origin && level.treatment === treatment;
    return lots[i]! >= (isAlike ? enoughLots : enoughUnlikeLots);
  });
  return place === -1 ? levels.length - 1 : place;
}

/** The criteria that a lot must meet to be compared with the stone. */
export interface Criteria {
  /** Maximum ratio of the weights, minus 1. */
  sizeWindow: number;
  /** Maximum years before the day to which prices are adjusted; null for any. */
  years: number | null;
  origin: 'same' | 'region' | 'any';
  treatment: 'same' | 'any';
  lab: 'same' | 'any';
}

/** The strictest criterion of each described trait that enough lots can meet. */
export type StrictestTraits = Pick<Criteria, 'origin' | 'treatment' | 'lab'> & {
  /** Whether the vocabulary knows the region of the described origin. */
  hasRegion: boolean;
};

/** Maximum lots of a comparison: the comparables, and others that show how far such figures miss. */
export const lotsCompared = 300;

/** The strictest window of sizes and years. */
const strictest = { sizeWindow: 0.1, years: 5 } as const;

/** The widest window of sizes and years, to which the criteria of the other traits are not relaxed before. */
export const widest = { sizeWindow: 0.4, years: null } as const;

/** The relaxations in order: first traits for which the price can be adjusted, then the others. */
const order: Partial<Criteria>[] = [
  { sizeWindow: 0.2 },
  { sizeWindow: widest.sizeWindow },
  { years: 10 },
  { years: widest.years },
  { lab: 'any' },
  { origin: 'region' },
  { treatment: 'any' },
  { origin: 'any' },
];

/** The criteria of each level, each wider than the one before; steps without effect are omitted. */
export function criteriaLevels({ hasRegion, ...traits }: StrictestTraits): Criteria[] {
  const levels: Criteria[] = [{ ...strictest, ...traits }];
  for (const step of order) {
    const last = levels.at(-1)!;
    if (step.origin && (last.origin === 'any' || step.origin === last.origin)) continue;
    if (step.origin === 'region' && !hasRegion) continue;
    if (step.treatment && last.treatment === 'any') continue;
    if (step.lab && last.lab === 'any') continue;
    levels.push({ ...last, ...step });
  }
  return levels;
}

/** The index of the first level with at least so many lots, or of the last level. */
export function firstWith(lots: readonly number[], atLeast: number): number {
  const place = lots.findIndex((n) => n >= atLeast);
  return place === -1 ? lots.length - 1 : place;
}

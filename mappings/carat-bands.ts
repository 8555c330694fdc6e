/** A size class of stones: from `from` carats (inclusive) up to `below` carats (exclusive). */
export interface CaratBand {
  name: string;
  from: number;
  below: number;
}

/** Every size class, smallest first; together they cover every weight above 0 exactly once. */
export const caratBands = [
  { name: '0-1', from: 0, below: 1 },
  { name: '1-2', from: 1, below: 2 },
  { name: '2-3', from: 2, below: 3 },
  { name: '3-5', from: 3, below: 5 },
  { name: '5-10', from: 5, below: 10 },
  { name: '10-20', from: 10, below: 20 },
  { name: '20-', from: 20, below: Number.POSITIVE_INFINITY },
] as const satisfies readonly CaratBand[];

/** The names in indices before version 4 of the mapping, where they differ. */
const formerNames: Record<string, string> = { '0-1': '<1', '20-': '20+' };
const renamedSince = 4;

/**
 * The name of the size class that a stone of `carat` carats belongs to.
 * @param version the mapping version of the index that it is for
 */
export function caratBandOf(carat: number, version = renamedSince): string {
  const { name } = caratBands.find((band) => carat < band.below)!;
  return version < renamedSince ? (formerNames[name] ?? name) : name;
}

const publishedNames = new Map(Object.entries(formerNames).map(([name, former]) => [former, name]));

/** The published name of a size class, from the one that an index of any version holds. */
export const publishedBand = (stored: string): string => publishedNames.get(stored) ?? stored;

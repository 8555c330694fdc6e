/** A size class of stones: from `from` carats (inclusive) up to `below` carats (exclusive). */
interface CaratBand {
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

/** The version of the mapping since which the classes have these names, and those before, where they differ. */
export const bandsRenamedSince = 4;
export const formerBandNames: Record<string, string> = { '0-1': '<1', '20-': '20+' };

const publishedNames = new Map(Object.entries(formerBandNames).map(([name, former]) => [former, name]));

/** The published name of a size class, from the one that an index of any version holds. */
export const publishedBand = (stored: string): string => publishedNames.get(stored) ?? stored;

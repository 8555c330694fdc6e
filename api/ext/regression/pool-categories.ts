/** Minimum lots of a category or a period with its own coefficient. */
export const minLots = 5;

/** Maximum categories of one kind with their own coefficients. */
const maxCategories = 50;

/** A category of the regression: a value, the missing value, or the pool of rare values. */
interface Category {
  /** Null where the value is unknown, and for the pool. */
  name: string | null;
  isPool: boolean;
  lots: number;
}

/** The categories of the values of one kind. */
export interface Pooling {
  /** Sorted by lots, descending; the first is the reference. */
  categories: Category[];
  /** The index of the category of a value. */
  placeOf(value: string | null): number;
  /** The values in the pool, by lots, descending. */
  pooled: { name: string | null; lots: number }[];
}

/**
 * Gives each value with enough lots a category and puts all others into one pool. The missing value is a value like any
 * other.
 */
export function poolCategories(lotsOf: ReadonlyMap<string | null, number>): Pooling {
  const values = [...lotsOf].map(([name, lots]) => ({ name, lots })).sort(byLotsDescending);
  const own = values.filter(({ lots }, place) => lots >= minLots && place < maxCategories);
  const pooled = values.slice(own.length);
  const categories: Category[] = own.map((value) => ({ ...value, isPool: false }));
  const pool = { name: null, isPool: true, lots: pooled.reduce((sum, { lots }) => sum + lots, 0) };
  if (pooled.length > 0) categories.push(pool);
  categories.sort(byLotsDescending);
  const poolPlace = categories.indexOf(pool);
  const places = new Map(
    categories.flatMap(({ name, isPool }, place) => (isPool ? [] : [[name, place] as const])),
  );
  return { categories, pooled, placeOf: (value) => places.get(value) ?? poolPlace };
}

type Counted = { name: string | null; lots: number };

/** Equally frequent ones by name, so that the result is deterministic. */
function byLotsDescending(a: Counted, b: Counted): number {
  const [one, other] = [a.name ?? '', b.name ?? ''];
  return b.lots - a.lots || (one < other ? -1 : one > other ? 1 : 0);
}

/** Fewest lots that a category or a period needs to be told apart. */
export const minLots = 5;

/** Most categories of one kind that are told apart. */
export const maxCategories = 50;

/** A category of the regression: a value, no value, or all the values that are too rare for themselves. */
export interface Category {
  /** Null where the value is not known, and of the pool. */
  name: string | null;
  isPool: boolean;
  lots: number;
}

/** How the values of one kind fall into categories. */
export interface Pooling {
  /** Most lots first, so that the first is the one that others are compared with. */
  categories: Category[];
  /** The place of a value among the categories. */
  placeOf(value: string | null): number;
  /** The values in the pool, most lots first. */
  pooled: { name: string | null; lots: number }[];
}

/**
 * Leaves values with enough lots for themselves and puts all others into one pool. What is not known is a value like any
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

/** Equally frequent ones by name, so that the same data are always told in the same way. */
function byLotsDescending(a: Counted, b: Counted): number {
  const [one, other] = [a.name ?? '', b.name ?? ''];
  return b.lots - a.lots || (one < other ? -1 : one > other ? 1 : 0);
}

import type { PageState } from '../state/page-state.ts';

/** The price choices that each path accepts. A path refuses unknown parameters. */
const taken = {
  trends: ['basis', 'dollars'],
  market: ['basis', 'dollars'],
  records: ['basis', 'dollars'],
  estimates: ['basis'],
  'price-index': ['basis', 'dollars'],
  'size-curve': ['basis', 'dollars'],
  comparables: ['basis', 'dollars'],
  premia: ['basis'],
} as const satisfies Record<string, readonly Choice[]>;

type Choice = 'basis' | 'dollars';

/** A path with figures of prices. */
export type PricedPath = keyof typeof taken;

/** Whether a path takes a choice. */
export const takes = (path: PricedPath, choice: Choice): boolean =>
  (taken[path] as readonly Choice[]).includes(choice);

/** The choices of price for a path, as its parameters. */
export function priceParams(
  path: PricedPath,
  { basis, dollars }: PageState,
): (readonly [name: string, value: string | undefined])[] {
  // Estimates need a single basis, and published prices mix two.
  const isSent = takes(path, 'basis') && !(path === 'estimates' && basis === 'published');
  return [
    ['basis', isSent ? basis : undefined],
    ['dollars', takes(path, 'dollars') ? dollars : undefined],
  ];
}

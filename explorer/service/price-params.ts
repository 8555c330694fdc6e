import type { PageState } from '../state/page-state.ts';

/** The price choices that each path accepts. A path refuses unknown parameters. */
const taken = {
  trends: ['basis', 'dollars', 'month'],
  market: ['basis', 'dollars', 'month'],
  rankings: ['basis'],
  records: ['basis', 'dollars', 'month'],
  estimates: ['basis'],
  // Its parameter `base` is the base period of the index.
  'price-index': ['basis', 'dollars'],
  'size-curve': ['basis', 'dollars', 'month'],
  comparables: ['basis', 'dollars', 'month'],
  premia: ['basis'],
} as const satisfies Record<string, readonly Choice[]>;

type Choice = 'basis' | 'dollars' | 'month';

/** A path with figures of prices. */
export type PricedPath = keyof typeof taken;

/** Whether a path takes a choice. */
export const takes = (path: PricedPath, choice: Choice): boolean =>
  (taken[path] as readonly Choice[]).includes(choice);

/** The choices of price for a path, as its parameters. */
export function priceParams(
  path: PricedPath,
  { basis, dollars, month }: PageState,
): (readonly [name: string, value: string | undefined])[] {
  const isReal = dollars === 'real';
  // Estimates need a single basis, and published prices mix two.
  const isSent = takes(path, 'basis') && !(path === 'estimates' && basis === 'published');
  return [
    ['basis', isSent ? basis : undefined],
    ['dollars', takes(path, 'dollars') ? dollars : undefined],
    ['base', takes(path, 'month') && isReal ? month : undefined],
  ];
}

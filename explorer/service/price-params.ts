import type { PageState } from '../state/page-state.ts';

/** Which choices of price each path takes; a path refuses what it does not know. */
const taken = {
  trends: ['basis', 'dollars', 'month'],
  market: ['basis', 'dollars', 'month'],
  rankings: ['basis'],
  records: ['basis', 'dollars', 'month'],
  estimates: ['basis'],
  // Its base is a period of its own.
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
  // Estimates are of one basis always: the published price mixes both.
  const isSent = takes(path, 'basis') && !(path === 'estimates' && basis === 'published');
  return [
    ['basis', isSent ? basis : undefined],
    ['dollars', takes(path, 'dollars') ? dollars : undefined],
    ['base', takes(path, 'month') && isReal ? month : undefined],
  ];
}

import type { IndexPeriod } from '../service/answers.ts';

/** The change of a price index from its base to its last complete year. */
export type Finding =
  | { kind: 'unknown' }
  | { kind: 'unclear' | 'tripled' | 'doubled'; period: IndexPeriod }
  | { kind: 'rose' | 'fell'; period: IndexPeriod; share: number };

/** Minimum priced lots in the last year and in the base. */
const minLots = 10;

/**
 * The finding that an index supports. The rule: the last complete year is compared with the base, both with at least 10
 * lots. A change is claimed only if its 95% interval excludes the base (100). It is called "doubled" or "tripled" only if
 * the interval includes that factor and starts above half the way to it (150, 250). Other changes are given in percent.
 * @param thisYear the current year, which is excluded because it is incomplete
 */
export function findingOf(periods: readonly IndexPeriod[], base: string | null, thisYear: number): Finding {
  const known = periods.filter(({ index, low, high }) => index !== null && low !== null && high !== null);
  const period = known.filter((one) => Number(one.period.slice(0, 4)) < thisYear && one.n >= minLots).at(-1);
  const first = periods.find((one) => one.period === base);
  if (!period || !first || first.n < minLots || period.period === base) return { kind: 'unknown' };
  const [index, low, high] = [period.index!, period.low!, period.high!];
  if (low <= 100 && high >= 100) return { kind: 'unclear', period };
  if (low >= 250 && high >= 300 && index < 350) return { kind: 'tripled', period };
  if (low >= 150 && low <= 200 && high >= 200) return { kind: 'doubled', period };
  const share = index / 100 - 1;
  return share > 0 ? { kind: 'rose', period, share } : { kind: 'fell', period, share: -share };
}

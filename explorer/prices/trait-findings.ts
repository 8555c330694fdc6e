import { decimal, shortTimes } from '../page/format.ts';
import type { Premia, PremiaPeriod } from '../service/answers.ts';
import { clearest } from './effect-findings.ts';
import { traitsText as words } from './traits-text.ts';

/** The name of a value as the page shows it. */
export const nameOf = (trait: string, value: string): string =>
  trait === 'price_basis' ? (words.bases[value] ?? value) : value;

const logOf = (value: number | null) => value && Math.log(value);

/** A headline about the value that differs most from the reference; undefined if no difference is clear. */
export function traitFinding({ reference, values, trait }: Premia): string | undefined {
  const found = clearest(
    values.map((one) => ({ one, effect: logOf(one.factor), low: logOf(one.low), high: logOf(one.high) })),
  );
  if (!found || reference.value === null) return undefined;
  const { value, factor, low, high } = found.one;
  return words.finding(
    nameOf(trait, value),
    shortTimes(factor),
    decimal(low),
    decimal(high),
    nameOf(trait, reference.value),
  );
}

/**
 * A headline about the value whose factor changed most from its first to its last decade. A change is claimed only if the
 * two intervals do not overlap. Undefined if no value has two decades.
 */
export function decadeFinding(
  { reference, trait }: Premia,
  periods: readonly PremiaPeriod[],
): string | undefined {
  const known = periods.flatMap(({ period, values }) =>
    values.flatMap(({ value, factor, low, high }) =>
      factor === null || low === null || high === null ? [] : { period, value, factor, low, high },
    ),
  );
  const pairs = [...Map.groupBy(known, ({ value }) => value).values()]
    .filter((decades) => decades.length > 1)
    .map((decades) => [decades[0]!, decades.at(-1)!] as const);
  if (pairs.length === 0 || reference.value === null) return undefined;
  const apart = pairs.filter(([first, last]) => last.low > first.high || last.high < first.low);
  const size = ([first, last]: (typeof pairs)[number]) => Math.abs(Math.log(last.factor / first.factor));
  const change = apart.toSorted((a, b) => size(b) - size(a))[0];
  if (!change) return words.decades.unclear(nameOf(trait, reference.value));
  const [first, last] = change;
  return words.decades.moved(
    last.factor > first.factor,
    nameOf(trait, first.value),
    [shortTimes(first.factor), first.period],
    [shortTimes(last.factor), last.period],
    nameOf(trait, reference.value),
  );
}

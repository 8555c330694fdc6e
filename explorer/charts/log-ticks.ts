/** Digits of the ticks on a logarithmic scale, from coarse to fine. */
const digitSets = [
  [1],
  [1, 3],
  [1, 2, 5],
  [1, 1.5, 2, 3, 5, 7],
  [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 8],
];

/** Round values between two ends: the finest set of digits with at most `most` ticks. */
export function logTicks(least: number, greatest: number, most: number): number[] {
  const sets = digitSets.map((digits) => ticksOf(digits, least, greatest));
  const fitting = sets.filter((ticks) => ticks.length <= most);
  // Readers know 1, 2, 5. Finer digits are used only if 1, 2, 5 gives fewer than three ticks.
  const usual = fitting.find((ticks, place) => place >= 2 && ticks.length >= 3);
  return usual ?? fitting.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Round values from 0 to an end, at most `most` above 0. */
export function linearTicks(greatest: number, most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(greatest / most));
  const step = [1, 2, 2.5, 5, 10].map((digit) => digit * power).find((one) => one * most >= greatest)!;
  return Array.from({ length: Math.floor(greatest / step) + 1 }, (_, place) => place * step);
}

/** The values of these digits in each power of ten between two ends. */
function ticksOf(digits: readonly number[], least: number, greatest: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(least)); 10 ** power <= greatest; power++) {
    for (const digit of digits) {
      const value = Number((digit * 10 ** power).toPrecision(6));
      if (value >= least * (1 - 1e-9) && value <= greatest * (1 + 1e-9)) ticks.push(value);
    }
  }
  return ticks;
}

/** An estimate with its interval, and the quartiles of what it summarizes. */
interface Drawn {
  value: number | null;
  low?: number | null;
  high?: number | null;
  box?: readonly (number | null)[];
}

/**
 * The range of a drawing: its values, their quartiles and a level, and the intervals up to a limit beyond them. Longer
 * intervals are cut off.
 * @param level such as that of no effect
 * @param limitsOf the limits for a range of values
 */
export function drawnRange(
  rows: readonly Drawn[],
  level: number | undefined,
  limitsOf: (least: number, greatest: number) => readonly [number, number],
): readonly [least: number, greatest: number] {
  const known = (values: readonly (number | null | undefined)[]) => values.filter((value) => value != null);
  const values = known([level, ...rows.flatMap(({ value, box = [] }) => [value, ...box])]);
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  const [lowest, highest] = limitsOf(least, greatest);
  const low = Math.min(least, ...known(rows.map((row) => row.low)));
  const high = Math.max(greatest, ...known(rows.map((row) => row.high)));
  return [Math.max(low, lowest), Math.min(high, highest)];
}

/** The range of a logarithmic scale: the values with a small margin on both sides. */
export function logRange(least: number, greatest: number): [number, number] {
  const [low, high] = [Math.max(least, 1e-6), Math.max(greatest, 1e-6)];
  const room = Math.max((high / low) ** 0.06, 1.08);
  return [low / room, high * room];
}

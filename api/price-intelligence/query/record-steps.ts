/** The greatest value of a period. */
export interface Maximum {
  /** The year, or the day from which the value counts: YYYY or YYYY-MM-DD. */
  time: string;
  value: number;
}

/** A value that exceeded all earlier ones. */
export interface RecordStep {
  /** The day from which it counts. */
  day: string;
  value: number;
}

/** A year in which a record was set, and the record at its beginning; undefined before the first. */
export interface RaisingYear {
  year: string;
  standing: number | undefined;
}

/** The years whose greatest value is above those of all earlier ones, oldest first. */
export function raisingYears(years: readonly Maximum[]): RaisingYear[] {
  const raising: RaisingYear[] = [];
  let standing: number | undefined;
  for (const { time, value } of [...years].sort(byTime)) {
    if (standing !== undefined && value <= standing) continue;
    raising.push({ year: time, standing });
    standing = value;
  }
  return raising;
}

/** Each value strictly above those of all earlier days; only the greatest of a day counts. */
export function recordSteps(days: readonly Maximum[]): RecordStep[] {
  const steps: RecordStep[] = [];
  for (const { time, value } of [...days].sort((a, b) => byTime(a, b) || b.value - a.value)) {
    const last = steps.at(-1);
    if (last === undefined || value > last.value) steps.push({ day: time, value });
  }
  return steps;
}

/** The last day of the month of a day. */
export function lastDayOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

const byTime = (a: Maximum, b: Maximum) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0);

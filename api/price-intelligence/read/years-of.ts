const msPerYear = 365.25 * 86_400_000;

/** A day in years since 1970. */
export const yearsOf = (day: string) => Date.parse(day) / msPerYear;

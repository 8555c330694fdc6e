/** The position of the first period that was not over on a day; the number of periods if all were over. */
export function firstUnfinished(periods: readonly string[], day: string): number {
  const place = periods.findIndex((period) => period >= periodOf(day, period));
  return place === -1 ? periods.length : place;
}

/** The year, quarter or month of a day, whichever `like` is. */
function periodOf(day: string, like: string): string {
  const year = day.slice(0, 4);
  if (like.length === year.length) return year;
  const month = Number(day.slice(5, 7));
  return like.includes('Q') ? `${year}-Q${Math.ceil(month / 3)}` : day.slice(0, 7);
}

/** An invented sale, on a day of the real sale seasons, with the lots it is likely to offer. */
export type Sale = {
  readonly house: string;
  readonly location: string;
  readonly name: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly year: number;
  /** How many of all lots it offers, relative to the other sales. */
  readonly size: number;
  /** Factor on the weight of its stones: the great salerooms get the larger ones. */
  readonly stature: number;
};

type Season = {
  readonly house: string;
  readonly location: string;
  readonly months: readonly number[];
  /** The weekday (0 is Sunday) and which one of the month: the second Wednesday is [3, 2]. */
  readonly day: readonly [weekday: number, nth: number];
  readonly size: number;
  readonly stature: number;
  readonly years?: readonly [first: number, last: number];
};

/** Sales that come back each year. The names of the houses say that they are invented. */
const seasons: readonly Season[] = [
  season('North', 'Geneva', [5, 11], [3, 2], 3, 1.5),
  season('South', 'Geneva', [5, 11], [2, 2], 3, 1.5),
  season('North', 'Hong Kong', [5, 11], [2, 4], 3, 1.4),
  season('South', 'Hong Kong', [4, 10], [2, 1], 3, 1.4),
  season('North', 'New York', [4, 12], [3, 2], 3, 1.4),
  season('North', 'New York', [2, 10], [3, 3], 2, 0.9),
  season('South', 'New York', [4, 12], [2, 2], 3, 1.4),
  season('South', 'New York', [2, 9], [4, 2], 2, 0.9),
  season('North', 'London', [6, 11], [3, 4], 2, 1.0),
  season('South', 'London', [7, 12], [2, 2], 2, 0.9),
  season('North', 'Paris', [6, 12], [2, 1], 1, 0.9),
  season('East', 'London', [4, 9, 12], [4, 1], 2, 0.9),
  season('East', 'New York', [3, 6], [2, 3], 1, 0.9),
  season('East', 'Hong Kong', [5, 11], [0, 4], 1, 1.0),
  season('West', 'New York', [6, 12], [2, 2], 1, 0.9, [2016, 2026]),
  season('West', 'Hong Kong', [5, 11], [0, 4], 1, 1.0, [2016, 2026]),
  season('River', 'Hong Kong', [4, 10], [1, 1], 1, 1.1, [2012, 2026]),
  season('Harbor', 'Hong Kong', [6, 12], [0, 1], 1, 1.1, [2010, 2026]),
  season('Mountain', 'Hong Kong', [4, 10], [3, 1], 0.6, 1.0, [2013, 2026]),
  season('Prairie', 'Dallas', [5, 9, 12], [1, 1], 1.2, 0.8),
  season('Park', 'New York', [4, 10], [3, 3], 0.8, 0.8),
  season('Bay', 'Boston', [6, 12], [2, 1], 0.6, 0.7, [2005, 2022]),
  season('Bridge', 'Philadelphia', [5, 11], [3, 2], 0.5, 0.7),
  season('Forest', 'Vienna', [5, 11], [4, 3], 0.6, 0.7),
  season('Lake', 'Zurich', [6, 11], [3, 4], 0.6, 0.8),
  season('Island', 'Geneva', [3, 9], [3, 3], 0.5, 0.8),
  season('Coast', 'Monaco', [1, 7], [3, 3], 0.7, 0.8),
  season('Garden', 'Paris', [3, 6, 12], [2, 2], 0.5, 0.7),
  season('Castle', 'Edinburgh', [3, 8], [3, 2], 0.4, 0.6),
  season('Cathedral', 'Salisbury', [1, 4, 7, 10], [4, 4], 0.5, 0.7),
  season('Canal', 'Birmingham', [3, 6, 9], [4, 2], 0.4, 0.6),
  season('Meadow', 'Newbury', [3, 7, 11], [3, 3], 0.4, 0.6),
];

/** Every sale of the seasons between two days (YYYY-MM-DD, both included), oldest first. */
export function saleCalendar(from: string, to: string): Sale[] {
  const sales: Sale[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const { house, location, months, day, size, stature, years } of seasons) {
      if (years && (year < years[0] || year > years[1])) continue;
      for (const month of months) {
        const date = dayOf(year, month, day);
        const name = `Sample ${quarters[Math.ceil(month / 3) - 1]} Sale ${year}`;
        if (date >= from && date <= to) sales.push({ house, location, name, date, year, size, stature });
      }
    }
  }
  return sales.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const quarters = ['Winter', 'Spring', 'Summer', 'Autumn'];

function dayOf(year: number, month: number, [weekday, nth]: Season['day']): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function season(
  house: string,
  location: string,
  months: readonly number[],
  day: Season['day'],
  size: number,
  stature: number,
  years?: Season['years'],
): Season {
  const sales = { house: `Sample House ${house}`, location, months, day, size, stature };
  return years ? { ...sales, years } : sales;
}

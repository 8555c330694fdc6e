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

type Season = readonly [
  house: string,
  location: string,
  months: readonly number[],
  /** Which one of the month: the second Wednesday is [3, 2]; 0 is Sunday. */
  day: readonly [weekday: number, nth: number],
  size: number,
  stature: number,
  years?: readonly [first: number, last: number],
];

/** Sales that come back each year. The names of the houses say that they are invented. */
const seasons: readonly Season[] = [
  ['North', 'Geneva', [5, 11], [3, 2], 3, 1.5],
  ['South', 'Geneva', [5, 11], [2, 2], 3, 1.5],
  ['North', 'Hong Kong', [5, 11], [2, 4], 3, 1.4],
  ['South', 'Hong Kong', [4, 10], [2, 1], 3, 1.4],
  ['North', 'New York', [4, 12], [3, 2], 3, 1.4],
  ['North', 'New York', [2, 10], [3, 3], 2, 0.9],
  ['South', 'New York', [4, 12], [2, 2], 3, 1.4],
  ['South', 'New York', [2, 9], [4, 2], 2, 0.9],
  ['North', 'London', [6, 11], [3, 4], 2, 1.0],
  ['South', 'London', [7, 12], [2, 2], 2, 0.9],
  ['North', 'Paris', [6, 12], [2, 1], 1, 0.9],
  ['East', 'London', [4, 9, 12], [4, 1], 2, 0.9],
  ['East', 'New York', [3, 6], [2, 3], 1, 0.9],
  ['East', 'Hong Kong', [5, 11], [0, 4], 1, 1.0],
  ['West', 'New York', [6, 12], [2, 2], 1, 0.9, [2016, 2026]],
  ['West', 'Hong Kong', [5, 11], [0, 4], 1, 1.0, [2016, 2026]],
  ['River', 'Hong Kong', [4, 10], [1, 1], 1, 1.1, [2012, 2026]],
  ['Harbor', 'Hong Kong', [6, 12], [0, 1], 1, 1.1, [2010, 2026]],
  ['Mountain', 'Hong Kong', [4, 10], [3, 1], 0.6, 1.0, [2013, 2026]],
  ['Prairie', 'Dallas', [5, 9, 12], [1, 1], 1.2, 0.8],
  ['Park', 'New York', [4, 10], [3, 3], 0.8, 0.8],
  ['Bay', 'Boston', [6, 12], [2, 1], 0.6, 0.7, [2005, 2022]],
  ['Bridge', 'Philadelphia', [5, 11], [3, 2], 0.5, 0.7],
  ['Forest', 'Vienna', [5, 11], [4, 3], 0.6, 0.7],
  ['Lake', 'Zurich', [6, 11], [3, 4], 0.6, 0.8],
  ['Island', 'Geneva', [3, 9], [3, 3], 0.5, 0.8],
  ['Coast', 'Monaco', [1, 7], [3, 3], 0.7, 0.8],
  ['Garden', 'Paris', [3, 6, 12], [2, 2], 0.5, 0.7],
  ['Castle', 'Edinburgh', [3, 8], [3, 2], 0.4, 0.6],
  ['Cathedral', 'Salisbury', [1, 4, 7, 10], [4, 4], 0.5, 0.7],
  ['Canal', 'Birmingham', [3, 6, 9], [4, 2], 0.4, 0.6],
  ['Meadow', 'Newbury', [3, 7, 11], [3, 3], 0.4, 0.6],
];

/** Every sale of the seasons between two days (YYYY-MM-DD, both included), oldest first. */
export function saleCalendar(from: string, to: string): Sale[] {
  const sales: Sale[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const [name, location, months, day, size, stature, years] of seasons) {
      if (years && (year < years[0] || year > years[1])) continue;
      const sale = { house: `Sample House ${name}`, location, year, size, stature };
      for (const month of months) {
        const date = dayOf(year, month, day);
        const quarter = quarters[Math.ceil(month / 3) - 1];
        if (date >= from && date <= to) sales.push({ ...sale, name: `Sample ${quarter} Sale ${year}`, date });
      }
    }
  }
  return sales.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const quarters = ['Winter', 'Spring', 'Summer', 'Autumn'];

function dayOf(year: number, month: number, [weekday, nth]: Season[3]): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

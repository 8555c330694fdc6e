/** A sale of the season, with the lots it is likely to offer. */
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
  readonly name: string;
  readonly months: readonly number[];
  /** The weekday (0 is Sunday) and which one of the month: the second Wednesday is [3, 2]. */
  readonly day: readonly [weekday: number, nth: number];
  readonly size: number;
  readonly stature: number;
  readonly years?: readonly [first: number, last: number];
};

const seasons: readonly Season[] = [
  season("Christie's", 'Geneva', 'Magnificent Jewels', [5, 11], [3, 2], 3, 1.5),
  season("Sotheby's", 'Geneva', 'Magnificent Jewels and Noble Jewels', [5, 11], [2, 2], 3, 1.5),
  season("Christie's", 'Hong Kong', 'Hong Kong Magnificent Jewels', [5, 11], [2, 4], 3, 1.4),
  season("Sotheby's", 'Hong Kong', 'Magnificent Jewels and Jadeite', [4, 10], [2, 1], 3, 1.4),
  season("Christie's", 'New York', 'Magnificent Jewels', [4, 12], [3, 2], 3, 1.4),
  season("Christie's", 'New York', 'Jewels', [2, 10], [3, 3], 2, 0.9),
  season("Sotheby's", 'New York', 'Magnificent Jewels', [4, 12], [2, 2], 3, 1.4),
  season("Sotheby's", 'New York', 'Fine Jewels', [2, 9], [4, 2], 2, 0.9),
  season("Christie's", 'London', 'Important Jewels', [6, 11], [3, 4], 2, 1.0),
  season("Sotheby's", 'London', 'Fine Jewels', [7, 12], [2, 2], 2, 0.9),
  season("Christie's", 'Paris', 'Joaillerie', [6, 12], [2, 1], 1, 0.9),
  season('Bonhams', 'London', 'Fine Jewellery', [4, 9, 12], [4, 1], 2, 0.9),
  season('Bonhams', 'New York', 'Fine Jewelry', [3, 6], [2, 3], 1, 0.9),
  season('Bonhams', 'Hong Kong', 'Rare Jewels and Jadeite', [5, 11], [0, 4], 1, 1.0),
  season('Phillips', 'New York', 'Jewels', [6, 12], [2, 2], 1, 0.9, [2016, 2026]),
  season('Phillips', 'Hong Kong', 'Jewels and Jadeite', [5, 11], [0, 4], 1, 1.0, [2016, 2026]),
  season('Poly Auction', 'Hong Kong', 'Magnificent Jewels', [4, 10], [1, 1], 1, 1.1, [2012, 2026]),
  season(
    'Tiancheng International',
    'Hong Kong',
    'Jewellery and Jadeite',
    [6, 12],
    [0, 1],
    1,
    1.1,
    [2010, 2026],
  ),
  season('China Guardian', 'Hong Kong', 'Jewels', [4, 10], [3, 1], 0.6, 1.0, [2013, 2026]),
  season('Heritage Auctions', 'Dallas', 'Fine Jewelry', [5, 9, 12], [1, 1], 1.2, 0.8),
  season('Doyle', 'New York', 'Important Jewelry', [4, 10], [3, 3], 0.8, 0.8),
  season('Skinner', 'Boston', 'Fine Jewelry', [6, 12], [2, 1], 0.6, 0.7, [2005, 2022]),
  season("Freeman's", 'Philadelphia', 'Fine Jewelry', [5, 11], [3, 2], 0.5, 0.7),
  season('Dorotheum', 'Vienna', 'Exquisite Jewels', [5, 11], [4, 3], 0.6, 0.7),
  season('Koller', 'Zurich', 'Jewellery', [6, 11], [3, 4], 0.6, 0.8),
  season('Piguet', 'Geneva', 'Haute joaillerie', [3, 9], [3, 3], 0.5, 0.8),
  season('Artcurial', 'Monaco', 'Joaillerie', [1, 7], [3, 3], 0.7, 0.8),
  season('Tajan', 'Paris', 'Bijoux et montres', [3, 6, 12], [2, 2], 0.5, 0.7),
  season('Lyon & Turnbull', 'Edinburgh', 'Jewellery', [3, 8], [3, 2], 0.4, 0.6),
  season('Woolley & Wallis', 'Salisbury', 'Fine Jewellery', [1, 4, 7, 10], [4, 4], 0.5, 0.7),
  season('Fellows', 'Birmingham', 'Fine Jewellery', [3, 6, 9], [4, 2], 0.4, 0.6),
  season('Dreweatts', 'Newbury', 'Fine Jewellery', [3, 7, 11], [3, 3], 0.4, 0.6),
];

/** Every sale of the seasons between two days (YYYY-MM-DD, both included), oldest first. */
export function saleCalendar(from: string, to: string): Sale[] {
  const sales: Sale[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year++) {
    for (const { house, location, name, months, day, size, stature, years } of seasons) {
      if (years && (year < years[0] || year > years[1])) continue;
      for (const month of months) {
        const date = dayOf(year, month, day);
        if (date >= from && date <= to) sales.push({ house, location, name, date, year, size, stature });
      }
    }
  }
  return sales.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function dayOf(year: number, month: number, [weekday, nth]: Season['day']): string {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const day = 1 + ((weekday - first + 7) % 7) + 7 * (nth - 1);
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function season(
  house: string,
  location: string,
  name: string,
  months: readonly number[],
  day: Season['day'],
  size: number,
  stature: number,
  years?: Season['years'],
): Season {
  return years
    ? { house, location, name, months, day, size, stature, years }
    : { house, location, name, months, day, size, stature };
}

import { englishMonths } from '../../../mappings/lexicon/months.ts';
import type { Part } from './named-words.ts';

/**
 * A year of a sale. Earlier years and decades are words of titles, where they are the age of a jewel; few sales before 1970
 * are recorded.
 */
const year = '(?:19[7-9]\\d|20\\d\\d)';
const month = `(?:${englishMonths.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept)`;

/** Not in a number. */
const before = '(?<![\\p{L}\\p{N}.,$#/-])';

type Read = (...groups: string[]) => Pick<Part, 'filter' | 'label'> | undefined;

/** The ways to write a time, the longer ones first. */
const forms = (
  [
    [`(${year}-\\d\\d-\\d\\d)`, (day: string) => (isDay(day) ? period(day, day, day) : undefined)],
    [`(${month})\\.?\\s+(?:of\\s+)?(${year})`, inMonth],
    [`between\\s+(${year})\\s+and\\s+(${year})`, years],
    [`(?:from\\s+)?(${year})\\s*(?:-|–|—|to|until|through)\\s*(${year})`, years],
    [`(?:since|from)\\s+(${year})`, since],
    [`(${year})\\s*(?:\\+|onwards?|(?:and|or) (?:later|after|newer))`, since],
    [`after\\s+(${year})`, (one: string) => since(String(Number(one) + 1))],
    [
      `before\\s+(${year})`,
      (one: string) => ({ filter: { date_to: `${Number(one) - 1}-12-31` }, label: `before ${one}` }),
    ],
    [
      `(?:until|up to|through|by)\\s+(${year})`,
      (one: string) => ({ filter: { date_to: `${one}-12-31` }, label: `until ${one}` }),
    ],
    [
      `((?:19[7-9]|20\\d)0)['’]?s`,
      (one: string) => ({ ...years(one, String(Number(one) + 9)), label: `${one}s` }),
    ],
  ] as [string, Read][]
).map(([source, read]) => [new RegExp(`${before}${source}(?![\\p{L}\\p{N}-])`, 'iu'), read] as const);

const bareYear = new RegExp(`${before}(${year})(?![\\p{L}\\p{N}-]|[.,]\\d)`, 'giu');

/** The time of the sale that a text names: one period, or single years. */
export function readDates(text: string): Part[] {
  for (const [pattern, read] of forms) {
    const found = pattern.exec(text);
    const meaning = found && read(...found.slice(1));
    if (!meaning) continue;
    return [{ kind: 'date', start: found.index, end: found.index + found[0].length, ...meaning }];
  }
  return [...text.matchAll(bareYear)].map(
    (found): Part => ({
      ...{ kind: 'date', start: found.index, end: found.index + found[0].length },
      ...{ filter: { year: found[1]! }, label: found[1]! },
    }),
  );
}

function period(date_from: string, date_to: string, label: string) {
  return { filter: { date_from, date_to }, label };
}

function years(one: string, other: string) {
  const [from, to] = [one, other].sort() as [string, string];
  return period(`${from}-01-01`, `${to}-12-31`, from === to ? from : `${from}–${to}`);
}

function since(from: string) {
  return { filter: { date_from: `${from}-01-01` }, label: `since ${from}` };
}

function inMonth(written: string, year: string) {
  const index = englishMonths.findIndex((name) => name.startsWith(written.toLowerCase().slice(0, 3)));
  const number = String(index + 1).padStart(2, '0');
  // Day 0 of the next month is the last day of this one.
  const last = new Date(Date.UTC(Number(year), index + 1, 0)).getUTCDate();
  const name = englishMonths[index]!;
  const label = `${name[0]!.toUpperCase()}${name.slice(1)} ${year}`;
  return period(`${year}-${number}-01`, `${year}-${number}-${last}`, label);
}

function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.valueOf()) && time.toISOString().startsWith(day);
}

import { maxRates, type Rate } from '../record/profile/profile.ts';
import { csvRows } from '../source/read-records.ts';

/**
 * The rates of a file with the columns `date,currency,usd_per_unit`; lines that begin with # are remarks.
 * @throws Error that names every line that is not a rate.
 */
export function readRates(text: string): Rate[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line, i) => ({ line: i + 1, cells: /^\s*(#|$)/.test(line) ? [] : (csvRows(line, ',')[0] ?? []) }))
    .filter(({ cells }) => cells.length > 0)
    .map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }));
  const header = lines.shift();
  if (header?.cells.join(',') !== 'date,currency,usd_per_unit') {
    throw new Error('A file of rates begins with the header date,currency,usd_per_unit.');
  }
  if (lines.length > maxRates) throw new Error(`A file of rates has at most ${maxRates} rates.`);
  const problems = lines.flatMap(({ line, cells }) =>
    problemsOf(cells).map((problem) => `line ${line}: ${problem}`),
  );
  if (problems.length > 0) throw new Error(`The rates cannot be used: ${problems.slice(0, 20).join('; ')}.`);
  return lines.map(({ cells }) => ({
    date: cells[0]!,
    currency: cells[1]!,
    usd_per_unit: Number(cells[2]),
  }));
}

function problemsOf([date = '', currency = '', rate = '', ...more]: string[]): string[] {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && new Date(`${date}T00:00Z`).toJSON()?.startsWith(date);
  return [
    ...(isDay ? [] : [`"${date}" is no date YYYY-MM-DD`]),
    ...(/^[A-Z]{3}$/.test(currency) ? [] : [`"${currency}" is no currency code`]),
    ...(/^[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/.test(rate) && Number(rate) > 0 ? [] : [`"${rate}" is no rate`]),
    ...(more.length > 0 ? ['it has more than three cells'] : []),
  ];
}

/**
 * The number of a cell without the noise of its binary form: 15 digits, as a spreadsheet shows it.
 * @param digits that a whole number has at least, with zeros before it
 */
export function numberText(value: number, digits = 0): string {
  const text = String(Number(value.toPrecision(15)));
  return /^\d+$/.test(text) ? text.padStart(digits, '0') : text;
}

const secondsOfDay = 86_400;

/** The last day that spreadsheets know, 9999-12-31. */
const lastDay = 2_958_465;

/**
 * The text of a date: `2015-05-12`, with a time `2015-05-12T14:30:00`, and of a time alone `14:30:00`.
 * @param serial days since the beginning of 1900, which spreadsheets count as a leap year, or since 1904-01-01
 */
export function dateText(serial: number, isFrom1904: boolean): string {
  if (!(serial >= 0 && serial < lastDay + 1)) return numberText(serial);
  const all = Math.round(serial * secondsOfDay);
  const day = Math.floor(all / secondsOfDay);
  const time = new Date((all % secondsOfDay) * 1_000).toISOString().slice(11, 19);
  if (serial < 1 && !isFrom1904) return time;
  const text = dayText(day, isFrom1904);
  return time === '00:00:00' ? text : `${text}T${time}`;
}

function dayText(day: number, isFrom1904: boolean): string {
  if (isFrom1904) return isoDay(Date.UTC(1904, 0, 1), day);
  // The day that 1900 did not have.
  if (day === 60) return '1900-02-29';
  return isoDay(day < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30), day);
}

const isoDay = (start: number, day: number) =>
  new Date(start + day * secondsOfDay * 1_000).toISOString().slice(0, 10);

/**
 * Formats of dates and times that every workbook has without naming them (ECMA-376, 18.8.30); 27 to 36 and 50 to 58 are
 * those of East Asian editions.
 */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** How the numbers of a format are shown: as dates, or with at least so many digits; undefined for all others. */
export type CellFormat = 'date' | number | undefined;

/** @param id of the format @param code such as `yyyy-mm-dd`, or `0000000` for numbers that keep their zeros */
export function cellFormat(id: number, code: string | undefined): CellFormat {
  if (isDateFormat(id, code)) return 'date';
  return code !== undefined && /^0+$/.test(code) ? code.length : undefined;
}

/** Whether numbers in this format are dates. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.some(([first, last]) => id >= first && id <= last);
  const [positive = ''] = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';');
  return /[ymdhs]/i.test(positive) && !/general/i.test(positive);
}

/** Text as it was written: characters that XML cannot hold are in it as `_x000D_`. */
export function unescapeText(text: string): string {
  return text.replace(/_x([0-9A-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

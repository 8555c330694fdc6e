import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateReader, isoFormats } from '../../../../../ingest/record/profile/read-date.ts';

describe('dateReader', () => {
  it.each([
    ['June 2017', 'MMMM yyyy', '2017-06-01', 'month'],
    ['JUNE  2017', 'MMMM yyyy', '2017-06-01', 'month'],
    ['Jun 2017', 'MMM yyyy', '2017-06-01', 'month'],
    ['Sept. 2017', 'MMM yyyy', '2017-09-01', 'month'],
    ['août 2017', 'MMMM yyyy', '2017-08-01', 'month'],
    ['13 maggio 2015', 'd MMMM yyyy', '2015-05-13', 'day'],
    ['12. März 2015', 'd. MMMM yyyy', '2015-03-12', 'day'],
    ['May 12, 2015', 'MMMM d, yyyy', '2015-05-12', 'day'],
    ['12/05/2015', 'dd/MM/yyyy', '2015-05-12', 'day'],
    ['5/12/2015', 'M/d/yyyy', '2015-05-12', 'day'],
    ['2017', 'yyyy', '2017-01-01', 'year'],
    ['2017-06', 'yyyy-MM', '2017-06-01', 'month'],
    ['2025-09-01T12:54:52.564270+00:00', 'ISO', '2025-09-01', 'day'],
    // The day at the place of the sale, not the one in UTC.
    ['2025-09-01T23:30:00-05:00', 'ISO', '2025-09-01', 'day'],
    ['2021-06-15T00:30:00+02:00', 'yyyy-MM-dd', '2021-06-15', 'day'],
    ['20210615T213000Z', 'yyyyMMdd', '2021-06-15', 'day'],
    ['Jun 15, 2021 9:00:00 PM', 'MMMM d, yyyy', '2021-06-15', 'day'],
    ['15.06.2021 14:30', 'd.M.yyyy', '2021-06-15', 'day'],
    ['15/06/2021, 14:30 - 18:00 CEST', 'd/M/yyyy', '2021-06-15', 'day'],
    ['11 a.m., 15 June 2021', 'd MMMM yyyy', '2021-06-15', 'day'],
    ['mardi 15 juin 2021 à 14h30', 'd MMMM yyyy', '2021-06-15', 'day'],
    ['Dienstag, den 15. Juni 2021, 14.30 Uhr', 'd MMMM yyyy', '2021-06-15', 'day'],
    ['Tue Jun 15 2021 21:00:00 GMT+0200 (Central European Summer Time)', 'MMMM d, yyyy', '2021-06-15', 'day'],
    ['Tue Jun 15 21:00:00 2021', 'MMMM d, yyyy', '2021-06-15', 'day'],
    ['15 June 2021 (Tue)', 'd MMMM yyyy', '2021-06-15', 'day'],
    // Both a weekday, mardi, and a month begin with "mar".
    ['mar. 15 juin 2021', 'd MMMM yyyy', '2021-06-15', 'day'],
    ['mar 15 2021', 'MMMM d, yyyy', '2021-03-15', 'day'],
    ['1er juillet 2019', 'd MMMM yyyy', '2019-07-01', 'day'],
    ['the 22nd of June 2021', 'd MMMM yyyy', '2021-06-22', 'day'],
    ['3 de setiembre de 2014', 'd MMMM yyyy', '2014-09-03', 'day'],
    ['1º ottobre 2016', 'd MMMM yyyy', '2016-10-01', 'day'],
    ["Sep '28", "MMM 'yy", '2028-09-01', 'month'],
    ['44362', 'Excel', '2021-06-15', 'day'],
    ['44362.875', 'Excel', '2021-06-15', 'day'],
    ['1623715200', 'Unix', '2021-06-15', 'day'],
    ['1623715200000', 'Unix', '2021-06-15', 'day'],
  ])('the date %j in the format %j is read', (text, format, day, precision) => {
    expect(dateReader([format])(text)).toEqual({ day, precision });
  });

  it.each([
    ['2023-02-29', 'yyyy-MM-dd'],
    ['31 June 2017', 'd MMMM yyyy'],
    ['2017-13', 'yyyy-MM'],
    ['Juneuary 2017', 'MMMM yyyy'],
    // Both juin and juillet start with this abbreviation.
    ['jui 2017', 'MMM yyyy'],
    ['June 2017', 'yyyy'],
    ['2017-06-01 and more', 'yyyy-MM-dd'],
    ['2017-06-01 Geneva', 'ISO'],
    ['2017-06-01 25:00', 'ISO'],
    ['2017-06-01 10:00 (Geneva)', 'ISO'],
    ['June 2017 10:00', 'MMMM yyyy'],
    ['Tuesday, 16 June 2021', 'd MMMM yyyy'],
    ['12-14 June 2021', 'd MMMM yyyy'],
    ['4436', 'Excel'],
    ['16237152', 'Unix'],
  ])('the text %j is not a date in the format %j', (text, format) => {
    expect(dateReader([format])(text)).toBeUndefined();
  });

  it('any day comes back, with names of five languages, a weekday and a time', () => {
    fc.assert(
      fc.property(anyDay, language, style, clock, fc.boolean(), (date, locale, width, time, monthFirst) => {
        const named = (part: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(locale, { ...part, timeZone: 'UTC' }).format(date);
        const month = named({ month: width });
        const [day, year] = [date.getUTCDate(), date.getUTCFullYear()];
        const written = monthFirst ? `${month} ${day}, ${year}` : `${day} ${month} ${year}`;
        const format = monthFirst ? 'MMMM d, yyyy' : 'd MMMM yyyy';
        const expected = { day: date.toISOString().slice(0, 10), precision: 'day' };
        for (const text of [written, `${named({ weekday: width })}, ${written}`]) {
          expect(dateReader([format])(text + time), text + time).toEqual(expected);
        }
        expect(dateReader([format])(`${written} Genf`)).toBeUndefined();
      }),
    );
  });

  it('any day comes back in numbers of every order, with a time', () => {
    const orders = [
      ['d/M/yyyy', ({ d, m, y }: Numbers) => `${d}/${m}/${y}`],
      ['M/d/yyyy', ({ d, m, y }: Numbers) => `${m}/${d}/${y}`],
      ['dd.MM.yyyy', ({ d, m, y }: Numbers) => `${two(d)}.${two(m)}.${y}`],
      ['yyyyMMdd', ({ d, m, y }: Numbers) => `${y}${two(m)}${two(d)}`],
      ['yyyy/M/d', ({ d, m, y }: Numbers) => `${y}/${m}/${d}`],
    ] as const;
    fc.assert(
      fc.property(anyDay, clock, fc.constantFrom(...orders), (date, time, [format, write]) => {
        const written = write({
          d: date.getUTCDate(),
          m: date.getUTCMonth() + 1,
          y: date.getUTCFullYear(),
        });
        expect(dateReader([format])(written + time)?.day).toBe(date.toISOString().slice(0, 10));
      }),
    );
  });

  it('the first format that matches is used', () => {
    expect(dateReader(['dd/MM/yyyy', 'MM/dd/yyyy'])('05/12/2015')?.day).toBe('2015-12-05');
    expect(dateReader(isoFormats)('2013')).toEqual({ day: '2013-01-01', precision: 'year' });
  });

  it('formats that cannot give a date are refused', () => {
    for (const format of ['MM-dd', 'yyyy dd', 'yyyy MM MMMM'])
      expect(() => dateReader([format])).toThrow(format);
  });
});

interface Numbers {
  d: number;
  m: number;
  y: number;
}
const two = (n: number) => String(n).padStart(2, '0');

const anyDay = fc.date({
  min: new Date('1950-01-01'),
  max: new Date('2049-12-31'),
  noInvalidDate: true,
});
const language = fc.constantFrom('en-GB', 'en-US', 'fr', 'de', 'it', 'es');
const style = fc.constantFrom('short', 'long');
const clock = fc.constantFrom(
  '',
  ' 23:59',
  ' 9:05:30 AM',
  ' 00:30 +05:30',
  ', 11 pm',
  ' at 7:15 p.m. EST',
  ' 18h',
  ' 18 h 30',
);

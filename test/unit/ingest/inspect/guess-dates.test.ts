import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatsOf, guessDates } from '../../../../ingest/inspect/draft/guess-dates.ts';
import { dateReader, isoFormats } from '../../../../ingest/record/profile/read-date.ts';

describe('guessDates', () => {
  it.each([
    [['3rd of March 2011', '17 mars 2011', '5 de mayo de 2011'], ['d MMMM yyyy']],
    [['Mar 3, 2011 7:05 PM', 'May 5 2011'], ['MMMM d, yyyy']],
    [['03.12.2011 18:00 Uhr', '25.12.2011'], ['d.M.yyyy']],
    [['3-Mar-11', '17-May-12'], ['d-MMM-yy']],
    [['2011-03-17', '2011-05', '2012'], []],
    [['2011-03-17T20:00:00+02:00'], []],
    [['2011/03/17'], ['yyyy/MM/dd']],
    [['20110317'], ['yyyyMMdd']],
    [['March 2011', 'mai 2011'], ['MMMM yyyy']],
    [["Sep '28"], ["MMM 'yy"]],
    [
      ['2011-03-17', '17.03.2011'],
      ['yyyy-MM-dd', 'd.M.yyyy'],
    ],
  ])('the dates %j are in the formats %j', (values, formats) => {
    expect(guessDates(values)).toMatchObject({
      share: 1,
      formats: expect.arrayContaining(formats),
      unread: [],
    });
    expect(guessDates(values).formats).toHaveLength(formats.length);
  });

  it.each([
    'Lot 12',
    '3.05 ct',
    '12 500',
    '1,200',
    'circa 1925',
    'Ruby ring 2011',
    '1.2.3',
    '28 Sep',
    '2019-20',
    '0999',
  ])('the text %j is not a date', (text) => {
    expect(formatsOf(text)).toEqual([]);
  });

  it('the order of day and month follows from any value of the column, also with another year', () => {
    expect(guessDates(['03/04/2015', '25/04/15'])).toMatchObject({ formats: ['d/M/yyyy', 'd/M/yy'] });
    expect(guessDates(['03/04/2015', '04/25/2015'])).toMatchObject({ formats: ['M/d/yyyy'] });
    // 12 May 2023 was a Friday, and 5 December a Tuesday.
    expect(guessDates(['Fri 12/05/2023'])).toMatchObject({ formats: ['d/M/yyyy'] });
    expect(guessDates(['Tue 12/05/2023'])).toMatchObject({ formats: ['M/d/yyyy'] });
    expect(guessDates(['12/05/2023 - 14/05/2023'])).toMatchObject({ formats: ['d/M/yyyy'] });
  });

  it('an order that no value shows, or that values contradict, is open', () => {
    const ordersOf = (...values: string[]) => guessDates(values).order?.formats;
    expect(ordersOf('03/04/2015')).toEqual([
      ['the day', ['d/M/yyyy']],
      ['the month', ['M/d/yyyy']],
    ]);
    expect(ordersOf('04/21/2015', '13/04/2015', '05/06/2015')).toEqual([
      ['the day', ['d/M/yyyy', 'M/d/yyyy']],
      ['the month', ['M/d/yyyy', 'd/M/yyyy']],
    ]);
    expect(ordersOf('11-10-12')?.map(([first]) => first)).toEqual([
      'the day',
      'the month',
      'the year, then the month',
    ]);
    expect(ordersOf('05.11.2018')).toBeUndefined();
    expect(guessDates(['05.11.2018'])).toMatchObject({ formats: ['d.M.yyyy'], dotted: ['05.11.2018'] });
  });

  it('the number after a month is a year only if a value shows it', () => {
    expect(guessDates(['Sep 28', 'Oct 14']).dayOrYear).toEqual(['Sep 28', 'Oct 14']);
    expect(guessDates(['Sep 28', 'Oct 98'])).toMatchObject({ dayOrYear: [], formats: ['MMM yy'] });
    expect(guessDates(['Feb 30'])).toMatchObject({ dayOrYear: [], formats: ['MMM yy'] });
  });

  it('numbers may be days or seconds', () => {
    expect(guessDates(['43863', '44001']).serial).toBe('Excel');
    expect(guessDates(['1580601600', '1580688000']).serial).toBe('Unix');
    expect(guessDates(['43863', '1200']).serial).toBeUndefined();
    expect(guessDates(['43863', '44001']).share).toBe(0);
  });

  it('the guessed formats never read another day than the written one', () => {
    fc.assert(
      fc.property(fc.array(anyDay, { minLength: 1, maxLength: 12 }), writing, (days, write) => {
        const values = [...new Set(days.map((day) => write(day)))];
        const { formats, order, dayOrYear, share } = guessDates(values);
        expect(share).toBe(1);
        expect(dayOrYear).toEqual([]);
        const offered = order
          ? order.formats.map(([, of]) => of)
          : [formats.length > 0 ? formats : isoFormats];
        const readings = offered.map((of) => days.map((day) => dateReader(of)(write(day))?.day));
        // One of several orders is right; a single one must be.
        expect(readings).toContainEqual(days.map((day) => day.toISOString().slice(0, 10)));
      }),
    );
  });
});

const anyDay = fc.date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true });

/** Ways to write a day. Those with dots have the day first, as everywhere. */
const writing = fc.constantFrom<(day: Date) => string>(
  (day) => day.toISOString(),
  (day) => day.toISOString().slice(0, 10),
  (day) => numbers(day, '/').join('/'),
  (day) => numbers(day, '/').with(0, numbers(day, '/')[1]!).with(1, numbers(day, '/')[0]!).join('/'),
  (day) => numbers(day, '.').join('.'),
  (day) => [...numbers(day, '-').slice(0, 2), String(day.getUTCFullYear()).slice(2)].join('-'),
  ...['en-GB', 'fr', 'de', 'it', 'es'].flatMap((language) =>
    (['short', 'long'] as const).map((month) => (day: Date) => {
      const name = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(day);
      return `${day.getUTCDate()} ${name} ${day.getUTCFullYear()}`;
    }),
  ),
);

const numbers = (day: Date, sign: string) => {
  const two = (n: number) => (sign === '/' ? String(n) : String(n).padStart(2, '0'));
  return [two(day.getUTCDate()), two(day.getUTCMonth() + 1), String(day.getUTCFullYear())];
};

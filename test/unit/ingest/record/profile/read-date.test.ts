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
    ['2025-09-01T23:30:00-05:00', 'ISO', '2025-09-02', 'day'],
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
  ])('the text %j is not a date in the format %j', (text, format) => {
    expect(dateReader([format])(text)).toBeUndefined();
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

import { describe, expect, it } from 'vitest';
import { draftOfColumns } from '../../../support/draft-of-columns.ts';

/** The source of the date, the texts of suppositions about dates, and the questions, of columns beside three lots. */
function datesOf(columns: Record<string, unknown[]>) {
  const { profile, suppositions, questions } = draftOfColumns({
    Lot: ['1', '2', '3'],
    Title: ['Ruby ring', 'Opal ring', 'Pearl ring'],
    ...columns,
  });
  const dates = questions.filter(({ about }) => about === 'date');
  return {
    source: (profile.fields as Record<string, unknown>).auction_date,
    supposed: suppositions
      .map(({ text }) => text)
      .filter((text) => !text.includes('identify them'))
      .join('\n'),
    suppositions,
    asked: dates.map(({ ask }) => ask),
    sets: dates.flatMap(({ answers }) => answers.map(({ set }) => set)),
  };
}

const days = ['2019-03-05', '2019-03-05', '2019-11-20'];
const set = (source: object) => ({ fields: { auction_date: source } });

describe('the date of a draft', () => {
  it.each([
    'Date',
    'Sale Date',
    'auction_date',
    'Date of Sale',
    'saledate',
    'Auktionsdatum',
    'Date de la vente',
    "Data dell'asta",
    'Fecha de subasta',
    'sold_at',
  ])('a column named %j is used without a word', (name) => {
    expect(datesOf({ [name]: days })).toMatchObject({ source: name, asked: [], supposed: '' });
  });

  it.each([
    'Cert Date',
    'Zertifikatsdatum',
    'Report issued',
    'Lab date',
    'Delivery Date',
    'Lieferdatum',
    'date_livraison',
    'Shipped on',
    'Date of birth',
    'artist_born',
    'Created at',
    'updatedAt',
    'Letzte Aktualisierung',
    'scraped_at',
    'Retrieved',
    'Modified',
    'Payment date',
    'Zahlungsdatum',
    'Production date',
    'Fecha de entrega',
  ])('a column named %j is not the date of the sale, and not asked about', (name) => {
    expect(datesOf({ [name]: days })).toMatchObject({ source: undefined, asked: [], supposed: '' });
    expect(datesOf({ [name]: days, When: days }).source).toBe('When');
  });

  it.each(['Auction Ended', 'Bidding closes', 'Sale end', 'Vente du'])(
    'a column named %j is used, and the draft says so',
    (name) => {
      const { source, supposed, asked } = datesOf({ [name]: days });
      expect({ source, asked }).toEqual({ source: name, asked: [] });
      expect(supposed).toContain(`"${name}" `);
    },
  );

  it.each(['Held', 'Viewing date', 'column 7', 'Purchase date'])(
    'a column of dates named %j is asked about',
    (name) => {
      const { source, asked, sets } = datesOf({
        [name]: ['Mar 5, 2019 7:00 PM', 'Mar 6, 2019', 'Apr 9, 2019'],
      });
      expect({ source, asked }).toEqual({ source: undefined, asked: [`Is "${name}" the date of the sale?`] });
      expect(sets).toEqual([set({ column: name, formats: ['MMMM d, yyyy'] }), {}]);
    },
  );

  it('numbers are dates only where the name says so', () => {
    const serials = ['43599', '43599', '44328'];
    expect(datesOf({ 'Sale Date': serials })).toMatchObject({
      source: { column: 'Sale Date', formats: ['Excel'] },
      supposed: 'the numbers in "Sale Date" are dates (43599 is 2019-05-14)',
    });
    expect(datesOf({ sold_at: ['1557842400', '1557842401', '1573653600'] }).source).toEqual({
      column: 'sold_at',
      formats: ['Unix'],
    });
    for (const values of [
      serials,
      ['2017', '2018', '2019'],
      ['20190305', '20190306', '20190307'],
      ['12/2019', '11/2019', '1/2020'],
    ]) {
      expect(datesOf({ Sale: values })).toMatchObject({ source: undefined, asked: [] });
      expect(datesOf({ Number: values })).toMatchObject({ source: undefined, asked: [] });
    }
  });

  it('the closing day of an online sale is used', () => {
    const windows = datesOf({
      'Start date': ['2021-06-03', '2021-06-03', '2021-09-14'],
      'End date': ['2021-06-12', '2021-06-12', '2021-09-28'],
    });
    expect(windows.source).toBe('End date');
    expect(windows.supposed).toContain('"End date" has the closing day');
    expect(windows.supposed).toContain('not "Start date"');
    const ranges = datesOf({ Dates: ['3 - 12 June 2021', '24 September - 5 October 2021', '9 May 2022'] });
    expect(ranges.source).toEqual({ column: 'Dates', formats: ['d MMMM yyyy'], range: 'high' });
    expect(ranges.suppositions).toContainEqual({
      text: 'of several days in "Dates" the last one counts, the closing day',
      values: ['3 - 12 June 2021', '24 September - 5 October 2021'],
      rows: 2,
    });
  });

  it('of two columns of dates the better named is used', () => {
    const { source, supposed } = datesOf({ Date: days, 'Auction Date': days, Held: days });
    expect(source).toBe('Auction Date');
    expect(supposed).toContain('"Auction Date" is the date of the sale, not "Date"');
    expect(supposed).toContain('not "Held"');
  });

  it('columns with the year, the month and the day are one date', () => {
    const parts = { Year: ['2016', '2016', '2017'], Month: ['4', '4', '11'], Day: ['12', '13', '8'] };
    expect(datesOf(parts)).toMatchObject({
      source: { columns: ['Year', 'Month', 'Day'], join: '-', formats: ['yyyy-M-d', 'yyyy-M', 'yyyy'] },
      supposed: '"Year", "Month", "Day" are the date of the sale',
    });
    expect(datesOf({ Year: parts.Year, Month: ['April', 'April', 'November'] }).source).toMatchObject({
      columns: ['Year', 'Month'],
      formats: expect.arrayContaining(['yyyy-MMMM']),
    });
  });

  it('years in which the object may have been made are asked about', () => {
    const made = { Date: ['1880', '1905', '1925'] };
    expect(datesOf(made)).toMatchObject({ source: undefined, asked: ['Is "Date" the date of the sale?'] });
    expect(datesOf({ ...made, 'Auction Date': days })).toMatchObject({ source: 'Auction Date', asked: [] });
    expect(datesOf({ Year: ['2015', '2016', '2017'] })).toMatchObject({
      source: 'Year',
      supposed: '"Year" is the date of the sale',
    });
  });

  it('the order of day and month is asked for with the formats of each answer', () => {
    const { source, asked, sets } = datesOf({ Date: ['03/04/2015', '05/04/15', '01/02/2015 - 03/02/2015'] });
    expect({ source, asked }).toEqual({
      source: undefined,
      asked: ['Is the day or the month first in the dates of "Date"?'],
    });
    expect(sets).toEqual([
      set({ column: 'Date', formats: ['d/M/yyyy', 'd/M/yy'], range: 'high' }),
      set({ column: 'Date', formats: ['M/d/yyyy', 'M/d/yy'], range: 'high' }),
      {},
    ]);
  });

  it('days without a year are asked about', () => {
    const days = ['Sep 28', 'Oct 14', 'Oct 30'];
    expect(datesOf({ Date: days })).toMatchObject({
      source: undefined,
      asked: ['Do the numbers in "Date" mean days or years?'],
      sets: [set({ column: 'Date', formats: ['MMM yy'] }), {}],
    });
    expect(datesOf({ Date: days, Year: ['2018', '2018', '2019'] }).sets[0]).toEqual(
      set({ columns: ['Date', 'Year'], join: ' ', formats: ['MMMM d yyyy'] }),
    );
    expect(datesOf({ Date: ['28 Sep', '14 Oct', '30 Oct'] })).toMatchObject({
      source: undefined,
      asked: ['Which year have the dates of "Date"?'],
      sets: [{}],
    });
  });

  it('the draft says which values are rejected, and which days are in UTC or have the day first', () => {
    const { suppositions } = datesOf({ Date: ['05.11.2018', 'at a later sale', '06.11.2018'] });
    expect(suppositions).toContainEqual({
      text: 'these are not dates in "Date", and their rows are rejected',
      values: ['at a later sale'],
      rows: 1,
    });
    expect(suppositions).toContainEqual({
      text: 'the day is first in the dates of "Date"',
      values: ['05.11.2018', '06.11.2018'],
      rows: 2,
    });
    expect(datesOf({ Date: ['2019-03-05T22:00:00Z', '2019-03-06T22:00:00Z'] }).supposed).toContain('in UTC');
  });
});

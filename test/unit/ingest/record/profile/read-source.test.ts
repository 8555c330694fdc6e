import { describe, expect, it } from 'vitest';
import { applyProfile } from '../../../../../ingest/record/profile/apply-profile.ts';
import { checkProfile } from '../../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../../ingest/record/profile/profile.ts';

/** The value of a field read from the given cells. */
function read(field: string, source: unknown, cells: Record<string, unknown>) {
  const written = expandProfile({
    name: 'test',
    fields: { id: 'no', title: 'what', gem_type: 'what', [field]: source },
  });
  expect(checkProfile(written)).toEqual([]);
  const result = applyProfile(written as Profile)({ no: '1', what: 'Ruby', ...cells });
  if ('skipped' in result) throw new Error(result.skipped);
  return 'code' in result ? result.code : result.fields[field];
}

/** A whole lot in one cell, as scrapers write it. */
const scraped = `Lot 214 — A RUBY AND DIAMOND RING
Oval ruby of approx. 3.05 carats, SSEF report no. 78414.
Estimate: CHF 20'000 – 30'000 · Geneva, 12 May 15`;

describe('the extract option', () => {
  it.each([
    ['lot_number', 'Lot (?<number>\\d+[a-z]?)', '214'],
    ['carat', '(?<weight>[\\d.]+) ?(ct|carats?)\\b', 3.05],
    ['location', '· (?<place>[^,]+), \\d', 'Geneva'],
    ['auction_house', 'sold by (?<house>.+)', undefined],
    ['sale', ['sale (?<name>\\d+)', 'Estimate: (?<currency>[A-Z]{3})'], 'CHF'],
  ])('the field %s is extracted from a text by %j', (field, extract, value) => {
    expect(read(field, { column: 'text', extract }, { text: scraped })).toBe(value);
  });

  it('an extracted value passes the later steps: words, map, formats and numbers', () => {
    const date = { column: 'text', extract: 'Geneva, (?<day>.+)$', formats: ['d MMMM yy'] };
    expect(read('auction_date', date, { text: scraped })).toBe('2015-05-12');
    const house = { columns: ['seller', 'text'], extract: '(?<city>geneva)', map: { geneva: "Christie's" } };
    expect(read('auction_house', house, { seller: 'unknown', text: scraped })).toBe("Christie's");
  });

  it('extraction reads only 4,000 characters, equally fast for any expression', () => {
    const far = { column: 'text', extract: '(?<weight>\\d+) ct' };
    expect(read('carat', far, { text: `${'x'.repeat(4_000)} 5 ct` })).toBeUndefined();
    const evil = { column: 'text', extract: '^(?<all>(a+)+)$' };
    expect(read('sale', evil, { text: `${'a'.repeat(3_999)}!` })).toBeUndefined();
  });

  it.each([['Lot (\\d+)'], ['(?<a>x)(?<b>y)']])(
    'the expression %s is refused, because it must have exactly one named group',
    (extract) => {
      const fields = { id: 'no', title: 'what', gem_type: 'what', sale: { column: 'text', extract } };
      expect(checkProfile(expandProfile({ name: 'test', fields }))).toEqual([
        expect.stringContaining('fields.sale: the expression'),
      ]);
    },
  );
});

describe('the words option', () => {
  it('the first listed word in a text is found, whatever its case and accents', () => {
    const source = { column: 'note', words: { 'hors vente': 'withdrawn', réservé: 'listing' } };
    expect(read('sale_status', source, { note: 'Lot HORS-VENTE, voir notice' })).toBe('withdrawn');
    expect(read('sale_status', source, { note: 'reserve' })).toBe('listing');
    expect(read('sale_status', source, { note: 'une bague' })).toBeUndefined();
  });
});

describe('dates with a year of two digits', () => {
  it.each([
    ['12.05.15', 'dd.MM.yy', '2015-05-12'],
    ['12/5/49', 'd/M/yy', '2049-05-12'],
    ['12/5/50', 'd/M/yy', '1950-05-12'],
    ['May 99', 'MMM yy', '1999-05-01'],
    ['12.05.2015', 'dd.MM.yy', 'bad_date'],
  ])('the date %j in the format %j is %j', (day, format, value) => {
    expect(read('auction_date', { column: 'd', formats: [format] }, { d: day })).toBe(value);
  });

  it.each(['2025-09-01 12:54:52', '2025-09-01T23:54'])('a date with a time needs no time zone: %j', (d) => {
    expect(read('auction_date', 'd', { d })).toBe('2025-09-01');
  });
});

describe('columns of laboratories', () => {
  it.each([
    ['SSEF', ['SSEF']],
    ['Gübelin report 15070034 and SSEF no. 78414', ['Gübelin', 'SSEF']],
    ['Gemological Institute of America; My Lab', ['GIA', 'My Lab']],
    ['with a certificate', ['with a certificate']],
  ])('the text %j names the laboratories %j', (text, labs) => {
    expect(read('labs', 'lab', { lab: text })).toEqual(labs);
  });

  it('report numbers are read too, unless a column has them, and dates are not taken for numbers', () => {
    const written = (fields: object) =>
      expandProfile({
        name: 'test',
        fields: { id: 'no', title: 'what', gem_type: 'what', labs: 'lab', ...fields },
      }) as Profile;
    const row = { no: '1', what: 'Ruby', lab: 'GRS2015-071234, SSEF 78414 dated 2015-06-30', r: '1' };
    const numbers = (fields: object) => {
      const result = applyProfile(written(fields))(row);
      return 'fields' in result && result.fields.report_numbers;
    };
    expect(numbers({})).toEqual(['GRS2015-071234', '78414']);
    expect(numbers({ report_numbers: 'r' })).toBe('1');
  });
});

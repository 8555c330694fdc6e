import { describe, expect, it } from 'vitest';
import { isRejection, normalize } from '../../../../ingest/record/normalize.ts';

const writer = { id: 5, created_at: '2026-11-24T09:30:00.000Z' };
const lot = { id: '17', title: 'A ruby ring', gem_type: 'ruby' };
const record = (fields: Record<string, unknown>) => {
  const result = normalize({ ...lot, ...fields }, writer);
  if (isRejection(result)) throw new Error(result.message);
  return result.record;
};
const rejection = (fields: Record<string, unknown>) => {
  const result = normalize({ ...lot, ...fields }, writer);
  return isRejection(result) ? { field: result.field, code: result.code } : undefined;
};

describe('normalize', () => {
  it('every field has a value of its type, and unknown fields are null', () => {
    expect(record({})).toEqual({
      id: 17,
      title: 'A ruby ring',
      gem_type: 'Ruby',
      carat: null,
      origin: null,
      price_final_usd: null,
      auction_house: null,
      is_sold: null,
      sale_status: 'unknown',
      auction_date: null,
      price_per_carat_usd: null,
      lot_number: null,
      sale: null,
      location: null,
      treatment: null,
      labs: [],
      report_numbers: [],
      object_type: null,
      url: null,
      image_url: null,
      estimate_low_usd: null,
      estimate_high_usd: null,
      auction_date_precision: null,
      price_original: null,
      currency: null,
      price_basis: null,
      price_hammer_usd: null,
      price_hammer_usd_source: null,
      price_premium_usd: null,
      price_premium_usd_source: null,
      derived: [],
      flags: [],
      is_synthetic: false,
      import: 5,
      updated_at: writer.created_at,
      duplicate_of: null,
      stone_id: null,
      stone_evidence: [],
    });
  });

  it.each([
    'javascript:alert(1)',
    'ftp://x.org/a',
    'data:text/html,x',
    '//x.org',
    'x.org',
    'http:///x',
    ' mailto:a@b.org',
    'https://user:password@x.org/1',
    'https://user@x.org',
    'https://x.org\\@y.org/',
  ])('the url %j is rejected', (url) => {
    expect(rejection({ url })).toEqual({ field: 'url', code: 'not_allowed' });
  });

  it.each([
    'http://x.org',
    'https://x.org/@a/1?to=b@c.org',
    'https://x.org?b@c',
    'https://x.org/a b?c=d#e',
    'HTTPS://X.ORG',
  ])('the url %j is accepted', (url) => {
    expect(record({ url }).url).toBe(url);
  });

  it.each([
    'http://x.org/1.jpg',
    'photos/1.jpg',
    '//x.org/1.jpg',
    'https:///1.jpg',
    'data:image/png;base64,AA==',
  ])('the image_url %j is rejected, because it is not an https URL', (image_url) => {
    expect(normalize({ ...lot, image_url }, writer)).toEqual({
      ...{ field: 'image_url', code: 'not_allowed' },
      message: `image_url must be an https URL; it is "${image_url}".`,
    });
  });

  it.each(['https://x.org/1.jpg', 'HTTPS://X.ORG/1.jpg'])('the image_url %j is accepted', (image_url) => {
    expect(record({ image_url })).toMatchObject({ url: null, image_url });
  });

  it('names are replaced by their canonical form', () => {
    expect(record({ gem_type: 'RUBIS', origin: 'Burma', auction_house: 'christies' })).toMatchObject({
      gem_type: 'Ruby',
      origin: 'Myanmar',
      auction_house: "Christie's",
    });
  });

  it('an unknown name is kept with spaces collapsed, and flagged', () => {
    const result = normalize({ ...lot, gem_type: ' Moon   cheese ', origin: 'Atlantis' }, writer);
    expect(result).toMatchObject({
      record: { gem_type: 'Moon cheese', origin: 'Atlantis' },
      unknown: [
        { field: 'gem_type', value: 'Moon cheese' },
        { field: 'origin', value: 'Atlantis' },
      ],
    });
  });

  it('an origin called None means no origin', () => {
    expect(record({ origin: 'None' }).origin).toBeNull();
  });

  it('a title is kept verbatim, without surrounding space', () => {
    expect(record({ title: '  A  ruby\nring ' }).title).toBe('A  ruby\nring');
  });

  it('without a status, a lot with a price counts as sold, and one without a price as unknown', () => {
    const sold = { is_sold: true, sale_status: 'sold', price_final_usd: 0 };
    expect(record({ price_final_usd: '0' })).toMatchObject(sold);
    expect(record({})).toMatchObject({ is_sold: null, sale_status: 'unknown', flags: [] });
    expect(record({ price_premium_usd: '5' })).toMatchObject({ is_sold: true, flags: [] });
  });

  it.each([
    ['sold', true, 500, []],
    ['unsold', false, null, ['UNSOLD_WITH_PRICE']],
    ['withdrawn', false, null, ['UNSOLD_WITH_PRICE']],
    ['listing', false, null, []],
  ])('a lot of status %s has is_sold %s', (sale_status, is_sold, price_final_usd, flags) => {
    const given = { sale_status, price_final_usd: '500', price_hammer_usd: '400', price_premium_usd: '500' };
    expect(record(given)).toMatchObject({
      ...{ is_sold, sale_status, price_final_usd, flags },
      price_original: is_sold ? null : 500,
      price_hammer_usd: is_sold ? 400 : null,
      price_hammer_usd_source: is_sold ? 'given' : null,
      price_premium_usd: is_sold ? 500 : null,
      price_premium_usd_source: is_sold ? 'given' : null,
    });
  });

  it('an explicit unknown status is kept, because the price may be an estimate', () => {
    expect(record({ price_final_usd: '700', sale_status: 'unknown' })).toMatchObject({
      ...{ is_sold: null, sale_status: 'unknown', price_final_usd: null, flags: [] },
      ...{ price_original: 700, currency: 'USD' },
    });
  });

  it('the flag of a sold lot without a dollar price tells whether the source has a price', () => {
    expect(record({ sale_status: 'sold' }).flags).toEqual(['SOLD_WITHOUT_PRICE']);
    const inRupees = { sale_status: 'sold', price_original: '900', currency: 'LKR' };
    expect(record(inRupees)).toMatchObject({ price_final_usd: null, flags: ['NOT_CONVERTED'] });
  });

  it('a lot sold on a day after that of the import is flagged', () => {
    const flagsOf = (auction_date: string, sale_status: string) =>
      record({ auction_date, sale_status, price_final_usd: 5 }).flags;
    expect(flagsOf('2026-11-25', 'sold')).toEqual(['FUTURE_SALE']);
    expect(flagsOf('2026-11-24', 'sold')).toEqual([]);
    expect(flagsOf('2026-11-25', 'listing')).toEqual([]);
  });

  it('a status that contradicts is_sold is rejected', () => {
    const contradiction = { field: 'sale_status', code: 'not_allowed' };
    expect(rejection({ is_sold: 'true', sale_status: 'listing' })).toEqual(contradiction);
    expect(rejection({ is_sold: 'false', sale_status: 'sold' })).toEqual(contradiction);
    expect(record({ is_sold: 'false', sale_status: 'unknown' })).toMatchObject({ sale_status: 'unsold' });
  });

  it('synonyms of treatments and laboratories are understood, also several laboratories in a cell', () => {
    expect(record({ treatment: 'None', labs: 'Gubelin; ssef;GIA' })).toMatchObject({
      treatment: 'Untreated',
      labs: ['Gübelin', 'SSEF', 'GIA'],
    });
    expect(record({ treatment: 'not  heated', lab: 'AGL, Gemresearch Swisslab' })).toMatchObject({
      treatment: 'No heat',
      labs: ['AGL', 'GRS'],
    });
    expect(record({ labs: ['SSEF'], lab: 'ssef' }).labs).toEqual(['SSEF']);
  });

  it('unknown treatments and laboratories are kept and flagged', () => {
    const result = normalize({ ...lot, treatment: 'Moon  dust', labs: 'SSEF, Moon lab' }, writer);
    expect(result).toMatchObject({
      record: { treatment: 'Moon dust', labs: ['SSEF, Moon lab'] },
      unknown: [
        { field: 'treatment', value: 'Moon dust' },
        { field: 'labs', value: 'SSEF, Moon lab' },
      ],
    });
  });

  it('synthetic stones are flagged under all their names', () => {
    expect(record({ gem_type: 'Lab-grown diamond' })).toMatchObject({
      gem_type: 'Synthetic Diamond',
      flags: ['LAB_GROWN'],
    });
    expect(record({ gem_type: 'Saphir synthétique' }).gem_type).toBe('Synthetic Sapphire');
    expect(record({ gem_type: 'Diamond' }).flags).not.toContain('LAB_GROWN');
  });

  it('synonyms of object types are understood, and unknown types become other', () => {
    expect(record({ object_type: 'Bague' }).object_type).toBe('ring');
    expect(record({ object_type: 'loose_stone' }).object_type).toBe('loose_stone');
    expect(normalize({ ...lot, object_type: 'Dagger' }, writer)).toMatchObject({
      record: { object_type: 'other' },
      unknown: [{ field: 'object_type', value: 'Dagger' }],
    });
  });

  it('report numbers are kept, each once', () => {
    expect(record({ report_numbers: '78414; 12;78414' }).report_numbers).toEqual(['78414', '12']);
    expect(record({ report_numbers: ['GRS\t 5', 'GRS 5', '\u0001'] }).report_numbers).toEqual(['GRS 5']);
  });

  it('a sold lot without a price is flagged, and so is a date that is not a day', () => {
    expect(
      record({ is_sold: 'TRUE', auction_date: '2017-06-01', auction_date_precision: 'month' }),
    ).toMatchObject({ is_sold: true, flags: ['SOLD_WITHOUT_PRICE', 'DATE_PARTIAL'] });
  });

  it('computed fields in the input are ignored', () => {
    expect(record({ price_per_carat_usd: 'nonsense', import: '3', updated_at: 'then' })).toMatchObject({
      import: 5,
      updated_at: writer.created_at,
      price_per_carat_usd: null,
    });
  });

  it.each([
    [{ id: '' }, 'id', 'required'],
    [{ id: '1.5' }, 'id', 'wrong_type'],
    [{ id: '0' }, 'id', 'out_of_range'],
    [{ id: '0.99999999999999999999' }, 'id', 'wrong_type'],
    [{ id: '9007199254740990.6' }, 'id', 'wrong_type'],
    [{ auction_date: '1500-01-01', currency: 'usd' }, 'auction_date', 'out_of_range'],
    [{ flags: Array.from({ length: 300_000 }, () => ({})) }, 'flags', 'too_long'],
    [{ id: '9007199254740993' }, 'id', 'out_of_range'],
    [{ title: '   ' }, 'title', 'required'],
    [{ title: 'x'.repeat(10_001) }, 'title', 'too_long'],
    [{ gem_type: 'x'.repeat(201) }, 'gem_type', 'too_long'],
    [{ carat: '0' }, 'carat', 'out_of_range'],
    [{ carat: '1000000.5' }, 'carat', 'out_of_range'],
    [{ carat: '1,5' }, 'carat', 'wrong_type'],
    [{ carat: '1e3' }, 'carat', 'wrong_type'],
    [{ carat: 'NaN' }, 'carat', 'wrong_type'],
    [{ price_final_usd: '12.50' }, 'price_final_usd', 'wrong_type'],
    [{ price_final_usd: '-1' }, 'price_final_usd', 'out_of_range'],
    [{ is_sold: 'yes' }, 'is_sold', 'wrong_type'],
    [{ auction_date: '2023-02-29' }, 'auction_date', 'bad_date'],
    [{ auction_date: '12/05/2015' }, 'auction_date', 'bad_date'],
    [{ auction_date: '1599-12-31' }, 'auction_date', 'out_of_range'],
    [{ auction_date_precision: 'week' }, 'auction_date_precision', 'not_allowed'],
    [{ currency: 'dollars' }, 'currency', 'not_allowed'],
    [{ flags: 'NICE' }, 'flags', 'not_allowed'],
    [{ sale_status: 'gone' }, 'sale_status', 'not_allowed'],
    [{ lab: 5 }, 'lab', 'wrong_type'],
    [{ price_hammer_usd: '1.5' }, 'price_hammer_usd', 'wrong_type'],
    [{ colour: 'red' }, 'colour', 'unknown_field'],
    [JSON.parse('{"__proto__": {"id": 3}}'), '__proto__', 'unknown_field'],
    [{ colour: 'red', carat: 'x', price_final_usd: 'y' }, 'carat', 'wrong_type'],
  ])('the record %j is rejected for its first invalid field', (fields, field, code) => {
    expect(rejection(fields)).toEqual({ field, code });
  });

  it.each([
    [
      { auction_date: '31.02.2024' },
      'auction_date: 31.02.2024 is not a date. Use YYYY-MM-DD, or a profile with a format.',
    ],
    [{ auction_dat: '2024-02-01' }, '"auction_dat" is not a known field (did you mean auction_date?).'],
    [{ colour: 'red' }, '"colour" is not a known field.'],
    [
      { url: 'https://me:secret@x.org/1' },
      'url must be an http or https URL without user and password; it is "https://me:secret@x.org/1".',
    ],
  ])('the message about %j says what is wrong and what to do', (fields, message) => {
    expect(normalize({ ...lot, ...fields }, writer)).toMatchObject({ message });
  });

  it('the limits of every range are accepted', () => {
    expect(record({ id: '9007199254740991', carat: '1000000', auction_date: '1600-01-01' })).toMatchObject({
      id: 9007199254740991,
    });
    expect(record({ auction_date: '2100-12-31', carat: '0.01', price_final_usd: '0' })).toMatchObject({
      carat: 0.01,
    });
  });
});

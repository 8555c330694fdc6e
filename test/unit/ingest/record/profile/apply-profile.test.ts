import { describe, expect, it } from 'vitest';
import { applyIdentity, applyProfile } from '../../../../../ingest/record/profile/apply-profile.ts';
import { checkProfile } from '../../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../../ingest/record/profile/profile.ts';

const base = {
  name: 'test',
  identity: ['house', 'sale', 'lot'],
  fields: { title: 'what', auction_house: 'house', auction_date: { column: 'when', formats: ['MMMM yyyy'] } },
  titles: ['gem_type', 'carat', 'origin', 'treatment'],
};
const row = {
  house: "Christie's",
  sale: '2020',
  lot: '7',
  what: 'A 5.04-CARAT BURMESE RUBY RING',
  when: 'June 2017',
};

function profile(changes: object = {}): Profile {
  const written = expandProfile({ ...base, ...changes });
  expect(checkProfile(written)).toEqual([]);
  return written as Profile;
}
const fieldsOf = (changes: object, cells: object = {}) => {
  const result = applyProfile(profile(changes))({ ...row, ...cells });
  if ('code' in result) throw new Error(result.message);
  if ('skipped' in result) throw new Error(result.skipped);
  return result.fields;
};
const rejectionOf = (changes: object, cells: object = {}) => {
  const result = applyProfile(profile(changes))({ ...row, ...cells });
  return 'code' in result ? [result.field, result.code] : undefined;
};

describe('records read by a profile', () => {
  it('columns are renamed, dates and titles are read, and derived fields are listed', () => {
    expect(fieldsOf({})).toEqual({
      id: expect.any(Number),
      title: 'A 5.04-CARAT BURMESE RUBY RING',
      auction_house: "Christie's",
      auction_date: '2017-06-01',
      auction_date_precision: 'month',
      gem_type: 'Ruby',
      carat: 5.04,
      origin: 'Myanmar',
      derived: ['gem_type', 'carat', 'origin'],
      flags: ['CARAT_FROM_TITLE'],
    });
  });

  it('a column takes precedence over the title, and does not count as derived', () => {
    const fields = { ...base.fields, carat: 'weight', gem_type: 'gem' };
    expect(fieldsOf({ fields }, { weight: '4', gem: 'Ruby' })).toMatchObject({
      carat: 4,
      derived: ['origin'],
    });
    expect(fieldsOf({ fields }, { weight: '4', gem: 'Ruby' }).flags).toBeUndefined();
  });

  it('constants, first filled columns, joined columns and mapped words are supported', () => {
    const fields = {
      ...base.fields,
      price_basis: { value: 'premium' },
      is_sold: { column: 'sold', map: { YES: true, no: false, maybe: null } },
      location: { columns: ['city', 'country'] },
      sale: { columns: ['sale', 'part'], join: ', ' },
      lab: { column: 'report', filled: true },
    };
    const cells = { sold: 'Yes', city: 'n/a', country: 'Switzerland', part: 'II' };
    expect(fieldsOf({ fields }, cells)).toMatchObject({
      price_basis: 'premium',
      is_sold: 'true',
      location: 'Switzerland',
      sale: '2020, II',
      lab: 'false',
    });
    expect(fieldsOf({ fields }, { sold: 'maybe' }).is_sold).toBeUndefined();
  });

  it('null words can be set for the profile or for one column', () => {
    const fields = {
      ...base.fields,
      origin: { column: 'place', null_words: ['?', 'unknown mine'] },
    };
    for (const place of ['NONE', '?', 'Unknown mine', '', undefined]) {
      const changes = { fields, null_words: ['none'], titles: ['gem_type'] };
      expect(fieldsOf(changes, { place }).origin, String(place)).toBeUndefined();
    }
    expect(fieldsOf({ fields }, { place: 'Kashmir' }).origin).toBe('Kashmir');
  });

  it.each([
    [{ what: '' }, 'title', 'required'],
    [{ what: 'A GOLD BANGLE' }, 'gem_type', 'no_gem'],
    [{ when: '2017' }, 'auction_date', 'bad_date'],
    [{ lot: '' }, 'id', 'required'],
    [{ lot: '', what: 'A GOLD BANGLE', when: 'x' }, 'id', 'required'],
    [{ what: 'A GOLD BANGLE', when: 'x' }, 'gem_type', 'no_gem'],
  ])('the row %j is rejected for the first invalid field of its record', (cells, field, code) => {
    expect(rejectionOf({}, cells)).toEqual([field, code]);
  });

  it('a number that does not match the format of the profile is rejected', () => {
    const fields = { ...base.fields, price_original: { column: 'weight', numbers: { decimal: ',' } } };
    expect(rejectionOf({ fields }, { weight: '.1.56' })).toEqual(['price_original', 'wrong_type']);
    expect(rejectionOf({ fields }, { weight: '1.56' })).toEqual(['price_original', 'wrong_type']);
    expect(fieldsOf({ fields }, { weight: '1,56' }).price_original).toBe(1.56);
  });

  it('values of JSON records are read too', () => {
    const fields = { ...base.fields, carat: 'weight', is_sold: 'sold' };
    expect(fieldsOf({ fields }, { weight: 2.5, sold: true, lot: 7 })).toMatchObject({
      carat: 2.5,
      is_sold: 'true',
    });
  });

  it('a deletion needs only the identity', () => {
    const whole = applyProfile(profile())(row);
    const only = applyIdentity(profile())({ house: 'CHRISTIES', sale: '2020', lot: '7' });
    expect('fields' in only && only.fields).toEqual({ id: 'fields' in whole && whole.fields.id });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyProfile } from '../../../../../ingest/record/profile/apply-profile.ts';
import { checkProfile } from '../../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../../ingest/record/profile/expand-profile.ts';
import type { Profile } from '../../../../../ingest/record/profile/profile.ts';
import { weightReader } from '../../../../../ingest/record/profile/read-weight.ts';

const carats = (text: string, source: object = {}) =>
  weightReader({ column: 'w', ...source }, {})(text)?.carats;

describe('the weight in a column', () => {
  it.each([
    ['3.02', 3.02],
    ['3.02 ct', 3.02],
    ['3.02cts.', 3.02],
    ['(3.02 Carats)', undefined],
    ['3.02 (ct)', 3.02],
    ['Cts.15.0', 15],
    ['ct: 2.88', 2.88],
    ['ct .75', 0.75],
    ['.75ct', 0.75],
    ['2.5 carati', 2.5],
    ['4.1 克拉', 4.1],
    ['approx. 3 ct', 3],
    ['ca.3.5 ct', 3.5],
    ['~ 3 ct', 3],
    ['about 40 points', 0.4],
    ['50 points', 0.5],
    ['33pts', 0.33],
    ['7 pt.', 0.07],
    ['2 g', 10],
    ['1.5 grams', 7.5],
    ['640 mg', 3.2],
    ['1.2 kg', 6000],
    ['2 tola', 116.638],
  ])('%j is %j ct', (text, weight) => {
    expect(carats(text)).toBe(weight);
  });

  it.each([
    '2.00-2.05 ct',
    '2-3 ct',
    '2 x 1.5 ct',
    '1.5 ct x 2',
    '3.02 + 2.98 ct',
    '3.02 ct ruby',
    '5 ratti',
    '3 gr',
    '8 mm',
    '18k',
    'ct.75',
    '3,02 ct',
    '-3 ct',
    '0',
    '0.00 ct',
    '2000000 ct',
    'several',
    'ct 3 g',
    `${'9'.repeat(200)} ct`,
  ])('%j is not a weight', (text) => {
    expect(carats(text)).toBeUndefined();
  });

  it('the number format of the source counts, whatever the unit', () => {
    const numbers = { decimal: ',', thousands: '.' };
    expect(carats('1.250,5 mg', { numbers })).toBe(6.2525);
    expect(carats('3,02 Karat', { numbers })).toBe(3.02);
    expect(carats('3.02 ct', { numbers })).toBeUndefined();
  });

  it('a bare number or a listed unit counts carats_per_unit, and a stated unit counts itself', () => {
    const source = { carats_per_unit: 0.9112, numbers: { units: ['ratti'] } };
    expect(carats('5 ratti', source)).toBe(4.556);
    expect(carats('5', source)).toBe(4.556);
    expect(carats('5 ct', source)).toBe(5);
    expect(carats('40 points', source)).toBe(0.4);
  });

  it('a weight with a unit is the number times the unit, and never the number beside an unknown word', () => {
    const hundredths = fc.integer({ min: 1, max: 99_999 }).map((n) => n / 100);
    const unit = fc.constantFrom(['ct', 1], ['pts', 0.01], ['g', 5], ['mg', 0.005]);
    fc.assert(
      fc.property(hundredths, unit, fc.constantFrom('', ' ', '  '), (number, [word, factor], gap) => {
        expect(carats(`${number}${gap}${word}`)).toBeCloseTo(number * (factor as number), 3);
        expect(carats(`${number}${gap}${word}x`)).toBeUndefined();
        expect(carats(`${number}${gap}${word} ${number}`)).toBeUndefined();
      }),
    );
  });
});

describe('a record with a weight or a URL', () => {
  const read = (cells: object, fields: object = {}) => {
    const written = expandProfile({
      name: 'test',
      identity: ['no'],
      fields: { title: 'what', carat: 'w', url: 'link', image_url: 'photo', ...fields },
      titles: ['gem_type', 'carat'],
    });
    expect(checkProfile(written)).toEqual([]);
    const result = applyProfile(written as Profile)({ no: '1', what: 'Ruby', ...cells });
    if (!('fields' in result)) throw new Error(JSON.stringify(result));
    const { carat, url, image_url, flags } = result.fields;
    return { carat, url, image_url, flags };
  };

  it('a weight that cannot be read is left out and flagged, and the lot stays', () => {
    expect(read({ w: '2.00-2.05 ct' })).toEqual({ flags: ['WEIGHT_UNREADABLE'] });
    expect(read({ w: 'n/a' })).toEqual({});
    expect(read({ w: '2 x 1 ct', what: 'Ruby, 2.10 ct' })).toEqual({
      carat: 2.1,
      flags: ['WEIGHT_UNREADABLE', 'CARAT_FROM_TITLE'],
    });
  });

  it('a total weight is one of several stones', () => {
    expect(read({ w: '3.02 ctw' })).toEqual({ carat: 3.02, flags: ['MULTI_STONE'] });
    expect(read({ w: '3.02 carats total weight' })).toEqual({ carat: 3.02, flags: ['MULTI_STONE'] });
  });

  it('flags of a column stay beside those that are added', () => {
    expect(read({ w: '?', f: 'MULTI_STONE; LAB_GROWN' }, { flags: 'f' })).toEqual({
      flags: ['MULTI_STONE', 'LAB_GROWN', 'WEIGHT_UNREADABLE'],
    });
  });

  it.each([
    ['https://h.example/lot/1', 'https://h.example/lot/1'],
    ['HTTP://h.example/1', 'HTTP://h.example/1'],
    ['www.h.example/lot/1', 'https://www.h.example/lot/1'],
    ['//h.example/lot/1', 'https://h.example/lot/1'],
  ])('the URL %s is %s', (link, url) => {
    expect(read({ link })).toEqual({ url });
  });

  it.each([
    '/lot/1',
    'see catalog',
    'javascript:alert(1)',
    'https://',
    'https://h.example/a b',
    'https://user:password@h.example/1',
    'ftp://h.example/1',
  ])('the text %s is left out and flagged, because it is not a URL', (link) => {
    expect(read({ link })).toEqual({ flags: ['URL_UNREADABLE'] });
  });

  it.each([
    ['https://h.example/1.jpg', 'https://h.example/1.jpg'],
    ['//h.example/1.jpg', 'https://h.example/1.jpg'],
    ['https://h.example/1.jpg; https://h.example/2.jpg', 'https://h.example/1.jpg'],
    ['https://h.example/1.jpg,https://h.example/2.jpg', 'https://h.example/1.jpg'],
    ['https://h.example/w_300,h_200/1.jpg', 'https://h.example/w_300,h_200/1.jpg'],
  ])('the photo of %s is %s', (photo, image_url) => {
    expect(read({ photo })).toEqual({ image_url });
  });

  it.each(['http://h.example/1.jpg', '/photos/1.jpg', 'C:\\photos\\1.jpg', 'ruby.jpg', 'https://'])(
    'the text %s is left out and flagged, because it is not the https URL of a photo',
    (photo) => {
      expect(read({ photo, link: 'https://h.example/1' })).toEqual({
        ...{ url: 'https://h.example/1', flags: ['URL_UNREADABLE'] },
      });
    },
  );

  it('a gem is read from a title with underscores between its words', () => {
    const result = applyProfile({
      name: 'test',
      identity: { columns: ['no'] },
      fields: { title: { column: 'what' } },
      titles: { read: ['gem_type'] },
    })({ no: '1', what: 'pink_sapphire' });
    expect(result).toMatchObject({ fields: { title: 'pink_sapphire', gem_type: 'Pink Sapphire' } });
  });

  it('carats_per_unit is refused for anything but the weight', () => {
    const fields = { id: 'no', title: { column: 'what', carats_per_unit: 5 }, gem_type: 'what' };
    expect(checkProfile(expandProfile({ name: 'test', fields }))).toEqual([
      'fields.title: carats_per_unit is only for fields.carat',
    ]);
  });
});

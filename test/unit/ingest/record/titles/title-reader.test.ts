import { describe, expect, it } from 'vitest';
import { titleFields } from '../../../../../ingest/record/profile/profile.ts';
import { titleReader } from '../../../../../ingest/record/titles/title-reader.ts';

/** The fields of a record after its title was read, and its error codes. */
function read(given: Record<string, unknown>, wanted: readonly (typeof titleFields)[number][] = titleFields) {
  const fields = { ...given };
  const problems = titleReader({ read: [...wanted] }, {})({}, fields);
  return { fields, codes: problems.map(({ code }) => code) };
}

describe('titleReader', () => {
  it('fields that no column gives are filled from the title, and listed', () => {
    const { fields } = read({
      title: 'A RING SET WITH A 5.04-CARAT COLOMBIAN EMERALD, MINOR OIL',
      origin: 'Zambia',
    });
    expect(fields).toMatchObject({
      gem_type: 'Emerald',
      carat: 5.04,
      origin: 'Zambia',
      treatment: 'Minor oil',
      object_type: 'ring',
      derived: ['gem_type', 'carat', 'treatment', 'object_type'],
      flags: ['CARAT_FROM_TITLE'],
    });
  });

  it.each([
    ['Diamond', 'The Oppenheimer Blue, fancy vivid blue', 'Blue Diamond'],
    ['Diamond', 'Fancy-coloured rectangular diamond ring', 'Fancy Color Diamond'],
    ['Garnet', 'Tsavorite garnet, 2 ct', 'Tsavorite'],
    ['Sapphire', 'Padparadscha from Ceylon', 'Padparadscha Sapphire'],
    ['Pearl', 'A cultured pearl necklace', 'Cultured Pearl'],
    ['Ruby', 'Lab-created ruby ring', 'Synthetic Ruby'],
  ])('the exact gem of a title replaces the column value %s: %s', (column, title, gem) => {
    expect(read({ title, gem_type: column }).fields).toMatchObject({
      gem_type: gem,
      derived: expect.arrayContaining(['gem_type']),
    });
  });

  it.each([
    ['Emerald', 'A diamond and emerald ring'],
    ['Pink Sapphire', 'A sapphire ring'],
    ['Ruby', 'A pink diamond ring'],
    ['Jade', 'A malachite box'],
  ])('the column value %s is kept with the title "%s"', (column, title) => {
    expect(read({ title, gem_type: column }).fields.gem_type).toBe(column);
  });

  it('lots of several stones are flagged, even when no field is read from titles', () => {
    const { fields } = read({ title: 'A PAIR OF RUBIES', gem_type: 'Ruby' }, []);
    expect(fields).toEqual({ title: 'A PAIR OF RUBIES', gem_type: 'Ruby', flags: ['MULTI_STONE'] });
  });

  it('flags that a column gives as one text are kept', () => {
    const { fields } = read({ title: 'A PAIR OF RUBIES', flags: 'DATE_PARTIAL; FUTURE_SALE' }, []);
    expect(fields.flags).toEqual(['DATE_PARTIAL', 'FUTURE_SALE', 'MULTI_STONE']);
  });

  it('a title without a gem is rejected only when the gem must come from it', () => {
    expect(read({ title: 'A GOLD RING' }).codes).toEqual(['no_gem']);
    expect(read({ title: 'A GOLD RING', gem_type: 'Ruby' }).codes).toEqual([]);
    expect(read({ title: 'A GOLD RING' }, ['carat']).codes).toEqual([]);
  });
});

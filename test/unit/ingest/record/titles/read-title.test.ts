import { describe, expect, it } from 'vitest';
import { readTitle } from '../../../../../ingest/record/titles/read-title.ts';
import { objectTypes } from '../../../../../mappings/vocabulary/object-types.ts';
import { labelledTitles } from './labelled-titles.ts';
import { floors, scoredFields, scoreTitles } from './score-titles.ts';

describe('readTitle', () => {
  it.each(labelledTitles().filter(({ heldOut }) => !heldOut))(
    'the title $title is read correctly',
    ({ title, style: _, heldOut: __, ...label }) => {
      expect(readTitle(title)).toEqual(label);
    },
  );

  it('held-out titles are read with the promised precision and recall', () => {
    const titles = labelledTitles();
    const heldOut = titles.filter((title) => title.heldOut);
    expect(titles.length).toBeGreaterThanOrEqual(1_000);
    expect(new Set(heldOut.map(({ style }) => style)).size).toBeGreaterThanOrEqual(6);
    expect(heldOut.length).toBeGreaterThanOrEqual(titles.length / 3);
    const scores = scoreTitles(heldOut);
    console.table(scores);
    for (const field of scoredFields) {
      expect(scores[field].precision, field).toBeGreaterThanOrEqual(floors[field].precision);
      expect(scores[field].recall, field).toBeGreaterThanOrEqual(floors[field].recall);
    }
  });

  it('every name of an object that is not vague names it', () => {
    for (const [name, type] of objectTypes.spellings) {
      if (/^(others?|miscellaneous|objet|set|case|gemstone)$/.test(name)) continue;
      expect(readTitle(`ruby, ${name}`).object_type, name).toBe(type);
    }
  });

  it('an amount in any currency is no weight', () => {
    for (const title of ['RUBY RING 8.38 SGD', 'RUBY 8.38 THB', 'RUBY ₹ 8.38', 'RUBY CHF 8.38'])
      expect(readTitle(title).carat, title).toBeUndefined();
  });

  it('a lower-case title is read like the original', () => {
    for (const { title, heldOut } of labelledTitles()) {
      // Some German compounds and ß change in capitals, so the titles are compared in lower case.
      if (!heldOut) expect(readTitle(title.toLowerCase()), title).toEqual(readTitle(title));
    }
  });

  // A backtracking reader would exceed the time limit of the test.
  it('long and unusual titles are read', () => {
    for (const title of [
      '',
      ' ',
      '…',
      '1,'.repeat(3_000),
      'RUBY '.repeat(2_000),
      '10.05 CARAT '.repeat(800),
      'AND '.repeat(2_500),
      'NO EVIDENCE OF '.repeat(600),
      'RING AND '.repeat(1_000),
      'KASHMIR '.repeat(1_200),
      'ct 1 '.repeat(2_000),
      'SET OF 1.05 RUBY '.repeat(580),
    ]) {
      expect(() => readTitle(title.slice(0, 10_000))).not.toThrow();
    }
  });

  // A reader that compares every number with every gem takes seconds for each.
  it('titles of maximum length that repeat a gem and a weight are read', () => {
    const title = 'SET OF 1.05 RUBY '.repeat(600).slice(0, 10_000);
    for (let i = 0; i < 10; i++)
      expect(readTitle(title)).toMatchObject({ gem_type: 'Ruby', carat: 1.05, multiStone: true });
  });
});

import { describe, expect, it } from 'vitest';
import { readTitle } from '../../../../ingest/record/titles/read-title.ts';
import { labelledTitles } from './labelled-titles.ts';
import { scoreTitles } from './score-titles.ts';

describe('readTitle', () => {
  it.each(labelledTitles().filter(({ heldOut }) => !heldOut))(
    'reads $title',
    ({ title, heldOut: _, ...label }) => {
      expect(readTitle(title)).toEqual(label);
    },
  );

  it('reads titles that no rule was written for as well as promised', () => {
    const heldOut = labelledTitles().filter((title) => title.heldOut);
    expect(heldOut.length).toBeGreaterThan(0.6 * labelledTitles().length);
    const { gem_type, carat, origin } = scoreTitles(heldOut);
    expect(gem_type.precision).toBeGreaterThanOrEqual(0.98);
    expect(gem_type.recall).toBeGreaterThanOrEqual(0.95);
    expect(carat.precision).toBeGreaterThanOrEqual(0.98);
    expect(origin.precision).toBeGreaterThanOrEqual(0.98);
  });

  it('does not mind capitals', () => {
    for (const { title, heldOut } of labelledTitles()) {
      // Capitals in German compounds and ß have no way back, but a lower-case title reads like the written one.
      if (!heldOut) expect(readTitle(title.toLowerCase()), title).toEqual(readTitle(title));
    }
  });

  // A reader that backtracks would not end within the time limit of the test.
  it('reads long and strange titles', () => {
    for (const title of [
      '',
      ' ',
      '…',
      '1,'.repeat(3_000),
      'RUBY '.repeat(2_000),
      '10.05 CARAT '.repeat(800),
    ]) {
      expect(() => readTitle(title.slice(0, 10_000))).not.toThrow();
    }
  });
});

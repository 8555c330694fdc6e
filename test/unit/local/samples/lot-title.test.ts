import { describe, expect, it } from 'vitest';
import { type LotDescription, lotTitle } from '../../../../local/samples/lot-title.ts';
import { randomFrom } from '../../../../local/samples/random.ts';

const ruby: LotDescription = {
  gem: 'Ruby',
  carat: 5.03,
  origin: 'Myanmar',
  treatment: 'No heat',
  pair: false,
};

function titles(description: Partial<LotDescription>): string[] {
  const random = randomFrom(1);
  return Array.from({ length: 300 }, () => lotTitle({ ...ruby, ...description }, random).title);
}

describe('lotTitle', () => {
  it('generated titles read like those of auction catalogs', () => {
    expect(titles({})).toContain('An unheated Burmese ruby ring, 5.03 carats');
    expect(titles({})).toContain('A Burmese ruby and diamond ring, 5.03 carats');
    expect(titles({ pair: true })).toContain('A pair of Burmese ruby earrings, 5.03 carats together');
  });

  it('unknown traits are left out of a title', () => {
    for (const title of titles({ carat: null, origin: null, treatment: null })) {
      expect(title).not.toMatch(/carat|null|undefined|Burmese|heat/);
    }
  });
});

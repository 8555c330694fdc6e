import { describe, expect, it } from 'vitest';
import {
  auctionHouses,
  createVocabulary,
  fold,
  gemTypes,
  origins,
} from '../../../../mappings/vocabulary/index.ts';
import { nearestIn } from '../../../support/nearest-in.ts';

const vocabularies = [
  ['gem types', gemTypes],
  ['origins', origins],
  ['auction houses', auctionHouses],
] as const;

describe.each(vocabularies)('the vocabulary of %s', (_, vocabulary) => {
  it('leads every name, synonym and variant to its own canonical name', () => {
    for (const { name, synonyms, variants = [] } of vocabulary.terms) {
      for (const spelling of [name, ...synonyms, ...variants]) {
        expect(vocabulary.canonical(spelling), spelling).toBe(name);
      }
    }
  });

  it('does so in capitals, without accents and with spaces around', () => {
    for (const { name, synonyms } of vocabulary.terms) {
      for (const spelling of [name, ...synonyms]) {
        expect(vocabulary.canonical(` ${spelling.toUpperCase()} `), spelling).toBe(name);
        expect(vocabulary.canonical(fold(spelling)), spelling).toBe(name);
      }
    }
  });

  it('lists no synonym twice, none with loose spaces, and no name twice', () => {
    for (const { name, synonyms } of vocabulary.terms) {
      const folded = [name, ...synonyms].map(fold);
      expect(new Set(folded).size, name).toBe(folded.length);
      for (const synonym of synonyms) expect(synonym).toBe(synonym.trim().replace(/ +/g, ' '));
    }
    expect(new Set(vocabulary.terms.map(({ name }) => name)).size).toBe(vocabulary.terms.length);
  });

  it('knows nothing of an empty text or of nonsense', () => {
    for (const text of ['', ' ', '()', ',', 'zzzzqqqq', 'null', 'constructor', '__proto__']) {
      expect(vocabulary.canonical(text)).toBeUndefined();
      expect(vocabulary.term(text)).toBeUndefined();
      expect(vocabulary.synonymsOf(text)).toEqual([]);
    }
    expect(nearestIn(vocabulary, 'zzzzqqqq')).toEqual([]);
    expect(nearestIn(vocabulary, '')).toEqual([]);
  });
});

describe('createVocabulary', () => {
  const stones = createVocabulary(
    [
      { name: 'Ruby', synonyms: ['rubis'], variants: ['rubies'] },
      { name: 'Sapphire', synonyms: ['saphir'] },
    ],
    { ignoredPrefixes: ['natural', 'loose'] },
  );

  it('refuses two terms that share a spelling, whatever its case and accents', () => {
    const terms = [
      { name: 'Ruby', synonyms: ['rubí'] },
      { name: 'Rubellite', synonyms: ['RUBI'] },
    ];
    expect(() => createVocabulary(terms)).toThrow('"RUBI" leads to both "Ruby" and "Rubellite"');
  });

  it('refuses a spelling of nothing but punctuation', () => {
    expect(() => createVocabulary([{ name: 'Ruby', synonyms: ['--'] }])).toThrow('folds to nothing');
  });

  it('understands a text of several parts when all of them mean the same', () => {
    expect(stones.canonical('Rubis (Ruby)')).toBe('Ruby');
    expect(stones.canonical('ruby, rubis / rubies')).toBe('Ruby');
    expect(stones.canonical('[Ruby]')).toBe('Ruby');
  });

  it('understands none of a text whose parts mean different things', () => {
    expect(stones.canonical('Ruby / Sapphire')).toBeUndefined();
    expect(stones.canonical('Ruby (cabochon)')).toBeUndefined();
  });

  it('overlooks the words that it is told to, and only before a name', () => {
    expect(stones.canonical('loose natural ruby')).toBe('Ruby');
    expect(stones.canonical('ruby natural')).toBeUndefined();
    expect(stones.canonical('natural')).toBeUndefined();
  });

  it('gives the term and the synonyms worth showing', () => {
    expect(stones.term('rubies')?.name).toBe('Ruby');
    expect(stones.synonymsOf('Ruby')).toEqual(['rubis']);
  });

  it('lists every folded spelling: names, then synonyms, then variants', () => {
    expect([...stones.spellings]).toEqual([
      ['ruby', 'Ruby'],
      ['sapphire', 'Sapphire'],
      ['rubis', 'Ruby'],
      ['saphir', 'Sapphire'],
      ['rubies', 'Ruby'],
    ]);
  });
});

describe('nearest', () => {
  it.each([
    ['rubby', 'Ruby'],
    ['saphhir', 'Sapphire'],
    ['emerlad', 'Emerald'],
    ['tzavorite', 'Tsavorite'],
    ['parai', 'Paraíba Tourmaline'],
    ['padparadsca', 'Padparadscha Sapphire'],
    ['burmese ruby', 'Ruby'],
    ['unheated kashmir sapphire ring', 'Sapphire'],
  ])('takes the gem %j for %s', (text, expected) => {
    expect(nearestIn(gemTypes, text)[0]).toBe(expected);
  });

  it.each([
    ['kashmer', 'Kashmir'],
    ['burm', 'Myanmar'],
    ['Mozambik', 'Mozambique'],
    ['colombai', 'Colombia'],
    ['Sri Lnaka', 'Sri Lanka'],
  ])('takes the origin %j for %s', (text, expected) => {
    expect(nearestIn(origins, text)[0]).toBe(expected);
  });

  it.each([
    ['sothbys', "Sotheby's"],
    ['chrsties', "Christie's"],
    ['bonham', 'Bonhams'],
  ])('takes the house %j for %s', (text, expected) => {
    expect(nearestIn(auctionHouses, text)[0]).toBe(expected);
  });

  it('prefers a name that begins with the text to a synonym that does', () => {
    for (const name of nearestIn(gemTypes, 'blue')) expect(name).toMatch(/^Blue /);
  });

  it('names each place of a text that names several', () => {
    expect(nearestIn(origins, 'Tanzania / Vietnam / Burma').sort()).toEqual([
      'Myanmar',
      'Tanzania',
      'Vietnam',
    ]);
  });

  it('gives three names at most, or as many as asked for, and none twice', () => {
    expect(nearestIn(gemTypes, 'fancy vivid').length).toBe(3);
    expect(new Set(nearestIn(gemTypes, 'diamond', 20)).size).toBe(nearestIn(gemTypes, 'diamond', 20).length);
    expect(nearestIn(gemTypes, 'ruby', 0)).toEqual([]);
  });
});

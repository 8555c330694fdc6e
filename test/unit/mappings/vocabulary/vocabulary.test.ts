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
  it('every name, synonym and variant leads to its own canonical name', () => {
    for (const { name, synonyms, variants = [] } of vocabulary.terms) {
      for (const spelling of [name, ...synonyms, ...variants]) {
        expect(vocabulary.canonical(spelling), spelling).toBe(name);
      }
    }
  });

  it('every canonical name is a name in a request, and so is a spelling with invisible characters', () => {
    for (const { name } of vocabulary.terms) {
      expect(vocabulary.named(name)).toEqual({ name, more: [] });
      expect(vocabulary.named(`\ufeff${[...name].join('\u200b')}`)).toEqual({ name, more: [] });
    }
  });

  it('spellings are recognized in capitals, without accents and with surrounding spaces', () => {
    for (const { name, synonyms } of vocabulary.terms) {
      for (const spelling of [name, ...synonyms]) {
        expect(vocabulary.canonical(` ${spelling.toUpperCase()} `), spelling).toBe(name);
        expect(vocabulary.canonical(fold(spelling)), spelling).toBe(name);
      }
    }
  });

  it('no name or synonym occurs twice, and none has surrounding spaces', () => {
    for (const { name, synonyms } of vocabulary.terms) {
      const folded = [name, ...synonyms].map(fold);
      expect(new Set(folded).size, name).toBe(folded.length);
      for (const synonym of synonyms) expect(synonym).toBe(synonym.trim().replace(/ +/g, ' '));
    }
    expect(new Set(vocabulary.terms.map(({ name }) => name)).size).toBe(vocabulary.terms.length);
  });

  it('an empty text or nonsense is not recognized', () => {
    for (const text of ['', ' ', '()', ',', 'zzzzqqqq', 'null', 'constructor', '__proto__']) {
      expect(vocabulary.canonical(text)).toBeUndefined();
      expect(vocabulary.term(text)).toBeUndefined();
      expect(vocabulary.synonymsOf(text)).toEqual([]);
    }
    expect(nearestIn(vocabulary, 'zzzzqqqq')).toEqual([]);
    expect(nearestIn(vocabulary, '')).toEqual([]);
  });
});

describe('words that say more than a name', () => {
  it.each([
    [gemTypes, 'pigeon blood ruby', { name: 'Ruby', more: ['pigeon blood'] }],
    [gemTypes, 'Fine Unheated Royal-Blue Sapphires', { name: 'Sapphire', more: ['unheated', 'royal'] }],
    [
      gemTypes,
      'fancy vivid purplish pink diamond',
      { name: 'Pink Diamond', more: ['fancy', 'vivid', 'purplish'] },
    ],
    [gemTypes, 'Russian demantoid', { name: 'Demantoid', more: ['Russian'] }],
    [gemTypes, 'fancy colored diamond', { name: 'Fancy Color Diamond', more: [] }],
    [gemTypes, 'natural ruby', { name: 'Ruby', more: [] }],
    [gemTypes, 'blue sapphire', { name: 'Sapphire', more: [] }],
    [auctionHouses, "Sotheby's Geneva", { name: "Sotheby's", more: ['Geneva'] }],
    [auctionHouses, 'CHRISTIES (hong kong)', { name: "Christie's", more: ['Hong Kong'] }],
    [auctionHouses, 'Beijing Poly', { name: 'Poly Auction', more: [] }],
    [auctionHouses, 'Geneva', undefined],
  ])('%$: "%s" is understood as %j', (vocabulary, text, named) => {
    expect(vocabulary.named(text)).toEqual(named);
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

  it('two terms that share a spelling are refused, whatever its case and accents', () => {
    const terms = [
      { name: 'Ruby', synonyms: ['rubí'] },
      { name: 'Rubellite', synonyms: ['RUBI'] },
    ];
    expect(() => createVocabulary(terms)).toThrow('"RUBI" leads to both "Ruby" and "Rubellite"');
  });

  it('a text of several parts is recognized when all of them mean the same', () => {
    expect(stones.canonical('Rubis (Ruby)')).toBe('Ruby');
    expect(stones.canonical('ruby, rubis / rubies')).toBe('Ruby');
    expect(stones.canonical('[Ruby]')).toBe('Ruby');
  });

  it('a text whose parts mean different things is not recognized', () => {
    expect(stones.canonical('Ruby / Sapphire')).toBeUndefined();
    expect(stones.canonical('Ruby (cabochon)')).toBeUndefined();
  });

  it('a term is returned with the synonyms worth showing', () => {
    expect(stones.term('rubies')?.name).toBe('Ruby');
    expect(stones.synonymsOf('Ruby')).toEqual(['rubis']);
  });
});

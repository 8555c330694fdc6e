import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PhraseCounter } from '../../../../ingest/index/suggestions/build-suggestions.ts';
import {
  phraseQuery,
  suggestedTitle,
  suggestName,
  suggestTitle,
} from '../../../../ingest/index/suggestions/suggestion-index.ts';

const anyText = fc.array(fc.constantFrom('a', 'ruby', 'ring', 'of', 'old'), { minLength: 1, maxLength: 7 });

describe('the phrase counter', () => {
  it('counts the texts that hold a phrase as a plain search does', () => {
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1, maxLength: 40 }), (texts) => {
        const counter = new PhraseCounter();
        for (const text of texts) counter.add(text);
        for (const text of texts) counter.count(text);
        const plain = texts.map(
          (phrase) => texts.filter((text) => ` ${text.join(' ')} `.includes(` ${phrase.join(' ')} `)).length,
        );
        expect(texts.map((text) => counter.countOf(text))).toEqual(plain);
      }),
    );
  });

  it('keeps its counts and marks while it grows', () => {
    const counter = new PhraseCounter();
    const words = Array.from({ length: 20_000 }, (_, i) => [`w${i}`]);
    for (const word of words) counter.add(word);
    expect(counter.mark(['w7'], 1)).toBe(0);
    for (const word of words) counter.count(word);
    for (let i = 20_000; i < 60_000; i++) counter.add([`w${i}`]);
    expect(words.every((word) => counter.countOf(word) === 1)).toBe(true);
    expect(counter.mark(['w7'], 2)).toBe(1);
  });
});

describe('a title', () => {
  it('is one line, and cut after a word so that its phrase is a value of q', () => {
    expect(suggestedTitle(' Two\n lines ')).toBe('Two lines');
    const long = suggestedTitle('Paraíba '.repeat(60));
    expect(long).toMatch(/Paraíba$/);
    expect(phraseQuery(long).length).toBeLessThanOrEqual(200);
    expect(suggestedTitle('—')).toBe('');
    expect(suggestedTitle('x'.repeat(300))).toBe('');
  });

  it('is found by the beginning of each word but function words', () => {
    const { document } = suggestTitle('A ring of rubies', ['a', 'ring', 'of', 'rubies'], 3);
    expect(document.suggest.input).toEqual(['a ring of rubies', 'ring of rubies', 'rubies']);
    expect(document.filter).toEqual({ q: '"A ring of rubies"' });
  });

  it('keeps no quotes in its phrase', () => {
    expect(phraseQuery('The "Sunrise" Ruby')).toBe('"The Sunrise Ruby"');
  });
});

it('a name is found by its synonyms, and one without a vocabulary by itself', () => {
  const { document } = suggestName('origin', 'Myanmar', 5);
  expect(document.suggest.input).toEqual(expect.arrayContaining(['myanmar', 'burma', 'mogok']));
  expect(document.synonyms).toContain('Burma');
  expect(suggestName('gem_type', 'Moon rock', 1).document).toMatchObject({
    synonyms: [],
    filter: { gem_name: 'Moon rock' },
    suggest: { input: ['moon rock', 'rock'], weight: 1 },
  });
});

import { describe, expect, it } from 'vitest';
import { phraseQuery, readTitles, suggestedTitle } from '../../../../../api/v1/suggestions/titles.ts';

describe('suggested titles', () => {
  it('a long title is one line, cut after a word so that its phrase is a value of q', () => {
    expect(suggestedTitle(' Two\n lines ')).toBe('Two lines');
    const long = suggestedTitle('Paraíba '.repeat(60));
    expect(long).toMatch(/Paraíba$/);
    expect(phraseQuery(long).length).toBeLessThanOrEqual(200);
    expect(suggestedTitle('x'.repeat(300))).toBe('');
  });

  it('the phrase of a title has no quotes', () => {
    expect(phraseQuery('The "Sunrise" Ruby')).toBe('"The Sunrise Ruby"');
  });
});

describe('titles of search hits', () => {
  const texts = (...titles: string[]) =>
    readTitles(titles.map((title) => ({ json: JSON.stringify({ title }) }))).map(({ term }) => term.text);

  it('each title occurs once, in the order of the hits', () => {
    expect(texts('Ruby ring', 'Opal', 'ruby-ring', 'Jade')).toEqual(['Ruby ring', 'Opal', 'Jade']);
  });

  it('a title is in capitals only when no hit spells it otherwise', () => {
    expect(texts('RUBY RING', 'OPAL', 'Ruby ring')).toEqual(['Ruby ring', 'OPAL']);
  });

  it('titles without a word are left out', () => {
    expect(texts('—', 'x'.repeat(300))).toEqual([]);
  });
});

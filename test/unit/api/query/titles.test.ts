import { describe, expect, it } from 'vitest';
import { phraseQuery, readTitles, suggestedTitle } from '../../../../api/v1/suggestions/titles.ts';

describe('a suggested title', () => {
  it('is one line, and cut after a word so that its phrase is a value of q', () => {
    expect(suggestedTitle(' Two\n lines ')).toBe('Two lines');
    const long = suggestedTitle('Paraíba '.repeat(60));
    expect(long).toMatch(/Paraíba$/);
    expect(phraseQuery(long).length).toBeLessThanOrEqual(200);
    expect(suggestedTitle('x'.repeat(300))).toBe('');
  });

  it('has no quotes in its phrase', () => {
    expect(phraseQuery('The "Sunrise" Ruby')).toBe('"The Sunrise Ruby"');
  });
});

describe('the titles of hits', () => {
  const texts = (...titles: string[]) =>
    readTitles(titles.map((title) => ({ json: JSON.stringify({ title }) }))).map(({ term }) => term.text);

  it('are each there once, in the order of the hits', () => {
    expect(texts('Ruby ring', 'Opal', 'ruby-ring', 'Jade')).toEqual(['Ruby ring', 'Opal', 'Jade']);
  });

  it('are spelled in capitals only where no hit spells them otherwise', () => {
    expect(texts('RUBY RING', 'OPAL', 'Ruby ring')).toEqual(['Ruby ring', 'OPAL']);
  });

  it('leave out titles without a word', () => {
    expect(texts('—', 'x'.repeat(300))).toEqual([]);
  });
});

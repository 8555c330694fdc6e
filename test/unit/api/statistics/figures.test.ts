import { describe, expect, it } from 'vitest';
import { change, meanFigure, ratio } from '../../../../api/statistics/price-figures.ts';
import { presentSuggestion } from '../../../../api/v1/suggestions/suggestion.ts';

describe('published figures', () => {
  it('figures of no values are null, and figures that are zero are 0', () => {
    expect([meanFigure(0, 0, 'carat'), ratio(0, 0), change(1, 0), change(null, 1), change(1, null)]).toEqual(
      Array(5).fill(null),
    );
    expect([meanFigure(0, 3, 'price_usd'), ratio(0, 5), change(0, 5)]).toEqual([0, 0, -1]);
  });
});

describe('the matched part of a suggestion', () => {
  const term = (text: string, synonyms: string[] = []) => ({
    type: synonyms.length > 0 ? ('gem_type' as const) : ('title' as const),
    text,
    synonyms,
    filter: {},
  });
  it.each([
    ['kashm', 'kashmir sapphire', term('An important Kashmir sapphire'), 'Kashmir'],
    ['kashmir sa', 'kashmir sapphire', term('An important Kashmir sapphire'), 'Kashmir sapphire'],
    ['burm', 'burma', term('Myanmar', ['Burma', 'Birmanie']), 'Burma'],
    ['kahsmir', 'kashmir sapphire', term('An important Kashmir sapphire'), 'Kashmir'],
    ['sapphire kash', 'kashmir sapphire', term('An important Kashmir sapphire'), 'Kashmir sapphire'],
    ['etoile', 'etoile sang', term('The Étoile "Sang"'), 'Étoile'],
    ['shaped', 'shaped burmese', term('A cushion-shaped Burmese ruby'), 'cushion-shaped'],
    ['16 car', '16 carats', term('A diamond & pearl, 3.16 carats'), '3.16 carats'],
    ['safire', 'safire', term('Sapphire', ['blue sapphire']), 'Sapphire'],
  ])('the typed text "%s" marks its matching words', (query, input, found, matched) => {
    expect(presentSuggestion({ term: found, input, lots: 1 }, query).matched).toBe(matched);
  });
});

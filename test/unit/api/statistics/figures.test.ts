import { describe, expect, it } from 'vitest';
import {
  caratsFigure,
  change,
  meanFigure,
  quantileFigure,
  ratio,
} from '../../../../api/statistics/price-figures.ts';
import { presentSuggestion } from '../../../../api/v1/suggestions/suggestion.ts';

describe('published figures', () => {
  it('figures are rounded half up, also where binary fractions would round wrongly', () => {
    expect(meanFigure(1, 32, 'price_usd')).toBe(0.0313);
    // 563 prices whose mean is 1975453072.48134991…
    expect(meanFigure(1975453072 * 563 + 271, 563, 'price_usd')).toBe(1975453072.4813);
    expect(ratio(1, 64)).toBe(0.015625);
    expect(ratio(2, 3)).toBe(0.666667);
    expect(change(9725.435, 10_000)).toBe(-0.027456);
    expect(caratsFigure(0.1 + 0.2)).toBe(0.3);
    expect(quantileFigure(1.0012499999999998, 'carat', 'p25')).toBe(1.0013);
  });

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

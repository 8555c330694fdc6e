import { expect, test } from 'vitest';
import { interpret } from '../../../api/filters/phrase/read-request.ts';
import { answerTo } from '../../../explorer/search/phrase-answer.ts';
import { priceIndexUrl } from '../../../explorer/service/requests.ts';
import { emptyState, sectionOf } from '../../../explorer/state/page-state.ts';
import { pricePhrases } from '../../support/price-phrases.ts';

const placeOf = (phrase: string) => answerTo({ ...interpret(phrase), lots: 1 }, emptyState);

test.each(pricePhrases)('"%s" leads to the price index of rubies from 2010 to 2020', (phrase) => {
  expect(sectionOf(placeOf(phrase))).toBe('index');
  expect(priceIndexUrl(placeOf(phrase))).toBe(
    '/api/ext/price-index?gem_name=Ruby&date_from=2010-01-01&date_to=2020-12-31',
  );
});

test('a comparison of gems leads to their price indexes, one of origins to lots', () => {
  expect(sectionOf(placeOf('emerald vs ruby'))).toBe('index');
  expect(placeOf('emerald vs. ruby prices').prefer).toBeUndefined();
  expect(sectionOf(placeOf('Mozambique vs Burma ruby'))).toBe('lots');
});

import { expect, test } from 'vitest';
import { interpret } from '../../../api/filters/phrase/read-request.ts';
import { answerTo, droppedWords, withHouses } from '../../../explorer/search/phrase-answer.ts';
import { priceIndexUrl } from '../../../explorer/service/requests.ts';
import { addressOf, emptyState, sectionOf } from '../../../explorer/state/page-state.ts';
import { pricePhrases } from '../../support/price-phrases.ts';

const placeOf = (phrase: string) =>
  answerTo(withHouses({ ...interpret(phrase), lots: 0 }, phrase), emptyState, phrase);

test.each(pricePhrases)('"%s" leads to the price index of rubies from 2010 to 2020', (phrase) => {
  expect(sectionOf(placeOf(phrase))).toBe('index');
  expect(priceIndexUrl(placeOf(phrase))).toBe(
    '/api/ext/price-index?gem_name=Ruby&date_from=2010-01-01&date_to=2020-12-31',
  );
});

test.each([
  ['emerald vs ruby', '/?view=prices&gem_name=Emerald&gem_name=Ruby&section=index'],
  ['compare emerald and ruby', '/?view=prices&gem_name=Emerald&gem_name=Ruby&section=index'],
  ['did ruby prices rise since 2010', '/?view=prices&gem_name=Ruby&date_from=2010-01-01&section=index'],
  ['ruby price history', '/?view=prices&gem_name=Ruby&section=index'],
  ['sell-through christies', '/?view=houses&auction_house=Christie%27s'],
  ['christies vs sothebys', '/?view=houses&auction_house=Christie%27s&auction_house=Sotheby%27s'],
  ['compare christies and bonhams', '/?view=houses&auction_house=Christie%27s&auction_house=Bonhams'],
  ['compare houses', '/?view=houses'],
  ['who sells the most sapphires', '/?view=houses&gem_name=Sapphire'],
  ['lot 502', '/?lot_number=502'],
  ['sothebys lot 502', '/?auction_house=Sotheby%27s&lot_number=502'],
  ['most expensive diamond', '/?gem_name=Diamond&of=price&section=records'],
  ['record ruby price', '/?gem_name=Ruby&of=price&section=records'],
  ['record price per carat sapphire', '/?gem_name=Sapphire&section=records'],
  ['what is a 4.2 ct colombian emerald worth', '/?view=value&gem_name=Emerald&origin=Colombia&carat=4.2'],
  [
    'unheated burma ruby 5 carat',
    '/?gem_name=Ruby&origin=Myanmar&treatment=No+heat&weight_min=5.00&weight_max=5.99',
  ],
  ['Mozambique vs Burma ruby', '/?gem_name=Ruby&origin=Mozambique&origin=Myanmar&prefer=vs'],
])('"%s" leads to %s', (phrase, address) => {
  expect(addressOf(placeOf(phrase))).toBe(address);
});

test.each([
  ['pigeon blood ruby', ['pigeon', 'blood']],
  ['royal blue sapphire 5ct', ['royal', 'blue']],
  ['unheated burmese rubies', []],
  ['padparadscha', []],
])('the filters of "%s" leave out the words %s', (phrase, words) => {
  expect(droppedWords(interpret(phrase).parts)).toEqual(words);
});

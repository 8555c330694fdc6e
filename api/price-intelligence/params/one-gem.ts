import type { Static, TObject, TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { extension, listOfTexts } from '../../params/parameter.ts';
import { pricesParams } from '../../params/prices.ts';
import { priceChoiceParams } from './price-choice.ts';

/** The filter `gem_name` where a response is about one gem type: prices of several types cannot be modeled together. */
export const oneGem = listOfTexts({
  description: 'Gemstone type, exactly one, by canonical name or synonym.',
  examples: [['ruby']],
  'x-vocabulary': 'gem_name',
  maxItems: 1,
  ...extension,
});

/** Parameters of /size-curve. */
export const sizeCurveParams = {
  ...filterParams,
  gem_name: oneGem,
  ...priceChoiceParams,
  ...pricesParams,
} satisfies TProperties;

export type SizeCurveParams = Static<TObject<typeof sizeCurveParams>>;

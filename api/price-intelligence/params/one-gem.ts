import type { TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { extension, listOfTexts } from '../../params/parameter.ts';

/** The filter `gem_name` where an answer is of one type of gem: prices of several have nothing in common to model. */
export const oneGem = listOfTexts({
  description: 'Gemstone type, exactly one, by canonical name or synonym.',
  examples: [['ruby']],
  'x-vocabulary': 'gem_name',
  maxItems: 1,
  ...extension,
});

/** Parameters of /size-curve. */
export const sizeCurveParams = { ...filterParams, gem_name: oneGem } satisfies TProperties;

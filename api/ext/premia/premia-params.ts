import type { Static, TObject, TProperties } from 'typebox';
import { filterParams } from '../../filters/filter-params.ts';
import { extension, oneOf } from '../../parameters/kinds.ts';
import { basisParam } from '../../statistics/prices.ts';
import { oneGem } from '../price-model/choice.ts';
import { kinds } from '../regression/hedonic-index.ts';

/** Parameters of /premia. */
export const premiaParams = {
  ...filterParams,
  gem_name: oneGem,
  trait: oneOf(kinds, {
    description: 'The compared trait: place of origin, treatment or auction house.',
    default: 'origin',
    examples: ['treatment'],
    ...extension,
  }),
  basis: basisParam,
} satisfies TProperties;

export type PremiaParams = Static<TObject<typeof premiaParams>>;

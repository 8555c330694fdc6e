import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { filterParams } from '../../filters/filter-params.ts';
import { extension, oneOf, text } from '../../parameters/kinds.ts';
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
  reference: Type.Optional(
    text({
      description:
        'The value with which the others are compared, by canonical name or synonym; `untreated` is the most frequent treatment that says that none was found. Default: the known value with the most lots.',
      examples: ['Sri Lanka'],
      ...extension,
    }),
  ),
  basis: basisParam,
} satisfies TProperties;

export type PremiaParams = Static<TObject<typeof premiaParams>>;

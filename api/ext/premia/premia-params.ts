import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { priceBases } from '../../../mappings/record.ts';
import { filterParams } from '../../filters/filter-params.ts';
import { extension, oneOf, text } from '../../parameters/kinds.ts';
import type { Rule } from '../../parameters/read-parameters.ts';
import { oneGem, priceChoiceParams } from '../price-model/choice.ts';

/** The traits whose values are compared. */
export const comparedTraits = ['origin', 'treatment', 'auction_house', 'price_basis'] as const;

/** The periods within which the values are compared. */
const premiaIntervals = ['all', 'decade', 'year'] as const;

/** Parameters of /premia. */
export const premiaParams = {
  ...filterParams,
  gem_name: oneGem,
  trait: oneOf(comparedTraits, {
    description:
      'The compared trait: place of origin, treatment, auction house, or basis of the published price.',
    default: 'origin',
    examples: ['treatment'],
    ...extension,
  }),
  reference: Type.Optional(
    text({
      description:
        'The value with which the others are compared, by canonical name or synonym; `untreated` is the most frequent treatment that says that none was found. With `trait=price_basis` one of `hammer`, `premium` and `unknown`. Default: the known value with the most lots.',
      examples: ['Sri Lanka'],
      ...extension,
    }),
  ),
  interval: oneOf(premiaIntervals, {
    description:
      '`all` compares over all time; `decade` and `year` also compare within each decade or year, by a regression of its own.',
    default: 'all',
    examples: ['decade'],
    ...extension,
  }),
  ...priceChoiceParams,
} satisfies TProperties;

export type PremiaParams = Static<TObject<typeof premiaParams>>;

/** Price bases are compared by their names, and only for published prices. */
export const premiaRules: Rule[] = [
  ({ trait, reference }) => {
    if (trait !== 'price_basis' || reference === undefined) return undefined;
    if ((priceBases as readonly unknown[]).includes(reference)) return undefined;
    const message = `reference: ${reference} is not a price basis. Use one of ${priceBases.join(', ')}.`;
    return { parameter: 'reference', code: 'not_allowed', message, value: String(reference) };
  },
  ({ trait, basis }) => {
    if (trait !== 'price_basis' || basis === undefined || basis === 'published') return undefined;
    const message = `basis cannot be used together with trait=price_basis, which compares published prices. Omit basis, or use another trait.`;
    return { parameter: 'basis', code: 'conflict', message, value: String(basis) };
  },
];

import type { TProperties } from 'typebox';
import { filterParams } from '../../params/filters.ts';
import { extensionPagingParams } from '../../params/paging.ts';
import { extension, oneOf } from '../../params/parameter.ts';

/** The values of which a lot can set a record. */
const recordValues = ['price_per_carat', 'price'] as const;

/** Parameters of /records. */
export const recordsParams = {
  of: oneOf(recordValues, {
    description: 'The compared value: the price per carat of single stones, or the price of whole lots.',
    default: 'price_per_carat',
    examples: ['price'],
    ...extension,
  }),
  ...extensionPagingParams,
  ...filterParams,
} satisfies TProperties;

import Type, { type TProperties } from 'typebox';
import { extension, oneOfOrImplied } from '../../params/parameter.ts';
import { basisParam } from '../../params/prices.ts';

/** What a price model is of, besides the filters: which price of each lot, and whether implausible ones count. */
export const priceChoiceParams = {
  basis: basisParam,
  outliers: Type.Optional(
    oneOfOrImplied(['keep', 'leave_out'], 'keep', {
      description:
        'Whether lots with an implausible price (flag `PRICE_OUTLIER`) count: `keep` (the default), or `leave_out`.',
      examples: ['leave_out'],
      ...extension,
    }),
  ),
} satisfies TProperties;

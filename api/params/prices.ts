import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { priceKinds } from '../../mappings/price-amounts.ts';
import { cpiOfMonth, newestCpiMonth, oldestCpiMonth } from '../../mappings/us-cpi.ts';
import { extension, month, oneOfOrImplied } from './parameter.ts';
import type { Rule } from './read-parameters.ts';

/** Which price of each lot the figures are of. */
export const basisParam = Type.Optional(
  oneOfOrImplied(priceKinds, 'published', {
    description:
      "Which prices the figures are of: `published`, as the source gives them (the default); `hammer`, without buyer's premium; or `premium`, with it. Lots without such a price have none. Price filters always apply to the published price.",
    examples: ['hammer'],
    ...extension,
  }),
);

/** Parameters of figures of prices: which price, in dollars of which time. */
export const pricesParams = {
  basis: basisParam,
  dollars: Type.Optional(
    oneOfOrImplied(['nominal', 'real'], 'nominal', {
      description:
        '`nominal` dollars of the day of the sale (the default), or `real` dollars of the month `base`, by the consumer price index of the United States. Lots without a date have no real price.',
      examples: ['real'],
      ...extension,
    }),
  ),
  base: Type.Optional(
    month({
      description: `The month of the dollars, with \`dollars=real\`: ${oldestCpiMonth} to ${newestCpiMonth}. Default: the newest.`,
      examples: ['2015-01'],
      'x-implied': newestCpiMonth,
      ...extension,
    }),
  ),
} satisfies TProperties;

export type PricesParams = Static<TObject<typeof pricesParams>>;

/** The base is a published month, and belongs to real dollars. */
export const pricesRules: Rule[] = [
  ({ base }) => {
    if (base === undefined || cpiOfMonth(base as string) !== undefined) return undefined;
    const message = `base: there is no consumer price index for ${base}. Use a published month from ${oldestCpiMonth} to ${newestCpiMonth}.`;
    return { parameter: 'base', code: 'not_allowed', message, value: base as string };
  },
  ({ dollars }, sent) => {
    if (!sent.has('base') || dollars === 'real') return undefined;
    const message = 'base requires dollars=real. Add dollars=real, or omit base.';
    return { parameter: 'base', code: 'conflict', message };
  },
];

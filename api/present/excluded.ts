import Type, { type Static } from 'typebox';
import { flags } from '../../mappings/flags.ts';

const flag = 'MULTI_STONE';

/** `meta.excluded`: the lots that figures of price per carat leave out. */
export const Excluded = Type.Object(
  {
    lots: Type.Integer({ minimum: 0, description: 'Number of excluded lots.' }),
    flag: Type.String({ description: 'The flag of these lots.' }),
    reason: Type.String({ description: 'Why.' }),
  },
  {
    additionalProperties: false,
    description: 'Lots in the filter that have a price per carat, but are left out of every figure of it.',
    'x-choice': true,
  },
);

export const presentExcluded = (lots: number): Static<typeof Excluded> => ({
  lots,
  flag,
  reason: flags[flag],
});

import Type, { type Static } from 'typebox';
import { flags } from '../../mappings/flags.ts';

const flag = 'MULTI_STONE';

/** `meta.excluded`: the lots that figures of price per carat leave out. */
export const Excluded = Type.Object(
  {
    lots: Type.Integer({ minimum: 0, description: 'Number of excluded lots.' }),
    flag: Type.String({ description: 'The flag of these lots.' }),
    reason: Type.String({ description: 'Why.' }),
    objects: Type.Integer({
      minimum: 0,
      description:
        'Number of watches, boxes and other objects in the filter: their prices are in no figure, unless `object_type` names them.',
    }),
  },
  {
    additionalProperties: false,
    description:
      'Lots that are left out: `lots` in the filter have a price per carat, but are in no figure of it; `objects` are in no figure at all.',
    'x-choice': true,
  },
);

export const presentExcluded = (lots: number, objects: number): Static<typeof Excluded> => ({
  lots,
  flag,
  reason: flags[flag],
  objects,
});

import type { Static, TProperties } from 'typebox';
import Type from 'typebox';
import { flags } from '../../mappings/flags.ts';
import type { LeftOut } from './auction-lots.ts';
import { choice, count, orNull } from './fields.ts';

/** Below this number of priced lots, price statistics are unreliable. */
export const lowSampleBelow = 5;

export const lowSample = Type.Boolean({
  description: `Whether fewer than ${lowSampleBelow} lots have a price: too few for reliable price statistics.`,
  ...choice,
});

/** A relative change, 6 decimals, or null where it cannot be calculated. */
export const relativeChange = (description: string) =>
  orNull(Type.Number({ minimum: -1 }), description, choice);

/** The meta of paths about lots: the number of those that are generated samples. */
export const syntheticMeta = {
  synthetic_lots: count(
    'Number of lots in this response or its figures that are generated samples, not real sales.',
    choice,
  ),
} satisfies TProperties;

const flag = 'MULTI_STONE';

/** `meta.excluded`: the lots that figures leave out. */
export const Excluded = Type.Optional(
  Type.Object(
    {
      lots: Type.Integer({
        minimum: 0,
        description: 'Number of lots of several stones with a price per carat.',
      }),
      flag: Type.String({ description: 'The flag of the lots of several stones.' }),
      reason: Type.String({ description: 'Why these lots are left out.' }),
      objects: Type.Integer({
        minimum: 0,
        description:
          'Number of watches, boxes and other objects in the filter. They are left out unless the request has `object_type`.',
      }),
      hand_picked: Type.Integer({
        minimum: 0,
        description:
          'Number of the other hand-picked lots in the filter. Statistics and price models leave them out unless the request has `selection=all` or `flags=HAND_PICKED`.',
      }),
    },
    {
      additionalProperties: false,
      description:
        'Only where lots of the filter are left out: `lots` counts lots of several stones, which are left out of every price per carat; `objects` and `hand_picked` count those left out of all figures.',
      'x-choice': true,
    },
  ),
);

/** @param lots the number of lots of several stones */
export const presentExcluded = (
  lots: number,
  { objects, hand_picked }: LeftOut,
): Static<typeof Excluded> | undefined =>
  lots + objects + hand_picked > 0 ? { lots, flag, reason: flags[flag], objects, hand_picked } : undefined;

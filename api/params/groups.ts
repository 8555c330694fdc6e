import Type from 'typebox';
import { extension, integer } from './parameter.ts';

/** Maximum groups of a page. */
const maxLimit = 1000;

/** One or two fields whose values, and pairs of values, are groups. */
export const groupByParam = <const Name extends string>(
  names: readonly Name[],
  options: { default: Name[]; description: string; examples: Name[][] },
) =>
  Type.Array(Type.Enum([...names]), {
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    ...options,
    'x-ordered': true,
    ...extension,
  });

/** A page of groups. */
export const groupPageParams = (defaultLimit: number) => ({
  page: integer({
    description:
      'Page number; `meta.total_groups` has the number of all groups. A page past the last is empty.',
    minimum: 1,
    maximum: 2 ** 31 - 1,
    default: 1,
    examples: [1],
    ...extension,
  }),
  limit: integer({
    description: 'Groups per page.',
    minimum: 1,
    maximum: maxLimit,
    default: defaultLimit,
    examples: [20],
    ...extension,
  }),
});

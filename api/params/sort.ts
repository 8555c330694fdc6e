import { extension, oneOf } from './parameter.ts';

const names = ['date', 'price', 'carat', 'price_per_carat', 'id'] as const;

/** The order of the list. Without it: newest first, or with `q` the best matches first. */
export const sortParam = oneOf([...names.map((name) => `-${name}` as const), ...names], {
  description:
    'Order of the list; `-` before a name is descending. Missing values come last in both directions; equal ones by id in the same direction. Default `-date`, or with `q`: relevance, then date and id, descending.',
  examples: ['-price'],
  ...extension,
});

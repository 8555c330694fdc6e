import { integer } from './parameter.ts';

/** The id of a record in a path. */
export const recordId = integer({
  description: 'Identifier of the record.',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [1],
});

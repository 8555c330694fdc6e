import { recordFieldNames } from '../../mappings/record.ts';
import { extension, listOf } from './parameter.ts';

/** Which fields of the records are sent. */
export const fieldsParam = listOf(recordFieldNames, {
  description: 'The fields to send, separated by commas; all by default. `id` is always among them.',
  examples: [['title', 'price_final_usd']],
  ...extension,
});

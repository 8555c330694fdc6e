/**
 * The codes of rejects and their meaning. The messages are in record/normalize.ts (fields), record/profile, prices, titles
 * and identity-reader.ts (profiles), source (syntax) and import/write-batch.ts (refused).
 */
const rejectCodes = {
  required: 'a required field is missing or empty',
  wrong_type: 'the value is not of the type of its field',
  out_of_range: 'the number or date lies outside the allowed range',
  too_long: 'the text is longer than its field allows',
  bad_date: "the date is not a calendar day written as YYYY-MM-DD, or not in the profile's formats",
  not_allowed: 'the value is not one of those that the field allows',
  unknown_field: 'the record has a field that does not exist',
  column_count: 'the line has more or fewer cells than the header',
  csv_syntax: 'the quotes of the line do not match',
  json_syntax: 'the line is not a JSON object',
  bad_encoding: "the line has bytes that are not in the file's encoding, or half of a character",
  record_too_long: 'the record is longer than 1 MiB',
  no_gem: 'the title names no gem',
  bad_price: 'the price is not an amount as the profile says it is written',
  refused: 'Elasticsearch refused the document',
} as const;

export type RejectCode = keyof typeof rejectCodes;

/** Why a record is rejected: its first bad field in the record's order, or null if the error is not in a field. */
export interface Rejection {
  field: string | null;
  code: RejectCode;
  message: string;
}

/** Columns with the reason that a file of rejects puts before those of the record. An import ignores them. */
export const reasonColumns = ['reject_line', 'reject_field', 'reject_code', 'reject_message'];

/** The property with the reason that a file of JSON rejects puts first. An import ignores it. */
export const reasonProperty = '_reject';

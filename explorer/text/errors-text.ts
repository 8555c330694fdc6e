import type { ErrorCode, ProblemCode } from '../../api/http/errors.ts';

/** Advice on how to write a value, shown after a message that it is not valid. */
const forms = {
  number: 'Enter a number, such as 2.5.',
  amount: 'Enter an amount in US dollars, such as 250k.',
  day: 'Enter a date, such as 2020-05-12, or a year.',
  period: 'Choose one of the periods shown.',
  option: 'Choose one of the options shown.',
  name: 'Enter a name, or several separated by commas.',
  none: '',
};

/** The label of each parameter of the API, and the form of its values. */
const labels: Record<string, [label: string, form?: keyof typeof forms]> = {
  as_of: ['“Prices as of”', 'day'],
  auction_house: ['Auction house', 'name'],
  base: ['The base period or month', 'period'],
  basis: ['Fees in prices', 'option'],
  carat: ['Weight', 'number'],
  carat_band: ['Weight class', 'option'],
  cursor: ['The position in the list'],
  date_from: ['First sale date', 'day'],
  date_to: ['Last sale date', 'day'],
  dollars: ['Dollars', 'option'],
  duplicates: ['The choice of duplicates', 'option'],
  selection: ['The choice of hand-picked lots', 'option'],
  facets: ['The choice of counts', 'option'],
  fields: ['The choice of columns', 'option'],
  flags: ['Data notes', 'option'],
  format: ['File format', 'option'],
  from: ['First period', 'period'],
  gem_name: ['Gem', 'name'],
  group_by: ['Grouping', 'option'],
  id: ['Lot number', 'number'],
  ids: ['Lot numbers', 'number'],
  interval: ['Period', 'option'],
  is_sold: ['Sale result', 'option'],
  is_synthetic: ['“Real sales only”', 'option'],
  lab: ['Laboratory', 'name'],
  limit: ['Results per page', 'number'],
  location: ['Sale location', 'name'],
  lot_number: ['Lot number', 'name'],
  method: ['Method', 'option'],
  object_type: ['Type of object', 'option'],
  of: ['The displayed value', 'option'],
  origin: ['Origin', 'name'],
  outliers: ['The choice of unusual prices', 'option'],
  page: ['Page', 'number'],
  price_max: ['Maximum price', 'amount'],
  price_min: ['Minimum price', 'amount'],
  price_per_carat_max: ['Maximum price per carat', 'amount'],
  price_per_carat_min: ['Minimum price per carat', 'amount'],
  q: ['Title'],
  prefer: ['Preferred words of titles'],
  reference: ['Reference', 'option'],
  report_number: ['Report number', 'name'],
  sale: ['Sale', 'name'],
  sample: ['Random sample', 'number'],
  seed: ['Random seed', 'number'],
  smoothed: ['The smoothed index', 'option'],
  detail: ['The detail of the response', 'option'],
  sort: ['Sort order', 'option'],
  spreadsheet: ['The file option', 'option'],
  status: ['Sale result', 'option'],
  to: ['Last period', 'period'],
  trait: ['Trait', 'option'],
  treatment: ['Treatment', 'name'],
  type: ['Type of suggestion', 'option'],
  updated_since: ['Time of update', 'day'],
  weight_max: ['Maximum weight', 'number'],
  weight_min: ['Minimum weight', 'number'],
  year: ['Year', 'option'],
};

/** The problem and the advice for each error code of the API. */
const codes = {
  invalid_parameter: { title: 'Some values are not valid', advice: '' },
  malformed_request: { title: 'This address cannot be read', advice: 'Check the address.' },
  not_found: {
    title: 'There is no lot with this number',
    advice:
      'It may have been removed, or the link is incomplete. Search by gem, auction house or words of the title.',
  },
  method_not_allowed: { title: 'The request failed', advice: 'Reload the page.' },
  not_acceptable: { title: 'The request failed', advice: 'Reload the page.' },
  request_timeout: {
    title: 'The request took too long',
    advice: 'Check your connection, then try again.',
  },
  rate_limited: { title: 'Request limit reached', advice: '' },
  request_too_long: { title: 'Too many filters', advice: 'Remove some filters, then try again.' },
  unavailable: { title: 'The data is temporarily unavailable', advice: 'This page tries again by itself.' },
  overloaded: { title: 'The service is busy', advice: 'This page tries again by itself.' },
  internal: {
    title: 'Something went wrong',
    advice: 'Try again. If the problem persists, report it to the operator of this site.',
  },
} satisfies Record<ErrorCode, { title: string; advice: string }>;

type Say = (label: string, value: string, form: string) => string;

/** The problem with one value, by its code. */
const problems = {
  unknown_parameter: () =>
    'The address has a filter that does not exist. Check the address, or clear all filters.',
  missing: (label, _value, form) => `${label} is required. ${form}`,
  empty: (label) => `${label} is empty. Enter a value, or remove the filter.`,
  repeated: (label) => `${label} is set more than once. Keep one value.`,
  invalid_encoding: (label) => `${label} has characters that cannot be read. Enter the value again.`,
  invalid_quotes: (label) => `${label} has a quotation mark without its pair. Add or remove one.`,
  wrong_type: (label, value, form) => `${label}: “${value}” is not valid. ${form}`,
  not_allowed: (label, value, form) => `${label}: “${value}” is not available. ${form}`,
  too_small: (label, value) => `${label}: ${value} is too small. Enter a larger number.`,
  too_large: (label, value) => `${label}: ${value} is too large. Enter a smaller number.`,
  too_long: (label) => `${label} is too long. Shorten it.`,
  too_many_values: (label) => `${label} has too many values. Remove some.`,
  conflict: (label) => `${label} does not fit another choice. Change or remove one of them.`,
  invalid_cursor: () => 'This position in the list no longer exists. Start from the first page.',
  too_broad: () => 'These lots are too many for this calculation. Add filters, or choose longer periods.',
  more_problems: () => 'More values are not valid. Fix these first.',
} satisfies Record<ProblemCode, Say>;

/** The explanations of API errors for visitors. The messages of the API itself are not shown. */
export const errorsText = {
  forms,
  labels,
  codes,
  problems: problems as Record<string, Say>,
  /** A range whose lower end is above the upper one. */
  emptyRange: (label: string) => `${label} is above the other end of the range. Change one of the two.`,
  otherValue: 'A value in the address',
};

import type { ErrorCode, ProblemCode } from '../../api/http/errors.ts';
import { fieldLabels } from './field-labels.ts';

/** Advice on how to write a value, shown after a message that it is not valid. */
const forms = {
  number: 'Enter a number, such as 2.5.',
  amount: 'Enter an amount in US dollars, such as 250k.',
  day: 'Enter a date, such as 2020-05-12, or a year.',
  name: 'Enter a name, or several separated by commas.',
};

/** The labels of the parameters that a visitor writes, and the form of their values. */
const labels: Record<string, [label: string, form?: keyof typeof forms]> = {
  ...Object.fromEntries(Object.entries(fieldLabels).map(([name, label]) => [name, [label, 'name'] as const])),
  as_of: ['“Prices as of”', 'day'],
  carat: ['Weight', 'number'],
  date_from: ['First sale date', 'day'],
  date_to: ['Last sale date', 'day'],
  id: ['Lot number', 'number'],
  page: ['Page', 'number'],
  price_max: ['Maximum price', 'amount'],
  price_min: ['Minimum price', 'amount'],
  price_per_carat_max: ['Maximum price per carat', 'amount'],
  price_per_carat_min: ['Minimum price per carat', 'amount'],
  q: ['Title'],
  weight_max: ['Maximum weight', 'number'],
  weight_min: ['Minimum weight', 'number'],
};

/** The problem and the advice for each error code of the API that has its own. */
const codes = {
  invalid_parameter: { title: 'Some values are not valid', advice: '' },
  malformed_request: { title: 'This address cannot be read', advice: 'Check the address.' },
  not_found: {
    title: 'There is no lot with this number',
    advice:
      'It may have been removed, or the link is incomplete. Search by gem, auction house or words of the title.',
  },
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
} satisfies Partial<Record<ErrorCode, { title: string; advice: string }>>;

type Say = (label: string, value: string) => string;

/** The problem with one value, by its code, where it is not simply invalid. */
const problems: Partial<Record<ProblemCode, Say>> = {
  unknown_parameter: () =>
    'The address has a filter that does not exist. Check the address, or clear all filters.',
  missing: (label) => `${label} is required.`,
  empty: (label) => `${label} is empty. Enter a value, or remove the filter.`,
  repeated: (label) => `${label} is set more than once. Keep one value.`,
  too_small: (label, value) => `${label}: ${value} is too small. Enter a larger number.`,
  too_large: (label, value) => `${label}: ${value} is too large. Enter a smaller number.`,
  too_many_values: (label) => `${label} has too many values. Remove some.`,
  conflict: (label) => `${label} does not fit another choice. Change or remove one of them.`,
  too_broad: () => 'These lots are too many for this calculation. Add filters, or choose longer periods.',
  more_problems: () => 'More values are not valid. Fix these first.',
};

/** The explanations of API errors for visitors. The messages of the API itself are not shown. */
export const errorsText = {
  forms,
  labels,
  codes,
  problems,
  invalid: (label: string, value: string) =>
    value === '' ? `${label} is not valid.` : `${label}: “${value}” is not valid.`,
  /** A range whose lower end is above the upper one. */
  emptyRange: (label: string) => `${label} is above the other end of the range. Change one of the two.`,
  otherValue: 'A value in the address',
};

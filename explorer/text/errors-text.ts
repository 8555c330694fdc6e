import { type ErrorsText, enErrors } from './en-errors.ts';

/** The texts of errors in the page's language. */
export const errorsText: ErrorsText = enErrors;

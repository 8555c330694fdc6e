import { type EstimatesText, enEstimates } from './en-estimates.ts';

/** The texts of the view of prices and estimates in the page's language. */
export const estimatesText: EstimatesText = enEstimates;

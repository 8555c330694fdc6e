import { type CoverageText, enCoverage } from './en-coverage.ts';

/** The texts of the view of what the data covers in the page's language. */
export const coverageText: CoverageText = enCoverage;

import type { Row } from '../row.ts';
import { coldAnswers, limiter, smallIndex } from './cold-answers.ts';
import { deepPage } from './deep-page.ts';
import { exportAll } from './export.ts';
import { importAll } from './import.ts';
import { mixedLoad } from './mixed-load.ts';
import { priceIndices } from './price-index.ts';
import { chosenPrices, priceTables } from './prices.ts';
import { repeatedAnswers } from './repeated-answers.ts';
import { start } from './start.ts';

/**
 * Every line of the table, in its order. A new one is a row in a file beside this and a word here. The last one changes
 * the index.
 */
export const rows: Row[] = [
  ...coldAnswers,
  smallIndex,
  ...repeatedAnswers,
  ...priceIndices,
  ...chosenPrices,
  ...priceTables,
  deepPage,
  exportAll,
  importAll,
  start,
  limiter,
  mixedLoad,
];

import { csvHeader, csvLine } from '../../../local/samples/lot-csv.ts';
import { syntheticLots } from '../../../local/samples/synthetic-lots.ts';

/** A file of generated lots to import. */
export function lotsCsv(count: number): string {
  return csvHeader + [...syntheticLots(count)].map(csvLine).join('');
}

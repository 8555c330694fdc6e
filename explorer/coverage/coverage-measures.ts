import type { Coverage } from '../service/answers.ts';
import { coverageText } from '../text/en-coverage.ts';

/** What can be known of a lot. */
export type Measure = keyof typeof coverageText.names;
export const measures = Object.keys(coverageText.names) as Measure[];

/** Whether the share is one of the sold lots: others have no price. */
export const isOfSold = (measure: Measure): boolean => measure.startsWith('price');

/** The lots of which the share is one. */
export const lotsBehind = (group: Pick<Coverage, 'lots' | 'sold_lots'>, measure: Measure): number =>
  isOfSold(measure) ? group.sold_lots : group.lots;

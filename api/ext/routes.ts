import type { ExportRoute, Protocol, Route } from '../endpoint/define-route.ts';
import { comparables } from './comparables/comparables.ts';
import { coverage } from './coverage/coverage.ts';
import { estimates } from './estimates/estimates.ts';
import { exportRoutes } from './export/export.ts';
import { feedRoutes } from './feed/feed.ts';
import { interpretation } from './interpret/interpret.ts';
import { mcp } from './mcp/mcp.ts';
import { premia } from './premia/premia.ts';
import { priceIndex } from './price-index/price-index.ts';
import { records } from './records/records.ts';
import { scorecard } from './scorecard/scorecard.ts';
import { sizeCurve } from './size-curve/size-curve.ts';
import { stone, stones } from './stones/stones.ts';
import { vocabulary } from './vocabulary/vocabulary.ts';

/**
 * The extensions, in the order of the documentation.
 * @param specified the paths of the specification, some of which have an export
 */
export const extensionRoutes = (specified: readonly Route[]): (Route | ExportRoute)[] => [
  vocabulary,
  interpretation,
  priceIndex,
  premia,
  comparables,
  sizeCurve,
  records,
  stones,
  stone,
  estimates,
  coverage,
  scorecard,
  ...exportRoutes(specified),
  ...feedRoutes,
];

/** Other protocols over the same routes. */
export const protocols: readonly Protocol[] = [mcp];

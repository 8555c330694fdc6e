import type { ExportRoute, Operation, Route } from '../endpoint/define-route.ts';
import { comparables } from '../price-intelligence/routes/comparables.ts';
import { coverage } from '../price-intelligence/routes/coverage.ts';
import { estimates } from '../price-intelligence/routes/estimates.ts';
import { premia } from '../price-intelligence/routes/premia.ts';
import { priceIndex } from '../price-intelligence/routes/price-index.ts';
import { records } from '../price-intelligence/routes/records.ts';
import { scorecard } from '../price-intelligence/routes/scorecard.ts';
import { sizeCurve } from '../price-intelligence/routes/size-curve.ts';
import { apiIndex } from './api-index.ts';
import { auctionDetail } from './auction-detail.ts';
import { auctionsLatest } from './auctions-latest.ts';
import { auctionsList } from './auctions-list.ts';
import { exportRoutes } from './exports.ts';
import { healthz } from './healthz.ts';
import { interpretation } from './interpret.ts';
import { rankingsPricePerCarat } from './rankings-price-per-carat.ts';
import { rankingsTopPrice } from './rankings-top-price.ts';
import { readyz } from './readyz.ts';
import { stats } from './stats.ts';
import { statsMarket } from './stats-market.ts';
import { statsTrends } from './stats-trends.ts';
import { suggestions } from './suggestions.ts';
import { vocabulary } from './vocabulary.ts';

/** Every path that returns data as JSON, in the order of the documentation; a fixed path before one with braces. */
const dataRoutes: Route[] = [
  auctionsList,
  auctionsLatest,
  auctionDetail,
  stats,
  statsMarket,
  statsTrends,
  rankingsTopPrice,
  rankingsPricePerCarat,
  suggestions,
  vocabulary,
  interpretation,
  priceIndex,
  premia,
  comparables,
  sizeCurve,
  records,
  estimates,
  coverage,
  scorecard,
];

const described: (Route | ExportRoute)[] = [...dataRoutes, ...exportRoutes];

/** Every path below /api, in the order of the documentation. */
export const routes: (Route | ExportRoute)[] = [...described, apiIndex(described)];

/** Every documented path for operators. */
export const operations: Operation[] = [healthz, readyz];

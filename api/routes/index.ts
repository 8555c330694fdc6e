import type { Route } from '../route.ts';
import { auctionDetail } from './auction-detail.ts';
import { auctionsLatest } from './auctions-latest.ts';
import { auctionsList } from './auctions-list.ts';

/** Every path that answers from the data, in the order of the documentation; a fixed path before one with braces. */
export const routes: Route[] = [auctionsList, auctionsLatest, auctionDetail];

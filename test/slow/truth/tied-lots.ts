import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction } from '../../support/build-auction.ts';

/** The same record where its traits go together in a way that no regression can take apart, or that leaves no overlap. */
export function tied(record: AuctionRecord): AuctionRecord {
  const { gem_type: gem, origin, treatment, auction_house: house, carat, auction_date: day } = record;
  const known: Partial<AuctionRecord> = {};
  if (gem === 'Alexandrite') {
    // A house that sells all stones of a treatment, and no others.
    if (treatment === 'No heat') known.auction_house = 'Vieux Marché';
    else if (house === 'Vieux Marché') known.auction_house = 'Bonhams';
    // An origin whose stones were sold before all others.
    if (origin === 'Myanmar' && day !== null) known.auction_date = `1996${day.slice(4)}`;
  }
  // An origin whose stones are heavier than most others.
  if (gem === 'Spinel' && origin === 'Myanmar' && carat !== null) known.carat = carat + 20;
  return buildAuction({ ...record, ...known });
}

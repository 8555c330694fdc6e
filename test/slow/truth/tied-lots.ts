import type { AuctionRecord } from '../../../mappings/record.ts';
import { buildAuction } from '../../support/build-auction.ts';

/** Changes some records so that a regression cannot separate their traits, or so that values share no weights or years. */
export function tieTraits(record: AuctionRecord): AuctionRecord {
  const { gem_type: gem, origin, treatment, auction_house: house, carat, auction_date: day } = record;
  const known: Partial<AuctionRecord> = {};
  if (gem === 'Alexandrite') {
    // One house sells exactly the stones of one treatment.
    if (treatment === 'No heat') known.auction_house = 'Vieux Marché';
    else if (house === 'Vieux Marché') known.auction_house = 'Bonhams';
    // The stones of one origin were sold before all others.
    if (origin === 'Myanmar' && day !== null) known.auction_date = `1996${day.slice(4)}`;
  }
  // The stones of one origin are heavier than most others.
  if (gem === 'Spinel' && origin === 'Myanmar' && carat !== null) known.carat = carat + 20;
  return buildAuction({ ...record, ...known });
}

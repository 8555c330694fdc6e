import { homeText } from '../home/home-text.ts';
import { type Child, h, rowNote } from '../page/element.ts';
import { carats, date, usd, usdShort } from '../page/format.ts';
import type { AuctionRecord } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';

/** The price of a lot, or the reason why it has none. */
export function priceCell(lot: AuctionRecord): Child[] {
  if (lot.price_final_usd !== null) return [usd(lot.price_final_usd)];
  const reason = text.withoutPrice[lot.sale_status];
  const estimate = estimateOf(lot);
  return [
    h('span', { class: 'no-price faint' }, reason),
    estimate && h('span', { class: 'estimate faint' }, estimate),
  ];
}

/** The estimate, in its short form by default; null without one. */
export function estimateOf(
  { estimate_low_usd: low, estimate_high_usd: high }: AuctionRecord,
  format = usdShort,
): string | null {
  if (low === null && high === null) return null;
  return text.range(format(low ?? high), format(high ?? low));
}

/** Labels a generated lot; a real sale gets a link to its source. */
export function sampleMark(lot: AuctionRecord): Child {
  return lot.is_synthetic ? h('span', { class: 'mark' }, homeText.trust.rowMark) : sourceOf(lot);
}

/** A link to the source of a real sale, named by its host. */
function sourceOf({ url }: AuctionRecord): Child {
  // The field comes from the source and can contain anything: only web URLs become links.
  const address = url !== null && /^https?:/i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (!address) return h('span', { class: 'source faint' }, homeText.trust.noSource);
  const host = address.hostname.replace(/^www\./, '');
  const link = { class: 'source faint', href: address.href, rel: 'noreferrer external' };
  return h('a', link, homeText.trust.source(host));
}

/** A link to a lot. The way back from the lot moves the focus to it. */
export const lotLink = (lot: AuctionRecord, state: PageState): HTMLElement =>
  stateLink({ ...state, lot: String(lot.id) }, { id: `lot-${lot.id}`, class: 'row-link' }, lot.title);

/** Auction house and date of a sale. */
export function soldAt({ auction_house: house, auction_date: day, ...lot }: AuctionRecord) {
  return [house, day && date(day, lot.auction_date_precision)].filter(Boolean).join(', ');
}

/** A similar sale in a list. */
export function saleItem(lot: AuctionRecord, state: PageState, ...notes: string[]): HTMLElement {
  const about = [carats(lot.carat), lot.origin, soldAt(lot)].filter(Boolean).join(', ');
  return h(
    'li',
    stateLink({ ...state, lot: String(lot.id) }, lot.title),
    rowNote(about, ' ', sampleMark(lot)),
    ...notes.map((one) => rowNote(one)),
  );
}

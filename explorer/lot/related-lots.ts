import { type Child, fill, h, note, titled } from '../page/element.ts';
import { usd, usdShort } from '../page/format.ts';
import { samplesOfSales } from '../page/samples.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { AuctionRecord, Comparables } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { comparablesUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { filtersFor, freshState, inPlace, type PageState } from '../state/page-state.ts';
import { lotPageText as words } from './lot-text.ts';

/** Number of similar sales on the page of a lot. */
const named = 3;
const dayMs = 86_400_000;

/**
 * The state that values the stone of a lot today; undefined without a weight, and for several stones, whose weight is not
 * that of one.
 * @param page the state whose switch "real sales only" applies
 */
export function stoneState(lot: AuctionRecord, page: PageState): PageState | undefined {
  if (lot.carat === null || lot.flags.includes('MULTI_STONE')) return undefined;
  const filters = filtersFor({ gem_name: lot.gem_type, origin: lot.origin, treatment: lot.treatment });
  return freshState(page, { view: 'value', filters, carat: String(lot.carat) });
}

/**
 * What stones like that of a lot had sold for before it was offered: its own price and those of its sale say nothing about
 * what could be expected.
 * @param today the state that values the stone today
 */
export function similarSales(lot: AuctionRecord, today: PageState, frame: Frame): HTMLElement {
  const day = lot.auction_date;
  const before = day && new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10);
  const then = { ...today, as_of: before ?? undefined };
  const body = h('div', skeleton(4));
  const market = { ...inPlace(then, 'prices'), as_of: undefined };
  const section = titled(
    'similar-sales',
    words.similarTitle,
    body,
    h('p', { class: 'links row' }, stateLink(then, words.allSimilar), stateLink(market, words.seeMarket)),
  );
  load<Comparables>(comparablesUrl(then)).then(
    ({ data }) => {
      if (!frame.isCurrent()) return;
      frame.samples(samplesOfSales(data));
      fill(body, ...comparison(data, lot, today));
    },
    () => section.remove(),
  );
  return section;
}

function comparison(data: Comparables, lot: AuctionRecord, page: PageState): Child[] {
  const others = data.lots.filter(({ lot: other }) => other.id !== lot.id).slice(0, named);
  if (others.length === 0) return [note(words.noSimilar)];
  const { price_usd: range } = data.prediction;
  const sales = others.map((compared) =>
    saleItem(
      compared.lot,
      freshState(page),
      words.adjusted(usd(compared.price_usd), usd(compared.adjusted_price_usd)),
    ),
  );
  const expected = range
    ? words.expected(usdShort(range.low), usdShort(range.high))
    : data.grade_reasons.join(' ');
  const sold = lot.price_final_usd === null ? '' : words.soldFor(usd(lot.price_final_usd));
  return [h('p', expected, sold), h('ol', { class: 'similar-list' }, ...sales)];
}

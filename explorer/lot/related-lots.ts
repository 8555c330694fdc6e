import { type Child, fill, h, note } from '../page/element.ts';
import { count, usd, usdShort } from '../page/format.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { AuctionRecord, Comparables } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { comparablesUrl, firstLotsUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { filtersFor, freshState, inPlace, type PageState } from '../state/page-state.ts';
import { lotPageText as words } from './lot-text.ts';

/** Lots of a sale that one request reads. */
const mostOfSale = 100;

/**
 * The previous and the next lot of the sale, in the order of its catalog, and a link to all; null where the sale is not
 * known. A house can use a name every year: the day of the sale is meant.
 */
export function saleNeighbors(lot: AuctionRecord, page: PageState, frame: Frame): HTMLElement | null {
  const { auction_house, sale, auction_date: day, lot_number: number } = lot;
  if (auction_house === null || sale === null) return null;
  const filters = filtersFor({ auction_house, sale, date_from: day, date_to: day });
  const lots = freshState(page, { filters, sort: 'lot_number' });
  const all = h('p', {}, stateLink(lots, {}, words.saleLink));
  const element = h('nav', { class: 'neighbors', 'aria-label': words.neighbors }, all);
  if (number === null) return element;
  load<AuctionRecord[]>(firstLotsUrl(lots, mostOfSale, 'title,lot_number')).then(
    ({ data, pagination }) => {
      const place = data.findIndex(({ id }) => id === lot.id);
      const link = (other: AuctionRecord | undefined, name: typeof words.next): Child => {
        if (place < 0 || !other || other.lot_number === null) return null;
        const target = { ...lots, lot: String(other.id) };
        return h('p', {}, stateLink(target, {}, name(other.lot_number, other.title)));
      };
      const isCut = pagination!.total_records > data.length && (place < 0 || place === data.length - 1);
      if (frame.isCurrent())
        fill(
          element,
          link(data[place - 1], words.previous),
          link(data[place + 1], words.next),
          isCut && note(words.longSale(count(mostOfSale))),
          all,
        );
    },
    () => undefined,
  );
  return element;
}

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
  const body = h('div', {}, skeleton(4));
  const market = { ...inPlace(then, 'prices'), as_of: undefined };
  const section = h(
    'section',
    { class: 'similar-sales' },
    h('h2', {}, words.similarTitle),
    body,
    h('p', { class: 'links' }, stateLink(then, {}, words.allSimilar), stateLink(market, {}, words.seeMarket)),
  );
  load<Comparables>(comparablesUrl(then)).then(
    ({ data }) => frame.isCurrent() && fill(body, ...comparison(data, lot, today)),
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
  return [h('p', {}, expected, sold), h('ol', { class: 'similar-list' }, ...sales)];
}

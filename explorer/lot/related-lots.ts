import { type Child, fill, h, note } from '../page/element.ts';
import { count, listed, usd, usdShort } from '../page/format.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { AuctionRecord, Comparables } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { comparablesUrl, firstLotsUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { type Filter, filtersFor, freshState, inPlace, type PageState } from '../state/page-state.ts';
import { lotPageText as words } from './lot-text.ts';

/** Lots of a sale that one request reads, and lots with the same report that are shown. */
const [mostOfSale, mostOfReport] = [100, 5];

/** The lots with a report number of a lot; null where it has none. */
export function sameReport(lot: AuctionRecord, page: PageState, frame: Frame): HTMLElement | null {
  const numbers = lot.report_numbers;
  if (numbers.length === 0) return null;
  const filters = numbers.map((number): Filter => ['report_number', quoted(number)]);
  const start = freshState(page);
  const body = h('div', {}, skeleton(1));
  const section = h('section', { class: 'same-report' }, h('h2', {}, words.sameReport), body);
  const shared = ({ labs, report_numbers: others }: AuctionRecord) =>
    words.sharedReport(
      listed(others.filter((one) => numbers.includes(one))),
      listed(labs) || words.labUnknown,
    );
  // One more than are shown: the lot itself is among them.
  load<AuctionRecord[]>(
    firstLotsUrl({ ...start, filters: [...start.filters, ...filters] }, mostOfReport + 1),
  ).then(
    ({ data, pagination }) => {
      const others = data.filter(({ id }) => id !== lot.id).slice(0, mostOfReport);
      const all = pagination!.total_records - 1;
      if (!frame.isCurrent()) return;
      if (others.length === 0) return fill(body, note(words.sameReportNone));
      fill(
        body,
        note(words.sameReportNote),
        h('ol', { class: 'similar-list' }, ...others.map((one) => saleItem(one, start, shared(one)))),
        all > others.length && note(words.sameReportMore(count(others.length), count(all))),
      );
    },
    () => section.remove(),
  );
  return section;
}

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

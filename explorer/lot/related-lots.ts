import { type Child, fill, h, note } from '../page/element.ts';
import { count, listed } from '../page/format.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { AuctionRecord, Comparables } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { comparablesUrl, firstLotsUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { type Filter, filtersFor, freshState, type PageState } from '../state/page-state.ts';
import { comparedPrice } from '../value/similar-lots.ts';
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
 * The previous and the next lot of the sale, in the order of its catalog, and a link to all. A house can use a name every
 * year: the day of the sale is meant.
 * @returns undefined where the sale is not known; whether it makes a request
 */
export function saleNeighbors(lot: AuctionRecord, page: PageState, frame: Frame) {
  const { auction_house, sale, auction_date: day, lot_number: number } = lot;
  if (auction_house === null || sale === null) return undefined;
  const filters = filtersFor({ auction_house, sale, date_from: day, date_to: day });
  const lots = freshState(page, { filters, sort: 'lot_number' });
  const all = h('p', {}, stateLink(lots, {}, words.saleLink));
  const element = h('nav', { class: 'neighbors', 'aria-label': words.neighbors }, all);
  if (number === null) return { element, isLoaded: false };
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
  return { element, isLoaded: true };
}

/** Number of similar sales on the page of a lot. */
const named = 3;

/**
 * The state of the view of comparable sales for the stone of a lot; undefined without a weight.
 * @param page the state whose switch "real sales only" applies
 */
export function stoneState(lot: AuctionRecord, page: PageState): PageState | undefined {
  if (lot.carat === null) return undefined;
  const filters = filtersFor({ gem_name: lot.gem_type, origin: lot.origin, treatment: lot.treatment });
  return freshState(page, { view: 'value', filters, carat: String(lot.carat) });
}

/**
 * The sales most similar to a lot, up to its sale date; null if the lot has no weight.
 * @param hasRoom whether a request for them may be made at once; otherwise a button makes it
 */
export function similarSales(lot: AuctionRecord, page: PageState, frame: Frame, hasRoom: Promise<boolean>) {
  const stone = stoneState(lot, page);
  if (!stone) return null;
  const then = lot.auction_date === null ? stone : { ...stone, as_of: lot.auction_date };
  const body = h('div', {}, skeleton(3));
  const section = h(
    'section',
    { class: 'similar-sales' },
    h('h2', {}, words.similarTitle),
    body,
    h('p', {}, stateLink(then, {}, words.allSimilar)),
  );
  const show = () =>
    load<Comparables>(comparablesUrl(then)).then(
      ({ data }) => frame.isCurrent() && fill(body, list(data, lot, page)),
      () => section.remove(),
    );
  const button = h('button', { type: 'button', on: { click: show } }, words.showSimilar);
  void hasRoom.then((has) => (has ? show() : fill(body, h('p', {}, button))));
  return section;
}

function list({ lots }: Comparables, lot: AuctionRecord, page: PageState): HTMLElement {
  const others = lots.filter(({ lot: other }) => other.id !== lot.id).slice(0, named);
  if (others.length === 0) return note(words.noSimilar);
  const start = freshState(page);
  const sales = others.map((compared) =>
    saleItem(compared.lot, start, comparedPrice(compared, words.adjusted)),
  );
  return h('ol', { class: 'similar-list' }, ...sales);
}

import { type Child, fill, h } from '../page/element.ts';
import { count, listed } from '../page/format.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { AuctionRecord } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { firstLotsUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { emptyState, type Filter, isRealOnly, type PageState, withRealOnly } from '../state/page-state.ts';
import { lotPageText as words } from './lot-text.ts';

/** Lots of a sale that one request reads, and lots with the same report that are shown. */
const [mostOfSale, mostOfReport] = [100, 5];

/** The lots with a report number of a lot; null where it has none. */
export function sameReport(lot: AuctionRecord, page: PageState, frame: Frame): HTMLElement | null {
  const numbers = lot.report_numbers;
  if (numbers.length === 0) return null;
  const filters = numbers.map((number): Filter => ['report_number', quoted(number)]);
  const start = withRealOnly(emptyState, isRealOnly(page));
  const body = h('div', {}, skeleton(1));
  const section = h('section', { class: 'same-report' }, h('h2', {}, words.sameReport), body);
  const note = ({ labs, report_numbers: others }: AuctionRecord) =>
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
      if (others.length === 0) return fill(body, h('p', { class: 'note' }, words.sameReportNone));
      fill(
        body,
        h('p', { class: 'note' }, words.sameReportNote),
        h('ol', { class: 'similar-list' }, ...others.map((one) => saleItem(one, start, note(one)))),
        all > others.length &&
          h('p', { class: 'note' }, words.sameReportMore(count(others.length), count(all))),
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
  const ofSale = { auction_house, sale, ...(day !== null && { date_from: day, date_to: day }) };
  const filters = Object.entries(ofSale).map(([name, value]) => [name, quoted(value)] as const);
  const lots = withRealOnly({ ...emptyState, filters, sort: 'lot_number' }, isRealOnly(page));
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
          isCut && h('p', { class: 'note' }, words.longSale(count(mostOfSale))),
          all,
        );
    },
    () => undefined,
  );
  return { element, isLoaded: true };
}

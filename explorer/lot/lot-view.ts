import { explained, explainedList } from '../about/terms.ts';
import { citationOf } from '../page/cite.ts';
import { type Child, entry, fill, h, note, rowNote, titled } from '../page/element.ts';
import { carats, count, date, listed, shortTimes, usd } from '../page/format.ts';
import { copyable, folded, showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import { estimateOf, sampleMark } from '../search/lot-cells.ts';
import type { AuctionRecord } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { lotUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import { filtersFor, freshState, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotPageText } from './lot-text.ts';
import { similarSales, stoneState } from './related-lots.ts';
import { otherSales } from './stones.ts';

/** One lot, compared with the similar stones that sold before it and its other sales: three requests at most. */
export function createView(): View {
  const element = h('article', { class: 'lot-view' });
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const back = stateLink({ ...state, lot: undefined }, { class: 'back' }, `← ${lotPageText.back}`);
    fill(element, back, skeleton(8));
    const { data: lot } = await load<AuctionRecord>(lotUrl(state.lot!)).catch((error) => {
      fill(element, back);
      throw error;
    });
    if (!frame.isCurrent()) return;
    const stone = stoneState(lot, state);
    const head = h(
      'div',
      h('h1', { tabindex: -1 }, lot.title),
      h('p', { class: 'lead' }, saleOf(lot)),
      lot.is_synthetic && note(lotPageText.sampleNote),
      h('dl', { class: 'prices row' }, ...prices(lot)),
      stone && h('p', stateLink(stone, { class: 'button' }, lotPageText.value)),
    );
    fill(
      element,
      back,
      withPhoto(lot, head),
      h(
        'div',
        { class: 'lot-columns' },
        h('div', stone && similarSales(lot, stone, frame), otherSales(lot, state, frame)),
        titled(
          'lot-facts',
          lotPageText.facts,
          h('dl', { class: 'facts' }, ...facts(lot, state)),
          linkToSale(lot, state),
          citeLot(lot),
          showRequest(lotUrl(state.lot!)),
        ),
      ),
    );
  }
}

/** The hosts from which the operator allows photos. */
const imageHosts = () =>
  document.querySelector<HTMLMetaElement>('meta[name="image-hosts"]')?.content.split(',') ?? [];

/** The head of the page beside the photo of the lot, where the operator allows it and it can be loaded. */
function withPhoto({ image_url: url, title }: AuctionRecord, head: HTMLElement): HTMLElement {
  const address = url && URL.canParse(url) ? new URL(url) : undefined;
  if (!address?.host || !imageHosts().includes(address.host)) return head;
  const photo = h('img', {
    alt: lotPageText.photo(title),
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    width: 240,
    height: 240,
    on: { error: () => whole.replaceWith(head) },
  });
  const caption = h('figcaption', lotPageText.photoFrom(address.host));
  const whole = h('div', { class: 'lot-head' }, h('figure', { class: 'gem-figure' }, photo, caption), head);
  photo.src = address.href;
  return whole;
}

/** Where and when a lot was offered; what is unknown is left out. */
function saleOf(lot: AuctionRecord): string {
  const { auction_house, location, auction_date: day, sale, lot_number: number } = lot;
  const when = day && date(day, lot.auction_date_precision);
  return [auction_house, location, when, sale, number && lotPageText.lotNumber(number)]
    .filter(Boolean)
    .join(' · ');
}

/**
 * A link to all lots of the sale, in the order of its catalog; null where the sale is not known. A house can use a name every
 * year: the day of the sale is meant.
 */
function linkToSale(lot: AuctionRecord, page: PageState): HTMLElement | null {
  const { auction_house, sale, auction_date: day } = lot;
  if (auction_house === null || sale === null) return null;
  const filters = filtersFor({ auction_house, sale, date_from: day, date_to: day });
  const lots = freshState(page, { filters, sort: 'lot_number' });
  return h('p', stateLink(lots, lotPageText.saleLink));
}

/** How to cite the lot, and its address. */
function citeLot(lot: AuctionRecord): HTMLElement {
  const address = new URL(`/?lot=${lot.id}`, location.origin).href;
  const title = [lot.title, saleOf(lot)].filter(Boolean).join('. ');
  const citation = copyable(
    lotPageText.citation,
    citationOf(title, address, lot.is_synthetic ? lotPageText.sampleNote : ''),
  );
  return folded(lotPageText.cite, citation, copyable(lotPageText.link, address));
}

function prices(lot: AuctionRecord): Child[] {
  const reason = explained('status', lot.sale_status, text.withoutPrice[lot.sale_status]);
  return [
    entry(lotPageText.price, lot.price_final_usd === null ? reason : usd(lot.price_final_usd)),
    lot.price_per_carat_usd !== null && entry(lotPageText.perCarat, usd(lot.price_per_carat_usd)),
    estimateOf(lot) !== null &&
      entry(lotPageText.estimate, estimateOf(lot, usd), rowNote(againstEstimate(lot))),
  ];
}

/** The hammer price, which is compared with an estimate since both exclude the premium; or the reason why it cannot be. */
function comparedWithEstimate(lot: AuctionRecord) {
  const { price_hammer_usd: price, price_final_usd: final, price_basis: basis } = lot;
  if (price !== null)
    return { price, words: lotPageText.comparedPrice[lot.price_hammer_usd_source ?? 'given'] };
  if (final === null) return { price, words: '' };
  if (basis === 'hammer') return { price: final, words: lotPageText.comparedPrice.given };
  return { price, words: lotPageText.notCompared[basis ?? 'unknown'] };
}

function againstEstimate(lot: AuctionRecord): string {
  const { estimate_low_usd: low, estimate_high_usd: high } = lot;
  const { price, words } = comparedWithEstimate(lot);
  if (price === null) return words;
  const { above, below, within } = lotPageText.againstEstimate;
  if (high !== null && high > 0 && price > high) return above(words, usd(price), shortTimes(price / high));
  return (low !== null && price < low ? below : within)(words, usd(price));
}

function facts(lot: AuctionRecord, page: PageState): HTMLElement[] {
  const fields = { ...text.fields, ...lotPageText.fields };
  const known: [string, Child][] = [
    [fields.gem_type, lot.gem_type],
    [fields.carat, lot.carat === null ? null : carats(lot.carat)],
    [fields.origin, lot.origin],
    [fields.treatment, lot.treatment && explained('treatment', lot.treatment)],
    [fields.lab, listed(lot.labs)],
    [fields.reports, lot.report_numbers.length > 0 && reports(lot, page)],
    [fields.object_type, lot.object_type && explained('object_type', lot.object_type)],
    [fields.original, originalPrice(lot)],
    [fields.basis, lot.price_basis && explained('price_basis', lot.price_basis)],
    [fields.remarks, lot.flags.length > 0 ? explainedList('flags', lot.flags) : null],
    [
      fields.derived,
      lot.derived.length > 0
        ? listed(lot.derived.map((name) => (fields as Record<string, string>)[name] ?? name))
        : null,
    ],
    [fields.source, lot.url === null ? null : sampleMark(lot)],
    [fields.id, String(lot.id)],
  ];
  return known.filter(([, value]) => value).map(([name, value]) => entry(name, value));
}

const originalPrice = ({ price_original: price, currency }: AuctionRecord) =>
  price === null ? null : [count(price), currency].filter(Boolean).join(' ');

/** The report numbers, each with a link to all lots that have it. Two laboratories may use the same number. */
const reports = ({ report_numbers: numbers }: AuctionRecord, page: PageState): HTMLElement =>
  h(
    'span',
    ...numbers.flatMap((number) => [
      `${number} `,
      stateLink(
        freshState(page, { filters: filtersFor({ report_number: number }) }),
        lotPageText.sameReport(number),
      ),
      ' ',
    ]),
  );

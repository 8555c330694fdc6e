import { explained, explainedList } from '../about/terms.ts';
import { axisStrip, type Mark } from '../charts/axis-strip.ts';
import { type Child, fill, h } from '../page/element.ts';
import { carats, count, date, listed, shortTimes, usd, usdShort } from '../page/format.ts';
import { showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { AuctionRecord } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { lotUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { emptyState, isRealOnly, type PageState, withRealOnly } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { gemFigure } from './gem-figure.ts';
import { lotContext } from './lot-context.ts';
import { lotPageText } from './lot-text.ts';
import { similarSales, stoneState } from './similar-sales.ts';

/** One lot, compared with similar lots: three requests. */
export function createLotView(): View {
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
    const context = lotContext(lot, state, frame);
    const stone = stoneState(lot, state);
    fill(
      element,
      back,
      h(
        'div',
        { class: 'lot-head' },
        gemFigure(lot),
        h(
          'div',
          {},
          h('h1', { tabindex: -1 }, lot.title),
          lot.is_synthetic && h('p', { class: 'note' }, lotPageText.sampleNote),
          h('dl', { class: 'prices' }, ...prices(lot)),
          stone && h('p', {}, stateLink(stone, { class: 'button' }, lotPageText.value)),
        ),
      ),
      h(
        'div',
        { class: 'lot-columns' },
        h('div', {}, context, estimateStrip(lot), similarSales(lot, state, frame)),
        h(
          'section',
          {},
          h('h2', {}, lotPageText.facts),
          h('dl', { class: 'facts' }, ...facts(lot)),
          saleLink(lot, state),
          showRequest(lotUrl(state.lot!)),
        ),
      ),
    );
  }
}

/** The price and the estimate on one axis; null if one of them is missing. */
function estimateStrip(lot: AuctionRecord): HTMLElement | null {
  const { estimate_low_usd: low, estimate_high_usd: high } = lot;
  const { price, words: priceWords } = comparedWithEstimate(lot);
  if (price === null || low === null || high === null || low <= 0 || high < low || price <= 0) return null;
  const marks: Mark[] = [
    { kind: 'strip-box', from: low, to: high },
    { kind: 'strip-lot', from: price },
  ];
  const words = lotPageText;
  const label = words.estimateLabel(priceWords, usd(price), usd(low), usd(high));
  return h(
    'section',
    { class: 'estimate-strip' },
    h('h2', {}, words.estimateTitle),
    axisStrip(marks, label, words.estimateAxis),
    h(
      'dl',
      { class: 'strip-key' },
      entry(words.estimate, text.range(usdShort(low), usdShort(high))),
      entry(priceWords, usdShort(price)),
    ),
  );
}

function prices(lot: AuctionRecord): HTMLElement[] {
  const { estimate_low_usd: low, estimate_high_usd: high } = lot;
  const reason = explained('status', lot.sale_status, text.results.withoutPrice[lot.sale_status]);
  return [
    entry(lotPageText.price, lot.price_final_usd === null ? reason : usd(lot.price_final_usd)),
    ...(lot.price_per_carat_usd === null ? [] : [entry(lotPageText.perCarat, usd(lot.price_per_carat_usd))]),
    ...(low === null && high === null
      ? []
      : [
          entry(
            lotPageText.estimate,
            text.range(usd(low ?? high), usd(high ?? low)),
            h('span', { class: 'row-note' }, againstEstimate(lot)),
          ),
        ]),
  ];
}

/** The price that is compared with an estimate: the hammer price where it is known, since estimates exclude the premium. */
function comparedWithEstimate({
  price_hammer_usd: hammer,
  price_final_usd: price,
  price_basis: basis,
}: AuctionRecord) {
  if (hammer !== null) return { price: hammer, words: lotPageText.comparedPrice.hammer };
  return { price, words: lotPageText.comparedPrice[basis ?? 'unknown'] };
}

function againstEstimate(lot: AuctionRecord) {
  const { estimate_low_usd: low, estimate_high_usd: high } = lot;
  const { price, words } = comparedWithEstimate(lot);
  if (price === null) return null;
  const { above, below, within } = lotPageText.againstEstimate;
  if (high !== null && high > 0 && price > high) return above(words, usd(price), shortTimes(price / high));
  return (low !== null && price < low ? below : within)(words, usd(price));
}

function facts(lot: AuctionRecord): HTMLElement[] {
  const { fields } = lotPageText;
  const known: [string, Child][] = [
    [fields.gem, lot.gem_type],
    [fields.carat, lot.carat === null ? null : carats(lot.carat)],
    [fields.origin, lot.origin],
    [fields.treatment, lot.treatment && explained('treatment', lot.treatment)],
    [fields.labs, listed(lot.labs)],
    [fields.reports, listed(lot.report_numbers)],
    [fields.object, lot.object_type && explained('object_type', lot.object_type)],
    [fields.house, lot.auction_house],
    [fields.sale, lot.sale],
    [fields.location, lot.location],
    [fields.date, lot.auction_date === null ? null : date(lot.auction_date, lot.auction_date_precision)],
    [fields.lot_number, lot.lot_number],
    [fields.original, originalPrice(lot)],
    [fields.basis, lot.price_basis && explained('price_basis', lot.price_basis)],
    [fields.remarks, lot.flags.length > 0 ? explainedList('flags', lot.flags) : null],
    [
      fields.derived,
      lot.derived.length > 0 ? listed(lot.derived.map((name) => text.recordFields[name] ?? name)) : null,
    ],
    [fields.source, source(lot)],
    [fields.id, String(lot.id)],
  ];
  return known.filter(([, value]) => value).map(([name, value]) => entry(name, value));
}

const originalPrice = ({ price_original: price, currency }: AuctionRecord) =>
  price === null ? null : [count(price), currency].filter(Boolean).join(' ');

/** The lots of the sale in the order of its catalog. A house can use a name every year: the day of the sale is meant. */
function saleLink({ auction_house, sale, auction_date: day }: AuctionRecord, page: PageState): Child {
  if (auction_house === null || sale === null) return null;
  const ofSale = { auction_house, sale, ...(day !== null && { date_from: day, date_to: day }) };
  const filters = Object.entries(ofSale).map(([name, value]) => [name, quoted(value)] as const);
  const lots: PageState = { ...emptyState, filters, sort: 'lot_number' };
  return h('p', {}, stateLink(withRealOnly(lots, isRealOnly(page)), {}, lotPageText.saleLink));
}

/** Only web URLs become links: the field comes from the source and can contain anything. */
function source({ url }: AuctionRecord): Child {
  if (url === null) return null;
  if (!/^https?:\/\//i.test(url)) return url;
  return h('a', { href: url, rel: 'noreferrer external' }, lotPageText.sourceLink);
}

const entry = (name: string, ...value: Child[]) => h('div', {}, h('dt', {}, name), h('dd', {}, ...value));

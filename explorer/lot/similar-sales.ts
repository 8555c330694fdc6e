import { fill, h } from '../page/element.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { AuctionRecord, Comparables } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { comparablesUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { emptyState, type Filter, isRealOnly, type PageState, withRealOnly } from '../state/page-state.ts';
import { comparedPrice } from '../value/similar-lots.ts';
import { lotPageText as words } from './lot-text.ts';

/** Number of similar sales on the page of a lot. */
const named = 3;

/**
 * The state of the view of comparable sales for the stone of a lot; undefined without a weight.
 * @param page the state whose switch "real sales only" applies
 */
export function stoneState(lot: AuctionRecord, page: PageState): PageState | undefined {
  if (lot.carat === null) return undefined;
  const traits = [
    ['gem_name', lot.gem_type],
    ['origin', lot.origin],
    ['treatment', lot.treatment],
  ] as const;
  const filters = traits.flatMap(([name, value]): Filter[] =>
    value === null ? [] : [[name, quoted(value)]],
  );
  const stone: PageState = { ...emptyState, view: 'value', filters, carat: String(lot.carat) };
  return withRealOnly(stone, isRealOnly(page));
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
  if (others.length === 0) return h('p', { class: 'note' }, words.noSimilar);
  const start = withRealOnly(emptyState, isRealOnly(page));
  const sales = others.map((compared) =>
    saleItem(compared.lot, start, comparedPrice(compared, words.adjusted)),
  );
  return h('ol', { class: 'similar-list' }, ...sales);
}

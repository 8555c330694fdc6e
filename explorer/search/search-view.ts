import { labeledSelect } from '../page/choices.ts';
import { fill, h, keepingFocus, note } from '../page/element.ts';
import { emptyResult, leftOutOf } from '../page/empty-result.ts';
import { count, date, lots, percent, usd, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { priceChoices, priceNotes } from '../page/price-choices.ts';
import { showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, Overview } from '../service/answers.ts';
import { load } from '../service/load.ts';
import {
  exportUrl,
  facetsUrl,
  feedUrl,
  hasPriceOrder,
  listUrl,
  overviewUrl,
  rankingOf,
  rowsPerPage,
} from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import { type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { offersInstead } from './no-lots.ts';
import { type ListedLot, resultsTable } from './results-table.ts';
import { searchText } from './search-text.ts';

/** The pages of the filtered lots: two requests, one when only the page or the order changes. */
export function createSearchView(): View {
  const heading = h('h1', { tabindex: -1 }, text.titles.lots);
  const summary = createSummaryLine();
  const toolbar = h('div', { class: 'toolbar row' });
  const body = h('div', { class: 'results-body' }, skeleton(rowsPerPage));
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const parts = [heading, summary.element, toolbar, body, status];
  const element = h('section', { class: 'search-view' }, ...parts);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    summary.clear();
    const overview = load<Overview>(overviewUrl(state.filters));
    overview.then(
      (answer) => frame.isCurrent() && summary.update(answer, state),
      // The list reports problems; if only the summary fails, it is omitted.
      () => frame.isCurrent() && summary.hide(),
    );
    // A ranking has no facets.
    if (rankingOf(state))
      load(facetsUrl(state)).then(
        ({ meta, pagination }) => frame.isCurrent() && frame.facets(meta.facets, pagination!.total_records),
        () => undefined,
      );
    const answer = await load<ListedLot[]>(listUrl(state));
    if (!frame.isCurrent()) return;
    if (!rankingOf(state)) frame.facets(answer.meta.facets, answer.pagination!.total_records);
    frame.understood(answer.meta.filters);
    keepingFocus(element, () => render(state, answer));
  }

  function render(state: PageState, { data, pagination, meta }: Answer<ListedLot[]>) {
    const { total_records: total, current_page: page, total_pages: pages } = pagination!;
    const [found, isEmpty] = [lots(total), total === 0];
    const hasFilters = shownFilters(state).length > 0;
    // The heading never is "0 lots".
    heading.textContent = isEmpty ? text.states[hasFilters ? 'emptyTitle' : 'emptyData'] : found;
    status.textContent = searchText.results.announce(found, count(page), count(pages));
    const sort = state.sort ?? meta.sort ?? '';
    const shown = data.map((lot) => atBasis(lot, state));
    fill(
      toolbar,
      !isEmpty && sortChoice(state, sort),
      ...(hasPriceOrder(state) ? priceChoices(state, 'rankings') : []),
      !isEmpty && download(state, found),
      follow(state),
      searchText.results.tooManyForExcel(total),
    );
    fill(
      body,
      notes(state, meta),
      ...leftOutOf(state, meta),
      isEmpty ? emptyResult(state, meta, false) : resultsTable(shown, state, sort),
      isEmpty && hasFilters && offersInstead(state, meta.hints),
      pager(state, pagination!),
      note(searchText.results.updated(date(meta.as_of.slice(0, 10)))),
      showRequest(listUrl(state)),
    );
  }
}

/** What the list leaves out, and what orders it; null if there is nothing to say. */
function notes(state: PageState, { excluded, prices }: Answer<unknown>['meta']): HTMLElement | null {
  const { prefer, sort } = state;
  const said = [
    ...(prefer === undefined ? [] : [searchText[sort ? 'notPreferred' : 'preferred'](prefer)]),
    ...(rankingOf(state) ? [searchText.ranked, ...priceNotes(prices)] : []),
    ...(excluded && excluded.lots > 0 ? [searchText.severalStones(lots(excluded.lots))] : []),
  ];
  return said.length === 0 ? null : note(said.join(' '));
}

/** The lot with its prices at the basis of a ranking. */
function atBasis(lot: ListedLot, { basis }: PageState): ListedLot {
  if (lot.rank === undefined || basis === 'published') return lot;
  const price = basis === 'hammer' ? lot.price_hammer_usd : lot.price_premium_usd;
  const perCarat = price === null || lot.carat === null ? null : price / lot.carat;
  return { ...lot, price_final_usd: price, price_per_carat_usd: perCarat };
}

function sortChoice(state: PageState, sort: string): HTMLElement {
  // Text searches are sorted by relevance unless an order is selected.
  const options: [string, string][] = [
    ...(valuesOf(state, 'q').length > 0 || state.prefer !== undefined
      ? [['', searchText.results.relevance] as [string, string]]
      : []),
    ...Object.entries(searchText.results.sortOptions),
  ];
  const chosen = options.some(([value]) => value === sort) ? sort : '';
  return labeledSelect('sort', searchText.results.sortBy, options, chosen, (order) =>
    goTo({ ...state, sort: order || undefined, page: undefined }),
  );
}

function download(state: PageState, found: string): HTMLElement {
  return h(
    'a',
    {
      href: exportUrl(state),
      class: 'button',
      download: '',
      title: searchText.results.downloadNote(found),
    },
    searchText.results.download,
  );
}

function follow(state: PageState): HTMLElement {
  const { follow, followNote } = searchText.results;
  return h('a', { href: feedUrl(state), class: 'button', title: followNote }, follow);
}

/** A line about the lots: time range, share sold, median and total. */
function createSummaryLine() {
  const line = h('p', { class: 'summary' });
  return {
    element: line,
    clear: () => fill(line, h('span', { class: 'skeleton skeleton-text' })),
    hide: () => fill(line),
    update({ data, meta }: Answer<Overview>, state: PageState) {
      const [[name, value] = [], ...others] = shownFilters(state);
      const isOnlyWords = name === 'q' && others.length === 0;
      const advice = isOnlyWords ? searchText.none.inNoTitle(value!) : text.states.emptyAdvice;
      const [picked] = data.lots === 0 ? leftOutOf(state, { ...meta, hints: [] }) : [];
      if (picked) return fill(line, picked);
      const shown = data.lots === 0 && name !== undefined ? [advice] : figuresOf(data);
      fill(line, ...shown.map((part) => h('span', {}, part)));
    },
  };
}

function figuresOf(data: Overview): string[] {
  if (data.lots === 0) return [];
  const { first_auction_date: first, last_auction_date: last, price_per_carat_usd: perCarat } = data;
  return [
    first === null || last === null ? searchText.results.undated : text.range(date(first), date(last)),
    searchText.results.sold(percent(data.sell_through_rate)),
    ...(perCarat.median === null ? [] : [searchText.results.median(usd(perCarat.median), count(perCarat.n))]),
    ...(data.total_value_usd > 0 ? [searchText.results.total(usdShort(data.total_value_usd))] : []),
  ];
}

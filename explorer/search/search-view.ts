import { fill, h, keepingFocus } from '../page/element.ts';
import { count, date, lots, percent, usd, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { labeledSelect } from '../page/select.ts';
import { showRequest } from '../page/show-request.ts';
import { emptyResult, skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, AuctionRecord, Overview } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { exportUrl, listUrl, overviewUrl, rowsPerPage } from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import { type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { offersInstead } from './no-lots.ts';
import { resultsTable } from './results-table.ts';

/** The pages of the filtered lots: two requests, one when only the page or the order changes. */
export function createSearchView(): View {
  const heading = h('h1', { tabindex: -1 }, text.titles.lots);
  const summary = createSummaryLine();
  const toolbar = h('div', { class: 'toolbar' });
  const body = h('div', { class: 'results-body' }, skeleton(rowsPerPage));
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const element = h('section', { class: 'search-view' }, heading, summary.element, toolbar, body, status);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    summary.clear();
    const overview = load<Overview>(overviewUrl(state.filters));
    overview.then(
      (answer) => frame.isCurrent() && summary.update(answer, shownFilters(state).length > 0),
      // The list reports problems; if only the summary fails, it is omitted.
      () => frame.isCurrent() && summary.hide(),
    );
    const answer = await load<AuctionRecord[]>(listUrl(state));
    if (!frame.isCurrent()) return;
    frame.facets(answer.meta.facets, answer.pagination!.total_records);
    frame.understood(answer.meta.filters);
    keepingFocus(element, () => render(state, answer));
  }

  function render(state: PageState, { data, pagination, meta }: Answer<AuctionRecord[]>) {
    const pages = pagination!;
    const found = lots(pages.total_records);
    const hasFilters = shownFilters(state).length > 0;
    // The heading never is "0 lots".
    heading.textContent =
      pages.total_records > 0 ? found : hasFilters ? text.states.emptyTitle : text.states.emptyData;
    status.textContent = text.results.announce(found, count(pages.current_page), count(pages.total_pages));
    const isEmpty = pages.total_records === 0;
    const sort = state.sort ?? meta.sort ?? '';
    fill(
      toolbar,
      !isEmpty && sortChoice(state, sort),
      !isEmpty && download(state, found),
      h('span', { class: 'note' }, text.results.updated(date(meta.as_of.slice(0, 10)))),
    );
    fill(
      body,
      isEmpty ? emptyResult(state, meta.hints, false) : resultsTable(data, state, sort),
      isEmpty && hasFilters && offersInstead(state, meta.hints),
      pager(state, pages),
      showRequest(listUrl(state)),
    );
  }
}

function sortChoice(state: PageState, sort: string): HTMLElement {
  // Text searches are sorted by relevance unless an order is selected.
  const options: [string, string][] = [
    ...(valuesOf(state, 'q').length > 0 ? [['', text.results.relevance] as [string, string]] : []),
    ...Object.entries(text.results.sortOptions),
  ];
  const chosen = options.some(([value]) => value === sort) ? sort : '';
  const select = labeledSelect('sort', text.results.sortBy, options, chosen, (order) =>
    goTo({ ...state, sort: order || undefined, page: undefined }),
  );
  return h('span', { class: 'sort' }, ...select);
}

function download(state: PageState, found: string): HTMLElement {
  return h(
    'a',
    {
      ...{ href: exportUrl(state), class: 'button', download: '' },
      title: text.results.downloadNote(found),
    },
    text.results.download,
  );
}

/** A line about the lots: time range, share sold, median and total; and a note on generated lots. */
function createSummaryLine() {
  const line = h('p', { class: 'summary' });
  const samples = h('p', { class: 'note samples-note' });
  const element = h('div', { class: 'summary-lines' }, line, samples);
  return {
    element,
    clear: () => fill(line, h('span', { class: 'skeleton skeleton-text' })),
    hide: () => {
      fill(line);
      fill(samples);
    },
    update({ data, meta }: Answer<Overview>, hasFilters: boolean) {
      const shown = data.lots === 0 && hasFilters ? [text.states.emptyAdvice] : parts(data);
      fill(line, ...shown.map((part) => h('span', {}, part)));
      const synthetic = meta.synthetic_lots ?? 0;
      const some = synthetic > 0 ? text.results.samples(synthetic, count(synthetic)) : '';
      samples.textContent = synthetic > 0 && synthetic === data.lots ? text.results.allSamples : some;
    },
  };
}

function parts(data: Overview): string[] {
  if (data.lots === 0) return [];
  const { first_auction_date: first, last_auction_date: last, price_per_carat_usd: perCarat } = data;
  return [
    first === null || last === null ? text.results.undated : text.range(date(first), date(last)),
    text.results.sold(percent(data.sell_through_rate)),
    ...(perCarat.median === null ? [] : [text.results.median(usd(perCarat.median), count(perCarat.n))]),
    ...(data.total_value_usd > 0 ? [text.results.total(usdShort(data.total_value_usd))] : []),
  ];
}

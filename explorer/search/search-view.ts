import { labeledSelect } from '../page/choices.ts';
import { type Child, fill, h, keepingFocus, note } from '../page/element.ts';
import { emptyResult, leftOutOf } from '../page/empty-result.ts';
import { count, date, groupDate, lots, percent, usd, usdShort } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { samplesNote } from '../page/samples.ts';
import { copyable, folded, showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, AuctionRecord, Overview } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { exportUrl, feedUrl, listUrl, overviewUrl, rowsPerPage } from '../service/requests.ts';
import { goTo } from '../state/navigation.ts';
import { type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { offersInstead } from './no-lots.ts';
import { resultsTable } from './results-table.ts';
import { searchText } from './search-text.ts';

/** The pages of the filtered lots: two requests, one when only the page or the order changes. */
export function createView(): View {
  const heading = h('h1', { tabindex: -1 }, text.titles.lots);
  const summary = h('p', { class: 'summary' });
  const toolbar = h('div', { class: 'toolbar row' });
  const body = h('div', { class: 'results-body' }, skeleton(rowsPerPage));
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const parts = [heading, summary, toolbar, body, status];
  const element = h('section', { class: 'search-view' }, ...parts);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    fill(summary, h('span', { class: 'skeleton skeleton-text' }));
    load<Overview>(overviewUrl(state.filters)).then(
      (answer) => {
        if (!frame.isCurrent()) return;
        const { lots: all } = answer.data;
        frame.samples(samplesNote(answer.meta.synthetic_lots ?? 0, all, text.samples.ofData(lots(all))));
        fill(summary, ...summaryOf(answer, state));
      },
      // The list reports problems; if only the summary fails, it is omitted.
      () => frame.isCurrent() && fill(summary),
    );
    const answer = await load<AuctionRecord[]>(listUrl(state));
    if (!frame.isCurrent()) return;
    frame.facets(answer.meta.facets, answer.pagination!.total_records);
    frame.understood(answer.meta.filters);
    keepingFocus(element, () => render(state, answer));
  }

  function render(state: PageState, { data, pagination, meta }: Answer<AuctionRecord[]>) {
    const { total_records: total, current_page: page, total_pages: pages } = pagination!;
    const [found, isEmpty] = [lots(total), total === 0];
    const hasFilters = shownFilters(state).length > 0;
    // The heading never is "0 lots".
    heading.textContent = isEmpty ? text.states[hasFilters ? 'emptyTitle' : 'emptyData'] : found;
    status.textContent = searchText.results.announce(found, count(page), count(pages));
    const { prefer } = state;
    const sort = state.sort ?? meta.sort ?? '';
    fill(
      toolbar,
      !isEmpty && sortChoice(state, sort),
      !isEmpty && download(state),
      follow(state),
      searchText.results.tooManyForExcel(total),
    );
    fill(
      body,
      prefer !== undefined && note(searchText[state.sort ? 'notPreferred' : 'preferred'](prefer)),
      ...leftOutOf(state, meta),
      isEmpty ? emptyResult(state, meta, false) : resultsTable(data, state, sort),
      isEmpty && hasFilters && offersInstead(state, meta.hints),
      pager(state, pagination!),
      note(searchText.results.updated(date(meta.as_of.slice(0, 10)))),
      showRequest(listUrl(state)),
    );
  }
}

function sortChoice(state: PageState, sort: string): HTMLElement {
  // Text searches are sorted by relevance unless an order is selected.
  const { relevance, sortOptions } = searchText.results;
  const hasWords = valuesOf(state, 'q').length > 0 || state.prefer !== undefined;
  const options = Object.entries({ ...(hasWords && { '': relevance }), ...sortOptions });
  const chosen = options.some(([value]) => value === sort) ? sort : '';
  return labeledSelect('sort', searchText.results.sortBy, options, chosen, (order) =>
    goTo({ ...state, sort: order || undefined, page: undefined }),
  );
}

function download(state: PageState): HTMLElement {
  return h('a', { href: exportUrl(state), class: 'button', download: '' }, searchText.results.download);
}

/** The address of the feed of a search, to copy: a browser shows only its source. */
function follow(state: PageState): HTMLElement {
  const { follow, followNote, feed } = searchText.results;
  const address = new URL(feedUrl(state), location.origin).href;
  return folded(follow, note(followNote), copyable(feed, address));
}

/** A line about the lots: time range, share sold, median and total; without lots, what to change. */
function summaryOf({ data, meta }: Answer<Overview>, state: PageState): Child[] {
  const [[name, value] = [], ...others] = shownFilters(state);
  const isOnlyWords = name === 'q' && others.length === 0;
  const advice = isOnlyWords ? searchText.none.inNoTitle(value!) : text.states.emptyAdvice;
  const [picked] = data.lots === 0 ? leftOutOf(state, { ...meta, hints: [] }) : [];
  if (picked) return [picked];
  const shown = data.lots === 0 && name !== undefined ? [advice] : figuresOf(data);
  return shown.map((part) => h('span', part));
}

function figuresOf(data: Overview): string[] {
  if (data.lots === 0) return [];
  const { first_auction_date: first, last_auction_date: last, price_per_carat_usd: perCarat } = data;
  return [
    first === null || last === null
      ? searchText.results.undated
      : text.range(groupDate(first), groupDate(last)),
    searchText.results.sold(percent(data.sell_through_rate), lots(data.sold_lots + data.unsold_lots)),
    ...(perCarat.median === null ? [] : [searchText.results.median(usd(perCarat.median), count(perCarat.n))]),
    ...(data.total_value_usd > 0 ? [searchText.results.total(usdShort(data.total_value_usd))] : []),
  ];
}

import { fill, h, keepingFocus } from '../page/element.ts';
import { carats, count, lots, usd } from '../page/format.ts';
import { pager } from '../page/pager.ts';
import { priceChoices, priceNotes } from '../page/price-choices.ts';
import { showRequest } from '../page/show-request.ts';
import { emptyResult, skeleton } from '../page/states.ts';
import { type Frame, reportFacets, type View } from '../page/view.ts';
import type { Answer, RankedRecord } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { rankingUrl } from '../service/requests.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { lotLink, sampleMark, soldAt } from './lot-cells.ts';

/** The most expensive lots: two requests, one when only the page changes. */
export function createRankingsView(): View {
  const choice = h('div', { class: 'toolbar' });
  const lead = h('p', { class: 'lead' });
  const body = h('div', { class: 'results-body' }, skeleton(20));
  const heading = h('h1', { tabindex: -1 }, text.titles.rankings);
  const element = h('section', { class: 'rankings-view' }, heading, lead, choice, body);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const isPerCarat = state.by === 'price-per-carat';
    lead.textContent = text.rankings.lead[isPerCarat ? 'perCarat' : 'price'];
    keepingFocus(element, () =>
      fill(choice, segments(state, isPerCarat), ...priceChoices(state, 'rankings')),
    );
    reportFacets(state, frame);
    const answer = await load<RankedRecord[]>(rankingUrl(state));
    if (!frame.isCurrent()) return;
    frame.understood(answer.meta.filters);
    keepingFocus(element, () => render(state, answer, isPerCarat));
  }

  function render(state: PageState, { data, pagination, meta }: Answer<RankedRecord[]>, isPerCarat: boolean) {
    const { excluded } = meta;
    fill(
      body,
      data.length === 0
        ? emptyResult(state, meta.hints)
        : h('ol', { class: 'ranking' }, ...data.map((lot) => place(lot, state, isPerCarat))),
      excluded && excluded.lots > 0
        ? h('p', { class: 'note' }, text.rankings.excluded(lots(excluded.lots)))
        : null,
      ...priceNotes(meta.prices).map((note) => h('p', { class: 'note' }, note)),
      pager(state, pagination!),
      showRequest(rankingUrl(state)),
    );
  }
}

function segments(state: PageState, isPerCarat: boolean): HTMLElement {
  const link = (by: string | undefined, name: string, isCurrent: boolean) =>
    stateLink(
      { ...state, by, page: undefined },
      { id: `by-${by ?? 'price'}`, 'aria-current': isCurrent ? 'true' : undefined },
      name,
    );
  return h(
    'nav',
    { class: 'segments', 'aria-label': text.rankings.by },
    link(undefined, text.rankings.price, !isPerCarat),
    link('price-per-carat', text.rankings.perCarat, isPerCarat),
  );
}

function place(lot: RankedRecord, state: PageState, isPerCarat: boolean): HTMLElement {
  const about = [lot.gem_type, lot.carat && carats(lot.carat), lot.origin].filter(Boolean).join(' · ');
  const perCarat = `${usd(lot.price_per_carat_usd)} ${text.rankings.perCaratShort}`;
  return h(
    'li',
    { value: lot.rank, class: lot.is_synthetic ? 'sample-row' : null },
    h('span', { class: 'rank', 'aria-hidden': 'true' }, count(lot.rank)),
    h(
      'div',
      { class: 'ranked' },
      lotLink(lot, state),
      h('span', { class: 'row-note' }, about, ' ', sampleMark(lot)),
      h('span', { class: 'row-note' }, soldAt(lot)),
    ),
    h(
      'div',
      { class: 'ranked-value' },
      h('span', {}, isPerCarat ? perCarat : usd(lot.price_final_usd)),
      h(
        'span',
        { class: 'row-note' },
        isPerCarat ? usd(lot.price_final_usd) : lot.carat !== null && perCarat,
      ),
    ),
  );
}

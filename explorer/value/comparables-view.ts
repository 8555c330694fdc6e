import { createFigure } from '../charts/figure.ts';
import { fill, h, keepingFocus } from '../page/element.ts';
import { carats, count, date } from '../page/format.ts';
import { gemChoice, oneGem } from '../page/one-gem.ts';
import { choiceBar, priceNotes, priceUnit } from '../page/price-choices.ts';
import { createSamplesNote } from '../page/samples-note.ts';
import { scorecardNote } from '../page/scorecard-note.ts';
import { showRequest } from '../page/show-request.ts';
import { emptyResult, problemState, skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import { pricesText } from '../prices/prices-text.ts';
import type { Answer, AuctionRecord, Comparables } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { comparablesUrl, facetsUrl } from '../service/requests.ts';
import { currentState } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { answerCard } from './answer-card.ts';
import { answerText } from './answer-text.ts';
import { searchSteps, spokenSummary, summaryFigures } from './comparable-figures.ts';
import { comparedColumns, comparedTable } from './comparable-lots.ts';
import { priceDots } from './price-dots.ts';
import { createStoneForm } from './stone-form.ts';

const words = pricesText.comparables;

/**
 * The sales most similar to a stone, and their summary: two requests, one when only the weight or the day changes. The
 * form stays visible with every response.
 */
export function createComparablesView(): View {
  const heading = h('h1', { tabindex: -1 }, text.titles.value);
  const samples = createSamplesNote();
  const form = createStoneForm();
  const choices = h('div', {});
  const card = h('section', { class: 'answer', hidden: true });
  const summary = h('section', { class: 'figure' });
  const steps = h('div', {});
  const method = h('details', { class: 'figure method' }, h('summary', {}, answerText.method), steps);
  const dots = createFigure('adjusted-prices', answerText.plot.title, answerText.plot);
  const lots = createFigure('comparables', words.lots.title, words.lots);
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const result = h('div', {}, skeleton(4));
  // The card is filled in place, so that the form below is never re-attached and keeps the focus.
  const body = h('div', {}, card, form.element, result);
  const element = h(
    'section',
    { class: 'market-view comparables-view' },
    heading,
    samples.element,
    choices,
    status,
    body,
  );
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const gem = oneGem(state);
    const isAsked = gem !== undefined && state.carat !== undefined;
    heading.textContent = isAsked ? headingOf(gem, Number(state.carat)) : text.titles.value;
    samples.show();
    form.update(state);
    fill(choices, isAsked && choiceBar(state, 'comparables'));
    if (isAsked && card.childElementCount === 0) {
      card.hidden = false;
      fill(card, skeleton(1, 'answer'));
    }
    const facets = load<AuctionRecord[]>(facetsUrl(state));
    const answer = isAsked ? load<Comparables>(comparablesUrl(state)) : undefined;
    // It is awaited below. Until then, a rejection must not count as unhandled.
    answer?.catch(() => undefined);
    const { meta, pagination } = await facets;
    if (!frame.isCurrent()) return;
    frame.facets(meta.facets, pagination!.total_records);
    frame.understood(meta.filters);
    form.update(currentState());
    if (gem === undefined) return fill(body, gemChoice(state, meta.facets));
    if (!body.contains(form.element)) fill(body, card, form.element, result);
    if (!answer) return clear();
    try {
      const known = await answer;
      if (frame.isCurrent()) keepingFocus(element, () => render(currentState(), known));
    } catch (error) {
      // The input stays, so that it can be fixed.
      if (!frame.isCurrent()) return;
      clear();
      fill(result, problemState(error, 2));
    }
  }

  function clear() {
    card.hidden = true;
    fill(card);
    fill(result);
  }

  function render(state: PageState, { data, meta }: Answer<Comparables>) {
    if (meta.hints) {
      clear();
      return fill(result, emptyResult(state, meta.hints));
    }
    heading.textContent = headingOf(data.stone.gem_name, data.stone.carat);
    const synthetic = meta.synthetic_lots ?? 0;
    samples.show(synthetic);
    card.hidden = false;
    fill(card, ...answerCard(data, heading.textContent, state, meta.prices));
    fill(
      summary,
      h('h2', {}, words.summary.title),
      ...summaryFigures(data, meta.prices),
      scorecardNote(data.stone.gem_name, 'comparables', state),
    );
    fill(steps, ...searchSteps(data));
    status.textContent = spokenSummary(data);
    const request = comparablesUrl(state);
    const hasLots = data.n > 0;
    fill(result, hasLots && dots.element, summary, hasLots ? lots.element : showRequest(request), method);
    if (!hasLots) return;
    const { gem_name: gem, carat } = data.stone;
    const notes = [
      words.lots.beside(gem, carats(carat), date(data.as_of)),
      data.n > data.lots.length && words.lots.shown(count(data.lots.length), count(data.n)),
      ...priceNotes(meta.prices),
    ];
    const shared = { rows: data.lots, columns: comparedColumns, request, state, syntheticLots: synthetic };
    dots.show({ chart: priceDots(data, state, priceUnit(meta.prices)), notes: [], ...shared });
    lots.show({ chart: comparedTable(data, state), notes, ...shared });
  }
}

/** The input may not be a weight; the API reports that. */
const headingOf = (gem: string, carat: number) =>
  Number.isNaN(carat) ? text.titles.value : words.heading(gem, carats(carat));

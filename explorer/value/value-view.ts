import { createFigure } from '../charts/figure.ts';
import { fill, h, keepingFocus, note } from '../page/element.ts';
import { leftOutOf } from '../page/empty-result.ts';
import { count, date, listed, saidOfPart, usd } from '../page/format.ts';
import { oneGem, oneValue } from '../page/one-gem.ts';
import { choiceBar, priceNotes } from '../page/price-choices.ts';
import { samplesOfSales } from '../page/samples.ts';
import { showRequest } from '../page/show-request.ts';
import { problemState, skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import { chip, withoutDescribed } from '../search/chips.ts';
import { describeFilter, describeFilters } from '../search/filter-names.ts';
import type { Answer, AuctionRecord, Comparables } from '../service/answers.ts';
import { comparableFilters } from '../service/comparable-filters.ts';
import { load } from '../service/load.ts';
import { comparablesUrl, stoneOptionsUrl } from '../service/requests.ts';
import { currentState } from '../state/navigation.ts';
import { isRealOnly, type PageState, shownFilters, valuesOf } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { answerCard } from './answer-card.ts';
import { comparedColumns } from './similar-lots.ts';
import { createValueForm, formFilters } from './value-form.ts';
import { valueText as words } from './value-text.ts';
import { basisOf, stoneName } from './value-words.ts';

/**
 * What a stone is worth by the most similar sales: two requests, one when only the weight, the day or a trait changes. The
 * answer stands above the form, and the sales that it comes from below.
 */
export function createView(): View {
  const heading = h('h1', { tabindex: -1 }, text.titles.value);
  const form = createValueForm();
  const others = h('div', { class: 'value-others' });
  const choices = h('div');
  const card = h('section', { class: 'answer', hidden: true });
  const evidence = createFigure('evidence', words.lots.title, { lead: '' });
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const result = h('div', skeleton(4));
  const body = [status, card, others, form.element, choices, result];
  const element = h('section', { class: 'market-view value-view' }, heading, ...body);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const gem = oneGem(state);
    const isAsked = gem !== undefined && state.carat !== undefined;
    heading.textContent = isAsked ? headingOf(gem, state) : text.titles.value;
    describe(state);
    fill(choices, isAsked && choiceBar(state));
    if (isAsked && card.childElementCount === 0) {
      card.hidden = false;
      fill(card, skeleton(1, 'answer'));
    }
    const options = load<AuctionRecord[]>(stoneOptionsUrl(valuesOf(state, 'gem_name'), isRealOnly(state)));
    const answer = isAsked ? load<Comparables>(comparablesUrl(state)) : undefined;
    // It is awaited below. Until then, a rejection must not count as unhandled.
    answer?.catch(() => undefined);
    const { meta } = await options;
    if (!frame.isCurrent()) return;
    form.offer(meta.facets);
    understand(meta.filters, frame);
    if (!answer) return clear(h('p', { class: 'lead' }, words.lead));
    try {
      const known = await answer;
      if (!frame.isCurrent()) return;
      understand({ ...known.meta.filters, ...known.meta.parameters }, frame);
      frame.samples(samplesOfSales(known.data));
      keepingFocus(element, () => render(currentState(), known));
    } catch (error) {
      // The input stays, so that it can be fixed.
      if (frame.isCurrent()) clear(problemState(error, 2));
    }
  }

  function understand(filters: Record<string, unknown>, frame: Frame) {
    frame.understood(filters);
    describe(currentState());
  }

  /** Shows the stone in the form, and the filters that the form does not have. */
  function describe(state: PageState) {
    form.update(state);
    const { used, unused } = comparableFilters(state);
    const isInForm = ([name]: (typeof used)[number]) =>
      (formFilters as readonly string[]).includes(name) && valuesOf(state, name).length === 1;
    const also = describeFilters(
      used.filter((filter) => !isInForm(filter) && shownFilters(state).includes(filter)),
    );
    fill(
      others,
      also.length > 0 &&
        h('p', words.alsoUsed, ...also.flatMap((one) => [' ', chip(one.name, withoutDescribed(state, one))])),
      unused.length > 0 && note(words.unused(listed(unused.map(describeFilter)))),
    );
  }

  /** Shows something else than an answer. */
  function clear(instead: HTMLElement) {
    card.hidden = true;
    fill(card);
    fill(result, instead);
  }

  function render(state: PageState, { data, meta }: Answer<Comparables>) {
    const request = comparablesUrl(state);
    const { n, prediction } = data;
    heading.textContent = words.heading(stoneName(data.stone));
    card.hidden = false;
    fill(card, ...answerCard(data, heading.textContent, state, meta.prices, leftOutOf(state, meta)));
    status.textContent = prediction.price_usd
      ? words.card.spoken(usd(prediction.price_usd.median))
      : words.card.noRange;
    fill(result, n > 0 ? evidence.element : showRequest(request));
    if (n === 0) return;
    evidence.show({
      headline: words.lots.headline(n, count(n)),
      lead: basisOf(data),
      notes: [
        words.lots.adjusted(date(data.as_of)),
        saidOfPart(data.lots.length, n, words.lots.shown),
        ...priceNotes(meta.prices),
      ],
      rows: data.lots,
      columns: comparedColumns(data, state),
      request,
      state,
      meta,
    });
  }
}

/** The heading until the answer is there. */
function headingOf(gem: string, state: PageState): string {
  const carat = Number(state.carat);
  // The input may not be a weight; the API reports that.
  if (Number.isNaN(carat)) return text.titles.value;
  const one = (name: string) => oneValue(state, name) ?? null;
  const traits = { origin: one('origin'), treatment: one('treatment'), auction_house: one('auction_house') };
  return words.heading(stoneName({ gem_name: gem, carat, ...traits }));
}

import type { Figure, FigureSource } from '../charts/figure.ts';
import type { Answer, AuctionRecord, Facets, Meta } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { facetsUrl } from '../service/requests.ts';
import { currentState } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type Child, fill, h, keepingFocus } from './element.ts';
import { leftOutOf } from './empty-result.ts';
import { gemChoice, oneGem } from './one-gem.ts';
import { choiceBar } from './price-choices.ts';
import { samplesIn, samplesNote } from './samples.ts';
import { skeleton } from './states.ts';
import type { Frame, View } from './view.ts';

/** The response that lists the available filter values. */
export type FacetsAnswer = Answer<AuctionRecord[]>;

/** A view of figures: a heading, price choices, requests, and the figures that are drawn from their responses. */
interface Section {
  name: string;
  title: string;
  /** The heading for one gem type. */
  heading?: (gem: string) => string;
  /** Whether choices of prices are offered. */
  isPriced?: boolean;
  /** The parts; none where a gem type must be chosen first. */
  parts: (state: PageState, facets: Promise<FacetsAnswer>) => Part[];
}

/** What figures are drawn from, besides their response. */
export interface Drawing {
  /** The state, with the filters as the API spells them. */
  state: PageState;
  /** The facts that figures of the response mention. */
  source: FigureSource;
  facets: Facets | undefined;
  /** Shows other content of the part than its figures alone. */
  replace: (...content: Child[]) => void;
}

/** Figures of one response, or of several to requests of one kind. */
interface Part {
  figures: readonly Pick<Figure, 'element' | 'loading' | 'problem'>[];
  answer: Promise<Requested | readonly Requested[]>;
  draw: (known: never, drawing: Drawing) => void;
}

/** What a response says about its lots, and its request. */
export interface Requested {
  request: string;
  meta: Meta;
}

/**
 * Figures of the response to one request.
 * @param draw shows the response in the figures
 */
export const part = <Data>(
  figures: Part['figures'],
  request: string | Promise<string>,
  draw: (known: Answer<Data>, drawing: Drawing) => void,
): Part => ({ figures, answer: requested(request), draw });

async function requested(address: string | Promise<string>) {
  const request = await address;
  return { ...(await load(request)), request };
}

/** Builds a section. */
export function createSection({ name, title, heading, isPriced, parts }: Section): View {
  const head = h('h1', { tabindex: -1 }, title);
  const choices = h('div');
  const leftOut = h('div');
  let isTold = false;
  let samples = 0;
  const body = h('div', skeleton(1, 'chart'));
  const content = [head, choices, leftOut, body];
  const element = h('section', { class: `market-view ${name}-view` }, ...content);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const answer = load<AuctionRecord[]>(facetsUrl(state));
    isTold = false;
    samples = 0;
    const shown = parts(state, answer);
    const isFirst = !shown.some(({ figures }) => figures.some((figure) => figure.element.isConnected));
    const places = shown.map(({ figures }) => h('div', ...figures.map((figure) => figure.element)));
    for (const { figures, answer } of shown) {
      // It is awaited below. Until then, a rejection must not count as unhandled.
      answer.catch(() => undefined);
      for (const figure of figures) figure.loading();
    }
    const nameGem = () => {
      const gem = oneGem(currentState());
      head.textContent = heading && gem ? heading(gem) : title;
    };
    nameGem();
    keepingFocus(element, () => {
      fill(choices, isPriced && shown.length > 0 && choiceBar(state));
      // At first, figures appear from the top when they are drawn, so that none that is visible moves.
      if (shown.length > 0) fill(body, ...(isFirst ? [skeleton(1, 'chart')] : places));
    });
    const answered = await answer;
    const { meta, pagination } = answered;
    if (!frame.isCurrent()) return;
    frame.facets(meta.facets, pagination!.total_records);
    frame.understood(meta.filters);
    nameGem();
    if (shown.length === 0) return fill(body, gemChoice(currentState(), meta.facets));
    const problems: unknown[] = [];
    for (const [index, one] of shown.entries()) {
      await one.answer.catch(() => undefined);
      if (!frame.isCurrent()) return;
      if (isFirst && index === 0) fill(body);
      if (!places[index]!.isConnected) body.append(places[index]!);
      await drawPart(one, places[index]!, frame, answered).catch((reason) => problems.push(reason));
    }
    // If all figures have a problem, the section shows it once.
    if (problems.length === shown.length && frame.isCurrent()) throw problems[0];
  }

  async function drawPart(
    { figures, answer, draw }: Part,
    place: HTMLElement,
    frame: Frame,
    { meta: ofLots, pagination }: FacetsAnswer,
  ) {
    try {
      const known = await answer;
      if (!frame.isCurrent()) return;
      const state = currentState();
      const { meta, request } = [known].flat()[0] as Requested;
      // A part may ask for further gems, whose families nobody has chosen.
      if (!isTold) fill(leftOut, ...leftOutOf(state, { ...meta, hints: ofLots.hints }));
      isTold = true;
      tellSamples([known].flat(), pagination!.total_records, frame);
      const replace = (...content: Child[]) => fill(place, ...content);
      keepingFocus(place, () => {
        draw(known as never, { state, source: { request, state, meta }, facets: ofLots.facets, replace });
      });
    } catch (error) {
      if (frame.isCurrent()) for (const figure of figures) figure.problem(error);
      throw error;
    }
  }

  /** Says how many lots are generated, of the part with the most: some leave gems out. */
  function tellSamples(answers: readonly Requested[], found: number, frame: Frame) {
    const own = samplesIn(answers);
    if (own <= samples) return;
    samples = own;
    const picked = answers.reduce((sum, { meta }) => sum + (meta.excluded?.hand_picked ?? 0), 0);
    frame.samples(samplesNote(own, found - picked, text.samples.ofFigures));
  }
}

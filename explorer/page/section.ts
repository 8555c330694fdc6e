import type { Figure, FigureSource } from '../charts/figure.ts';
import type { Answer, AuctionRecord, Facets, Meta } from '../service/answers.ts';
import { load } from '../service/load.ts';
import type { PricedPath } from '../service/price-params.ts';
import { Problem } from '../service/problem.ts';
import { facetsUrl } from '../service/requests.ts';
import { currentState } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { type Child, fill, h, keepingFocus } from './element.ts';
import { gemChoice, oneGem } from './one-gem.ts';
import { choiceBar } from './price-choices.ts';
import { createSamplesNote } from './samples-note.ts';
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
  /** The path whose price choices are offered; none for figures without prices. */
  path?: (state: PageState) => PricedPath | undefined;
  /** What the view shows, below its heading. */
  lead?: string;
  /** The parts; none where a gem type must be chosen first. */
  parts: (state: PageState, facets: Promise<FacetsAnswer>) => Part[];
}

/** What figures are drawn from, besides their response. */
export interface Drawing {
  /** The state, with the filters as the API spells them. */
  state: PageState;
  /** The gem type; empty for several. */
  gem: string;
  /** The facts that figures of these requests mention. */
  source: (request: FigureSource['request']) => FigureSource;
  facets: Facets | undefined;
  /** Shows other content than the figures alone. */
  replace: (...content: Child[]) => void;
}

/** A response, or several together. The response with `lots`, the number of all lots, counts the generated ones. */
interface Known {
  meta: Pick<Meta, 'synthetic_lots'>;
  lots?: number;
}

/** Figures of one response. */
interface Part {
  figures: readonly Pick<Figure, 'element' | 'loading' | 'problem'>[];
  answer: Promise<Known>;
  draw: (known: never, drawing: Drawing) => void;
}

/**
 * Figures of one response.
 * @param draw shows the response in the figures
 */
export const part = <Response extends Known>(
  figures: Part['figures'],
  answer: Promise<Response>,
  draw: (known: Response, drawing: Drawing) => void,
): Part => ({ figures, answer, draw });

/** Builds a section. */
export function createSection({ name, title, heading, path, lead, parts }: Section): View {
  const head = h('h1', { tabindex: -1 }, title);
  const samples = createSamplesNote();
  const choices = h('div', {});
  const body = h('div', {}, skeleton(1, 'chart'));
  const content = [head, lead && h('p', { class: 'lead' }, lead), samples.element, choices, body];
  const element = h('section', { class: `market-view ${name}-view` }, ...content);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const answer = load<AuctionRecord[]>(facetsUrl(state));
    const shown = parts(state, answer);
    const figures = shown.flatMap((one) => one.figures);
    // They are awaited below. Until then, a rejection must not count as unhandled.
    for (const one of shown) one.answer.catch(() => undefined);
    for (const figure of figures) figure.loading();
    const priced = shown.length > 0 ? path?.(state) : undefined;
    const nameGem = () => {
      const gem = oneGem(currentState());
      head.textContent = heading && gem ? heading(gem) : title;
    };
    nameGem();
    samples.show();
    keepingFocus(element, () => {
      fill(choices, priced && choiceBar(state, priced));
      if (figures.length > 0) fill(body, ...figures.map((figure) => figure.element));
    });
    const { meta, pagination } = await answer;
    if (!frame.isCurrent()) return;
    frame.facets(meta.facets, pagination!.total_records);
    frame.understood(meta.filters);
    nameGem();
    if (shown.length === 0) return fill(body, gemChoice(currentState(), meta.facets));
    const results = await Promise.allSettled(
      shown.map((one) => drawPart(one, shown.length === 1, frame, meta.facets)),
    );
    const problems = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    // If all figures have a problem, the section shows it once.
    if (problems.length === shown.length && problems[0] instanceof Problem && frame.isCurrent())
      throw problems[0];
  }

  async function drawPart(
    { figures, answer, draw }: Part,
    isOnly: boolean,
    frame: Frame,
    facets: Facets | undefined,
  ) {
    try {
      const known = await answer;
      if (!frame.isCurrent()) return;
      const state = currentState();
      const syntheticLots = known.meta.synthetic_lots ?? 0;
      const source = (request: FigureSource['request']) => ({ request, state, syntheticLots });
      if (isOnly || known.lots !== undefined) samples.show(syntheticLots, known.lots);
      const replace = (...content: Child[]) => fill(body, ...content);
      keepingFocus(body, () =>
        draw(known as never, { state, gem: oneGem(state) ?? '', source, facets, replace }),
      );
    } catch (error) {
      if (frame.isCurrent()) for (const figure of figures) figure.problem(error);
      throw error;
    }
  }
}

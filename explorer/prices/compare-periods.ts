import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { fill, h, rowNote } from '../page/element.ts';
import { change, count, percent, usd } from '../page/format.ts';
import { priceNotes } from '../page/price-choices.ts';
import { part } from '../page/section.ts';
import { type CardColumns, cardTable } from '../page/table.ts';
import type { MarketGroup } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { gemUrl } from '../service/requests.ts';
import { goTo, stateLink } from '../state/navigation.ts';
import { inPlace, type PageState, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { bar, longestBar } from './bars-table.ts';
import { priceColumn } from './columns.ts';
import { pricesText } from './prices-text.ts';
import { type Change, changeOf, readSpans } from './spans.ts';

const words = pricesText.periods;

/** The figures of a span of years, and the change since the first span, as a share. */
interface Span extends Partial<Change> {
  from: string;
  to: string;
  figures: Pick<MarketGroup, 'lots' | 'low_sample' | 'price_per_carat_usd'> | undefined;
}

/** The median price per carat of one gem in two to four spans of years: a request for each. */
export function createSpans() {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createFigure('periods', words.title, words, controls);
  return (asked: PageState) =>
    part([figure], loadSpans(asked), ({ meta, spans, requests, unread }, { state, gem, source }) => {
      const back = stateLink({ ...state, periods: undefined }, { class: 'button' }, words.back);
      fill(controls, periodsForm(state), back);
      figure.show({
        ...{ ...source(requests), rows: spans, columns, chart: spanTable(spans, state) },
        finding: unread.length > 0 ? words.unread(unread.join(', ')) : spansFinding(gem, spans),
        notes: [
          state.filters.some(([name]) => /^date_|^year$/.test(name)) && words.otherDates,
          ...priceNotes(meta.prices),
        ],
      });
    });
}

/** A form for the spans of years to compare. */
export function periodsForm(state: PageState): HTMLElement {
  const input = h('input', {
    ...{ id: 'periods', type: 'text', required: true, autocomplete: 'off', maxlength: 60 },
    ...{ placeholder: words.example, value: state.periods },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void goTo({ ...state, periods: input.value.replaceAll(' ', '') });
  };
  const button = h('button', { type: 'submit' }, words.submit);
  return h(
    'form',
    { on: { submit } },
    h('label', { for: input.id, class: 'faint' }, words.label, ' '),
    input,
    ' ',
    button,
  );
}

/** The state with the lots of a span of years, instead of those of other dates. */
function within(state: PageState, from: string, to: string): PageState {
  const dates = { year: [], date_from: [`${from}-01-01`], date_to: [`${to}-12-31`] };
  return Object.entries(dates).reduce((some, [name, values]) => withFilter(some, name, values), state);
}

async function loadSpans(state: PageState) {
  const { spans, unread } = readSpans(state.periods ?? '');
  const requests = spans.map(({ from, to }) => gemUrl(within(state, from, to)));
  const answers = await Promise.all(requests.map((request) => load<MarketGroup[]>(request)));
  const figures = answers.map(({ data }) => data[0]);
  const synthetic_lots = answers.reduce((sum, { meta }) => sum + (meta.synthetic_lots ?? 0), 0);
  const rows = spans.map(({ from, to }, place): Span => {
    // Spans that overlap share lots, so their medians are not independent.
    const isApart = from > spans[0]!.to || to < spans[0]!.from;
    const since = isApart
      ? changeOf(figures[0]?.price_per_carat_usd, figures[place]?.price_per_carat_usd)
      : undefined;
    return { from, to, figures: figures[place], ...since };
  });
  return { meta: { prices: answers[0]?.meta.prices, synthetic_lots }, spans: rows, requests, unread };
}

const nameOf = ({ from, to }: Pick<Span, 'from' | 'to'>) => (from === to ? from : `${from}–${to}`);

/** Whether a change is not shown by the data, because its interval includes none. */
const isUnclear = ({ low, high }: Partial<Change>) => low! <= 0 && high! >= 0;

function spansFinding(gem: string, spans: readonly Span[]): string | undefined {
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || last?.share === undefined) return undefined;
  const names = [nameOf(first), nameOf(last)] as const;
  if (isUnclear(last)) return words.unclear(gem, ...names);
  const say = text.findings[last.share > 0 ? 'up' : 'down'];
  return say(chartsText.medianOf(gem), percent(Math.abs(last.share)), ...names);
}

function spanTable(spans: readonly Span[], state: PageState): HTMLElement {
  const longest = longestBar(spans.flatMap(({ figures }) => figures ?? []));
  const changed = (span: Span) => {
    if (span === spans[0]) return [text.unknown];
    if (span.share === undefined) return [words.noChange];
    const shown = isUnclear(span) ? words.apart : change(span.share);
    return [shown, noted(change(span.low), change(span.high))];
  };
  const median = ({ figures }: Span) => {
    const { median = null, median_low: low, median_high: high } = figures?.price_per_carat_usd ?? {};
    return [usd(median), low ? noted(usd(low), usd(high)) : ''];
  };
  const nameCell = (span: Span) =>
    stateLink(inPlace(within(state, span.from, span.to), 'search'), {}, nameOf(span));
  const columns: CardColumns<Span> = [
    { title: words.period, cell: (span) => [nameCell(span)] },
    { title: words.median, isPicture: true, cell: ({ figures }) => [figures && bar(figures, longest)] },
    { title: words.median, cell: median },
    {
      title: chartsText.market.columns.n,
      cell: ({ figures }) => [count(figures?.price_per_carat_usd.n ?? 0)],
    },
    { title: words.change(spans[0] ? nameOf(spans[0]) : ''), cell: changed },
  ];
  const classOf = ({ figures }: Span) => (figures?.low_sample ?? true) && 'low-sample';
  return cardTable('bars', words.title, columns, spans, classOf);
}

const noted = (low: string, high: string) => rowNote(text.range(low, high));

const since = (name: keyof Change) =>
  column<Span>(`change.${name}`, words.columns[name], (span) => span[name] ?? null, change);

/** Columns of the spans; files use the names of the API where it has them. */
const columns: CsvColumn<Span>[] = [
  column('from', text.filters.from, ({ from }) => from),
  column('to', text.filters.to, ({ to }) => to),
  ...(['median', 'median_low', 'median_high', 'n'] as const).map((name) =>
    priceColumn<Span>(name, ({ figures }) => figures?.price_per_carat_usd),
  ),
  ...(['share', 'low', 'high'] as const).map(since),
];

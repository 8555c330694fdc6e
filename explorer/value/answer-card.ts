import { citationOf } from '../page/cite.ts';
import { type Child, h, note } from '../page/element.ts';
import { change, count, date, listed, usd, usdShort } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { samplesOfSales } from '../page/samples.ts';
import { scorecardNote } from '../page/scorecard-note.ts';
import type { Comparables, Prices } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import { filtersFor, freshState, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { valueText } from './value-text.ts';

const words = valueText.card;
/** Number of houses that are named. */
const namedHouses = 3;

/** The answer for a stone: its range in one sentence, the reason for its grade, what to do next, and a citation. */
export function answerCard(
  data: Comparables,
  title: string,
  state: PageState,
  prices: Prices | undefined,
  leftOut: Child[],
): Child[] {
  const { grade, n } = data;
  const { price_usd: price, price_per_carat_usd: perCarat } = data.prediction;
  const hasRange = price !== null && perCarat !== null;
  const similar = data.evidence.price_usd;
  const invented = samplesOfSales(data);
  const cite = h('cite', citationOf(title, location.href, invented));
  return [
    h(
      'h2',
      { class: 'answer-range' },
      hasRange ? text.range(usdShort(price.low), usdShort(price.high)) : words.noRange,
    ),
    hasRange && h('p', { class: 'answer-point' }, words.median(usd(price.median), usd(perCarat.median))),
    similar &&
      h(
        'p',
        words.evidence(count(n), text.range(usdShort(similar.low), usdShort(similar.high))),
        ' ',
        data.prediction.note,
      ),
    note(data.as_of !== null && words.prices(date(data.as_of), pricesUsed(prices)), ` ${invented}`),
    h(
      'p',
      { class: `grade grade-${grade}` },
      h('strong', words.confidence(words.grades[grade])),
      ` ${reasonOf(data)}`,
    ),
    ...leftOut,
    hasRange && scorecardNote(data.stone.gem_name, state),
    hasRange &&
      h(
        'details',
        { class: 'method' },
        h('summary', words.method),
        h(
          'p',
          words.range(usd(perCarat.low), usd(perCarat.high), count(data.range_n)),
          words.interval(usd(price.median_low), usd(price.median_high)),
          words.model(change(data.moved_by_model)),
        ),
      ),
    h('h3', words.next),
    h('ul', { class: 'answer-sales' }, ...nextSteps(data, state).map((one) => h('li', ...one))),
    h('p', { class: 'notice-inline' }, words.notice),
    h('p', { class: 'citation' }, words.cite, ' ', cite),
    // The print dialog of browsers can also save a PDF.
    h('button', { type: 'button', class: 'print-button', on: { click: () => print() } }, words.print),
  ];
}

/** Why the answer is not better: details that are not matched, and the worst measure of the evidence. */
function reasonOf({
  grade,
  grade_reasons: [first = words.good, second],
  not_matched: unmatched,
}: Comparables) {
  const messages = unmatched.map(({ message }) => message);
  // The first reason of a grade names what is not matched, which the messages say in full.
  const reason = grade !== 'none' && messages.length > 0 ? second : first;
  return [...messages, reason].filter(Boolean).join(' ');
}

/** What the owner of a stone can do: have its traits determined, and offer it where such stones sell. */
function nextSteps({ stone, lots }: Comparables, state: PageState): Child[][] {
  const filters = filtersFor({ gem_name: stone.gem_name });
  const houses = Map.groupBy(lots, ({ lot }) => lot.auction_house);
  const most = [...houses]
    .filter(([house]) => house !== null)
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, namedHouses);
  const names = most.map(([house, sales]) => words.house(house!, count(sales.length)));
  const traits = freshState(state, { view: 'prices', section: 'factors', filters });
  const table = freshState(state, { view: 'houses', filters });
  return [
    [words.report, ' ', stateLink(traits, words.traits)],
    [names.length > 0 && `${words.houses(listed(names))} `, stateLink(table, words.allHouses)],
  ];
}

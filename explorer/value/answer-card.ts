import { citationOf } from '../page/cite.ts';
import { type Child, h, note, rowNote } from '../page/element.ts';
import { count, date, usd, usdShort } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { scorecardNote } from '../page/scorecard-note.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { Comparables, Prices } from '../service/answers.ts';
import type { PageState } from '../state/page-state.ts';
import { valueText } from './value-text.ts';
import { adjustmentOf, basisOf, hasRange } from './value-words.ts';

const words = valueText.card;
/** Number of sales on a card with a range; a card without one lists all. */
const named = 3;

/** The result for a stone: price range and median, the sales behind them, what is not matched, and a citation. */
export function answerCard(
  data: Comparables,
  title: string,
  state: PageState,
  prices: Prices | undefined,
): Child[] {
  const { grade, n, lots } = data;
  const isRange = hasRange(data);
  const sales = lots.slice(0, isRange ? named : lots.length).map((compared) => {
    const sold = words.soldFor(usd(compared.price_usd), usd(compared.price_per_carat_usd));
    return saleItem(
      compared.lot,
      state,
      sold,
      adjustmentOf(compared, data, usd(compared.adjusted_price_usd)),
    );
  });
  const reasons = grade === 'good' ? words.good : data.grade_reasons.join(' ');
  return [
    ...figures(data, isRange),
    ...data.not_matched.map(({ message }) => h('p', { class: 'not-matched' }, message)),
    ...(n > 0 ? [h('p', {}, basisOf(data)), note(words.prices(date(data.as_of), pricesUsed(prices)))] : []),
    h(
      'p',
      { class: `grade grade-${grade}` },
      h('strong', {}, `${words.confidence}: ${words.grades[grade]}`),
      ` ${n > 0 ? reasons : words.none}`,
    ),
    isRange && scorecardNote(data.stone.gem_name, 'comparables', state),
    ...(n > 0 ? [h('h3', {}, words.similar), h('ol', { class: 'answer-sales' }, ...sales)] : []),
    h('p', { class: 'notice-inline' }, words.notice),
    citation(title),
    // The print dialog of browsers can also save a PDF.
    h('button', { type: 'button', class: 'print-button', on: { click: () => print() } }, words.print),
  ];
}

/** The range and the median, each with where it comes from; too few sales have no range that stands out. */
function figures(
  { price_usd: whole, price_per_carat_usd: perCarat, ...data }: Comparables,
  isRange: boolean,
) {
  if (!whole || !perCarat || !isRange) {
    const weak = whole && note(words.weak(usd(whole.low), usd(whole.high), usd(whole.median)));
    return [h('h2', {}, words.tooFew(data.n, count(data.n))), weak];
  }
  const adjusted = data.lots.map((compared) => compared.adjusted_price_usd);
  const [least, most] = [Math.min(...adjusted), Math.max(...adjusted)];
  const source = words.rangeNote(usd(perCarat.low), usd(perCarat.high), count(data.range_n));
  const sure = words.medianNote(usd(whole.median_low), usd(whole.median_high));
  const median = rowNote(sure);
  const isBeyond = whole.low < least || whole.high > most;
  return [
    h('h2', { class: 'answer-range' }, words.range(usdShort(whole.low), usdShort(whole.high))),
    h('p', { class: 'answer-point' }, words.median(usd(whole.median), usd(perCarat.median)), median),
    note(isBeyond ? `${source} ${words.beyond(usd(least), usd(most))}` : source),
  ];
}

const citation = (title: string) =>
  h('p', { class: 'citation' }, words.cite, ' ', h('cite', {}, citationOf(title, location.href)));

import { explained } from '../glossary/terms.ts';
import { citation, printButton } from '../page/citation.ts';
import { h } from '../page/element.ts';
import { carats, date, usd, usdShort } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { sampleMark } from '../search/lot-cells.ts';
import type { ComparableLot, Comparables, Prices } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { answerText as words } from '../text/en-answer.ts';
import { pricesText } from '../text/en-prices.ts';
import { gradeMeaning } from './comparable-words.ts';

/** Sales that the card names. */
const named = 3;

/** The answer first: range, midpoint, confidence, the three most similar sales, and how to cite it. */
export function answerCard(
  data: Comparables,
  title: string,
  state: PageState,
  prices: Prices | undefined,
): HTMLElement[] {
  const { grade, price_usd: whole, price_per_carat_usd: perCarat, lots } = data;
  const { grades } = pricesText.comparables.summary;
  return [
    h('h2', { class: 'visually-hidden' }, words.title),
    ...(whole && perCarat
      ? [
          h('p', { class: 'answer-range' }, words.range(usdShort(whole.low), usdShort(whole.high))),
          h('p', { class: 'answer-point' }, words.point(usd(whole.median), usd(perCarat.median))),
          h('p', { class: 'note' }, words.rangeNote),
          // Where prices were chosen, the answer says which.
          ...(prices ? [h('p', { class: 'note' }, pricesUsed(prices))] : []),
        ]
      : []),
    h(
      'p',
      { class: `grade grade-${grade}` },
      h('strong', {}, `${words.confidence}: `, explained('grade', grade, grades[grade])),
      ` ${gradeMeaning(data)}`,
    ),
    ...(lots.length > 0
      ? [
          h('h3', {}, words.similar),
          h('ol', { class: 'answer-sales' }, ...lots.slice(0, named).map((lot) => sale(lot, state))),
        ]
      : []),
    h('p', { class: 'notice-inline' }, words.notice),
    citation(title),
    printButton(),
  ];
}

function sale({ lot, adjusted_price_per_carat_usd: adjusted }: ComparableLot, state: PageState): HTMLElement {
  const sold = [
    carats(lot.carat),
    lot.origin,
    lot.auction_house,
    date(lot.auction_date, lot.auction_date_precision),
  ];
  return h(
    'li',
    {},
    stateLink({ ...state, lot: String(lot.id) }, {}, lot.title),
    h('span', { class: 'row-note' }, sold.filter(Boolean).join(', '), ' ', sampleMark(lot)),
    h('span', { class: 'row-note' }, words.adjusted(usd(adjusted))),
  );
}

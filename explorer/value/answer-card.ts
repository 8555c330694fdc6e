import { explained } from '../about/terms.ts';
import { headline } from '../charts/findings.ts';
import { h } from '../page/element.ts';
import { date, usd, usdShort } from '../page/format.ts';
import { pricesUsed } from '../page/price-choices.ts';
import { pricesText } from '../prices/prices-text.ts';
import { saleItem } from '../search/lot-cells.ts';
import type { Comparables, Prices } from '../service/answers.ts';
import { dataVersion } from '../service/load.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { answerText as words } from './answer-text.ts';
import { comparedPrice } from './comparable-lots.ts';
import { gradeMeaning } from './comparable-words.ts';

/** Number of sales on the card. */
const named = 3;

/** The result for a stone: what could not be matched, price range, median, confidence, the three most similar sales, and a citation. */
export function answerCard(
  data: Comparables,
  title: string,
  state: PageState,
  prices: Prices | undefined,
): HTMLElement[] {
  const { grade, price_usd: whole, price_per_carat_usd: perCarat, lots } = data;
  const { grades } = pricesText.comparables.summary;
  const sales = lots
    .slice(0, named)
    .map((compared) => saleItem(compared.lot, state, comparedPrice(compared, words.adjusted)));
  return [
    h('h2', { class: 'visually-hidden' }, words.title),
    ...data.not_matched.map(({ message }) => h('p', { class: 'not-matched' }, message)),
    ...(whole && perCarat
      ? [
          h(
            'p',
            { class: 'answer-range' },
            headline(words.range(usdShort(whole.low), usdShort(whole.high)), data.synthetic_lots),
          ),
          h('p', { class: 'answer-point' }, words.point(usd(whole.median), usd(perCarat.median))),
          h('p', { class: 'note' }, words.rangeNote),
          // The card names the price basis if one was chosen.
          ...(prices ? [h('p', { class: 'note' }, pricesUsed(prices))] : []),
        ]
      : []),
    h(
      'p',
      { class: `grade grade-${grade}` },
      h('strong', {}, `${words.confidence}: `, explained('grade', grade, grades[grade])),
      ` ${gradeMeaning(data)}`,
    ),
    ...(lots.length > 0 ? [h('h3', {}, words.similar), h('ol', { class: 'answer-sales' }, ...sales)] : []),
    h('p', { class: 'notice-inline' }, words.notice),
    citation(title),
    // The print dialog of browsers can also save a PDF.
    h('button', { type: 'button', class: 'print-button', on: { click: () => print() } }, words.print),
  ];
}

/** How to cite what the page shows: title, address, data version and day. */
function citation(title: string): HTMLElement {
  const today = date(new Date().toISOString().slice(0, 10));
  const cited = words.citation(title, location.href, dataVersion() ?? text.unknown, today);
  return h('p', { class: 'citation' }, h('span', {}, words.cite, ' '), h('cite', {}, cited));
}

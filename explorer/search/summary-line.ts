import { fill, h } from '../page/element.ts';
import { count, date, percent, usd, usdShort } from '../page/format.ts';
import type { Answer, Overview } from '../service/answers.ts';
import { text } from '../text/text.ts';

/** The found lots in one line: time range, share sold, median, total; and whether they are real sales. */
export function createSummaryLine() {
  const line = h('p', { class: 'summary' });
  const samples = h('p', { class: 'note', hidden: true });
  const element = h('div', { class: 'summary-lines' }, line, samples);
  return {
    element,
    clear: () => fill(line, h('span', { class: 'skeleton skeleton-text' })),
    hide: () => {
      fill(line);
      samples.hidden = true;
    },
    update({ data, meta }: Answer<Overview>) {
      fill(line, ...parts(data).map((part) => h('span', {}, part)));
      const synthetic = meta.synthetic_lots ?? 0;
      samples.hidden = synthetic === 0;
      samples.textContent =
        synthetic === data.lots ? text.results.allSamples : text.results.samples(synthetic, count(synthetic));
    },
  };
}

function parts(data: Overview): string[] {
  if (data.lots === 0) return [];
  const { first_auction_date: first, last_auction_date: last, price_per_carat_usd: perCarat } = data;
  return [
    first === null || last === null ? text.results.undated : text.range(date(first), date(last)),
    text.results.sold(percent(data.sell_through_rate)),
    ...(perCarat.median === null ? [] : [text.results.median(usd(perCarat.median), count(perCarat.n))]),
    ...(data.total_value_usd > 0 ? [text.results.total(usdShort(data.total_value_usd))] : []),
  ];
}

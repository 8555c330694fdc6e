import { axisStrip, type Mark } from '../charts/axis-strip.ts';
import { fill, h } from '../page/element.ts';
import { count, usd, usdShort } from '../page/format.ts';
import { showRequest } from '../page/show-request.ts';
import { skeleton } from '../page/states.ts';
import type { Frame } from '../page/view.ts';
import type { Answer, AuctionRecord, Overview, Summary } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { overviewUrl } from '../service/requests.ts';
import { quoted } from '../state/list-values.ts';
import { stateLink } from '../state/navigation.ts';
import { emptyState, type Filter, isRealOnly, type PageState, withRealOnly } from '../state/page-state.ts';
import { lotPageText } from './lot-text.ts';

/**
 * The price per carat of a lot, compared with the lots of its gem type and origin.
 * @param page the state whose switch "real sales only" applies
 */
export function lotContext(lot: AuctionRecord, page: PageState, frame: Frame): HTMLElement {
  const filters: Filter[] = [['gem_name', quoted(lot.gem_type)]];
  if (lot.origin !== null) filters.push(['origin', quoted(lot.origin)]);
  const state = withRealOnly({ ...emptyState, filters }, isRealOnly(page));
  const url = overviewUrl(state.filters);
  const group = lotPageText.group(lot.gem_type, lot.origin);
  const body = h('div', {}, skeleton(3));
  load<Overview>(url).then(
    (answer) => frame.isCurrent() && fill(body, ...comparison(lot, answer)),
    () => section.remove(),
  );
  const section = h(
    'section',
    { class: 'lot-context' },
    h('h2', {}, lotPageText.contextHeading(group)),
    body,
    h(
      'p',
      { class: 'links' },
      stateLink(state, {}, lotPageText.seeLots),
      stateLink({ ...state, view: 'prices' }, {}, lotPageText.seeMarket),
    ),
    showRequest(url),
  );
  return section;
}

function comparison(lot: AuctionRecord, { data, meta }: Answer<Overview>): HTMLElement[] {
  const summary = data.price_per_carat_usd;
  if (summary.median === null || summary.n < 5) return [h('p', {}, lotPageText.fewLots)];
  const { median_low: low, median_high: high } = summary;
  const sentences = [
    lotPageText.context(usd(summary.median), count(summary.n), summary.n),
    ...(low === null ? [] : [lotPageText.interval(usd(low), usd(high))]),
    ...(lot.price_per_carat_usd === null ? [] : [standing(lot.price_per_carat_usd, summary)]),
  ];
  const synthetic = meta.synthetic_lots ?? 0;
  return [
    h('p', {}, sentences.join(' ')),
    priceStrip(summary, lot.price_per_carat_usd),
    ...(synthetic > 0 ? [h('p', { class: 'note' }, lotPageText.samples(synthetic, count(synthetic)))] : []),
  ];
}

function standing(value: number, { p10, p25, median, p75, p90 }: Summary): string {
  const steps = lotPageText.standing;
  if (value < p10!) return steps.under10;
  if (value < p25!) return steps.under25;
  if (value < median!) return steps.lower;
  if (value <= p75!) return steps.upper;
  return value <= p90! ? steps.over75 : steps.over90;
}

/** The middle 80% of a group's prices as a line, the middle half as a bar, and the position of one lot. */
function priceStrip({ p10, p25, median, p75, p90 }: Summary, value: number | null): HTMLElement {
  const marks: Mark[] = [
    { kind: 'strip-line', from: p10!, to: p90! },
    { kind: 'strip-box', from: p25!, to: p75! },
    { kind: 'strip-median', from: median! },
    ...(value === null ? [] : [{ kind: 'strip-lot', from: value }]),
  ];
  const { strip } = lotPageText;
  const figures: [string, number | null, string][] = [
    [strip.low, p10, ''],
    [strip.quartileLow, p25, ''],
    [strip.median, median, 'strip-key-median'],
    [strip.quartileHigh, p75, ''],
    [strip.high, p90, ''],
    ...(value === null ? [] : [[strip.lot, value, 'strip-key-lot'] as [string, number, string]]),
  ];
  const drawn = axisStrip(marks, lotPageText.stripLabel, lotPageText.axis);
  drawn.append(
    h(
      'dl',
      { class: 'strip-key' },
      ...figures.map(([name, amount, kind]) =>
        h('div', { class: kind }, h('dt', {}, name), h('dd', {}, usdShort(amount))),
      ),
    ),
  );
  return drawn;
}

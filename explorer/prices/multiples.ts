import { chartsText } from '../charts/charts-text.ts';
import { changeFinding, type Point } from '../charts/findings.ts';
import { h } from '../page/element.ts';
import { usdShort } from '../page/format.ts';
import { svg } from '../page/svg.ts';
import type { MarketGroup } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, withFilter } from '../state/page-state.ts';

const size = { width: 220, height: 90, margin: 6 };

/** One small chart for each gem: the median price per carat by year, each with its own logarithmic scale. */
export function multiples(groups: readonly MarketGroup[], state: PageState, unfinished: string): HTMLElement {
  const byGem = [...Map.groupBy(groups, ({ gem_type }) => gem_type!)].map(
    ([gem, ofGem]) => [gem, ofGem[0]!.filter.gem_name!, pointsOf(ofGem, unfinished)] as const,
  );
  const drawn = byGem.filter(([, , points]) => points.length > 1);
  const years = drawn.flatMap(([, , points]) => points.map(({ period }) => Number(period)));
  const span = [Math.min(...years), Math.max(...years)] as const;
  const panels = drawn.map(([gem, filter, points]) => panel(gem, points, span, filter, state));
  if (panels.length === 0) return h('p', { class: 'note' }, chartsText.multiples.none);
  return h('ul', { class: 'multiples' }, ...panels);
}

/** The medians of complete years with enough lots, the oldest first. */
function pointsOf(groups: readonly MarketGroup[], unfinished: string): Point[] {
  return groups
    .filter(({ year, low_sample, price_per_carat_usd: { median } }) =>
      Boolean(!low_sample && median && String(year) < unfinished),
    )
    .map(({ year, price_per_carat_usd: { median } }) => ({ period: String(year), value: median! }))
    .sort((a, b) => Number(a.period) - Number(b.period));
}

function panel(
  gem: string,
  points: readonly Point[],
  span: readonly [number, number],
  filter: string,
  state: PageState,
): HTMLElement {
  const [first, last] = [points[0]!, points.at(-1)!];
  const words = chartsText.multiples;
  const label = words.label(gem, first.period, usdShort(first.value), last.period, usdShort(last.value));
  return h(
    'li',
    {},
    stateLink(
      withFilter(state, 'gem_name', [filter]),
      { class: 'multiple-name', 'aria-label': `${words.open(gem)}. ${label}` },
      gem,
    ),
    h('p', { class: 'note' }, changeFinding(gem, points, words.change)),
    sparkline(points, span, label),
    h(
      'p',
      { class: 'multiple-ends', 'aria-hidden': 'true' },
      h('span', {}, `${first.period}: ${usdShort(first.value)}`),
      h('span', {}, `${last.period}: ${usdShort(last.value)}`),
    ),
  );
}

/** A line over years; years without enough lots are skipped. */
function sparkline(
  points: readonly Point[],
  [from, to]: readonly [number, number],
  label: string,
): HTMLElement {
  const logs = points.map(({ value }) => Math.log(value));
  const [least, greatest] = [Math.min(...logs), Math.max(...logs)];
  const { width, height, margin } = size;
  const x = (period: string) => margin + ((width - 2 * margin) * (Number(period) - from)) / (to - from || 1);
  const y = (value: number) =>
    height - margin - ((height - 2 * margin) * (Math.log(value) - least)) / (greatest - least || 1);
  const spots = points.map(({ period, value }) => [x(period), y(value)] as const);
  return h(
    'div',
    { class: 'multiple-plot' },
    svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label }, [
      svg('path', { class: 'multiple-line', d: `M${spots.map((spot) => spot.join(' ')).join('L')}` }),
      svg('path', { class: 'multiple-end', d: dot(spots.at(-1)!) }),
    ]),
  );
}

const dot = ([x, y]: readonly [number, number]) => `M${x - 3.5} ${y}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`;

import { chartsText } from '../charts/charts-text.ts';
import { continuousFrom } from '../charts/shown-periods.ts';
import { h, note, svg } from '../page/element.ts';
import { change, usdShort } from '../page/format.ts';
import type { MarketGroup } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, withFilter } from '../state/page-state.ts';

/** The median of a year. */
interface Point {
  period: string;
  value: number;
}

const size = { width: 220, height: 110, margin: 6 };

/** The ends of the axes that all charts share: years, and logarithms of prices. */
interface Ends {
  years: readonly [from: number, to: number];
  logs: readonly [least: number, greatest: number];
}

/**
 * The gems, of which those with medians of two years or more have a chart. Years before the data are continuous are left
 * out, and counted.
 */
export function multiplesOf(groups: readonly MarketGroup[], asOf: string) {
  const byYear = Map.groupBy(groups, ({ year }) => String(year));
  const years = [...byYear].map(([period, ofYear]) => ({
    period,
    lots: ofYear.reduce((sum, { lots }) => sum + lots, 0),
  }));
  years.sort((a, b) => Number(a.period) - Number(b.period));
  const { from, lots } = continuousFrom(years);
  const start = years[from]?.period ?? '';
  const drawn = groups.filter(({ year }) => String(year) >= start);
  const gems = [...Map.groupBy(drawn, ({ gem_type }) => gem_type!)].map(([gem, ofGem]) => ({
    gem,
    filter: ofGem[0]!.filter.gem_name!,
    points: pointsOf(ofGem, asOf.slice(0, 4)),
  }));
  return { start, lots, gems };
}

/**
 * One small chart for each gem: the median price per carat by year, all on one logarithmic scale. Gems with too few lots
 * for one are links.
 */
export function multiples(all: ReturnType<typeof multiplesOf>['gems'], state: PageState): HTMLElement {
  const gems = all.filter(({ points }) => points.length > 1);
  const others = all.filter(({ points }) => points.length < 2).map((one) => [' ', gemLink(one, state)]);
  const rest = others.length > 0 && note(chartsText.multiples.others, ...others.flat());
  if (gems.length === 0) return h('div', {}, note(chartsText.multiples.none), rest);
  const points = gems.flatMap((one) => one.points);
  const endsOf = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const ends = {
    years: endsOf(points.map(({ period }) => Number(period))),
    logs: endsOf(points.map(({ value }) => Math.log(value))),
  };
  const panels = gems.map(({ gem, filter, points }) => panel(gem, points, ends, filter, state));
  return h('div', {}, h('ul', { class: 'multiples' }, ...panels), rest);
}

const gemLink = ({ gem, filter }: { gem: string; filter: string }, state: PageState, label?: string) =>
  stateLink(withFilter(state, 'gem_name', [filter]), { class: 'multiple-name', 'aria-label': label }, gem);

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
  ends: Ends,
  filter: string,
  state: PageState,
): HTMLElement {
  const [first, last] = [points[0]!, points.at(-1)!];
  const words = chartsText.multiples;
  const label = words.label(gem, first.period, usdShort(first.value), last.period, usdShort(last.value));
  return h(
    'li',
    {},
    gemLink({ gem, filter }, state, `${words.open(gem)}. ${label}`),
    note(change(last.value / first.value - 1)),
    sparkline(points, ends, label),
    h(
      'p',
      { class: 'multiple-ends', 'aria-hidden': 'true' },
      h('span', {}, `${first.period}: ${usdShort(first.value)}`),
      h('span', {}, `${last.period}: ${usdShort(last.value)}`),
    ),
  );
}

/** A line over years; years without enough lots are skipped. */
function sparkline(points: readonly Point[], { years, logs }: Ends, label: string): HTMLElement {
  const [[from, to], [least, greatest]] = [years, logs];
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

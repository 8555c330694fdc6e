import { chartsText } from '../charts/charts-text.ts';
import { h, note, svg } from '../page/element.ts';
import { change, usdShort } from '../page/format.ts';
import type { MarketGroup } from '../service/answers.ts';
import { stateLink } from '../state/navigation.ts';
import { type PageState, withFilter } from '../state/page-state.ts';

const words = chartsText.multiples;
const [width, height, margin] = [220, 90, 6];

/**
 * One small chart for each gem: the median price per carat by year with five priced lots, each on a scale of its own,
 * which its labels name. Gems with too few lots for one are links.
 */
export function multiples(groups: readonly MarketGroup[], asOf: string, state: PageState): HTMLElement {
  const gems = [...Map.groupBy(groups, ({ gem_type: gem }) => gem!)].map(([gem, ofGem]) => ({
    link: (label?: string) =>
      stateLink(
        withFilter(state, 'gem_name', [ofGem[0]!.filter.gem_name!]),
        { class: 'multiple-name', 'aria-label': label },
        gem,
      ),
    gem,
    points: ofGem
      .filter(
        (group) =>
          String(group.year) < asOf.slice(0, 4) && !group.low_sample && group.price_per_carat_usd.median,
      )
      .map((group) => ({ year: Number(group.year), value: group.price_per_carat_usd.median! }))
      .sort((a, b) => a.year - b.year),
  }));
  const drawn = gems.filter(({ points }) => points.length > 1);
  const others = gems.filter(({ points }) => points.length < 2).flatMap(({ link }) => [' ', link()]);
  const panels = drawn.map(({ gem, link, points }) => {
    const [first, last] = [points[0]!, points.at(-1)!];
    const growth = change(last.value / first.value - 1);
    const ends = [first, last].map(({ year, value }) => `${year}: ${usdShort(value)}`) as [string, string];
    return h(
      'li',
      link(words.label(gem, ...ends, growth)),
      note(growth),
      sparkline(points),
      h('p', { class: 'multiple-ends row', 'aria-hidden': 'true' }, ...ends.map((end) => h('span', end))),
    );
  });
  return h(
    'div',
    drawn.length > 0 ? h('ul', { class: 'multiples' }, ...panels) : note(words.none),
    others.length > 0 && note(words.others, ...others),
  );
}

/** A line over years on a logarithmic scale, from the lowest value to the highest; years without enough lots are skipped. */
function sparkline(points: readonly { year: number; value: number }[]): SVGElement {
  const logs = points.map(({ value }) => Math.log(value));
  const [least, span] = [Math.min(...logs), Math.max(...logs) - Math.min(...logs) || 1];
  const [from, years] = [points[0]!.year, points.at(-1)!.year - points[0]!.year];
  const spots = points.map(({ year }, place) => {
    const x = margin + ((width - 2 * margin) * (year - from)) / years;
    return `${x} ${height - margin - ((height - 2 * margin) * (logs[place]! - least)) / span}`;
  });
  const line = svg('path', { class: 'stroke', d: `M${spots.join('L')}` });
  const [cx, cy] = spots.at(-1)!.split(' ') as [string, string];
  const end = svg('circle', { class: 'point', cx, cy, r: 3.5 });
  return svg('svg', { class: 'chart line', viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, [
    line,
    end,
  ]);
}

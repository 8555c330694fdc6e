import { indexClaim } from '../charts/findings.ts';
import { fill, h, note, svg, titled } from '../page/element.ts';
import { count } from '../page/format.ts';
import { skeleton } from '../page/states.ts';
import type { Answer, IndexPeriod, PriceIndex } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { yearIndexUrl } from '../service/opening-requests.ts';
import { stateLink } from '../state/navigation.ts';
import { type Filter, filtersFor, freshState, type PageState } from '../state/page-state.ts';
import { homeText } from './home-text.ts';

const words = homeText.findings;

/** Well-known groups of one gem and one origin, so that each index compares like with like. */
const groups: { subject: keyof typeof words.subjects; filters: Filter[] }[] = [
  { subject: 'rubies', filters: filtersFor({ gem_name: 'Ruby', origin: 'Myanmar' }) },
  { subject: 'sapphires', filters: filtersFor({ gem_name: 'Sapphire', origin: 'Kashmir' }) },
  { subject: 'emeralds', filters: filtersFor({ gem_name: 'Emerald', origin: 'Colombia' }) },
];

/** The first day of the sales. */
const since: Filter = ['date_from', '2005-01-01'];

/** Three charts of price indexes with a finding as their headline and a link to the index. */
export function createFindings() {
  const cards = groups.map(({ subject, filters }) => {
    const element = h('li', { class: 'finding' }, skeleton(1, 'finding'));
    return { element, subject: words.subjects[subject], filters };
  });
  const list = h('ul', {}, ...cards.map((card) => card.element));
  const element = titled('findings', words.title, h('p', { class: 'lead' }, words.lead), list);
  return {
    element,
    async show(state: PageState, isCurrent: () => boolean) {
      await Promise.all(
        cards.map(async ({ element: card, subject, filters }) => {
          const index = freshState(state, { view: 'prices', section: 'index', filters: [...filters, since] });
          const answer = await load<PriceIndex>(yearIndexUrl(index.filters)).catch(() => undefined);
          if (isCurrent())
            fill(card, ...(answer ? content(subject, index, answer) : [words.unknown(subject)]));
        }),
      );
    },
  };
}

function content(subject: string, index: PageState, { data }: Answer<PriceIndex>) {
  const { change, periods } = data;
  const claim = indexClaim(subject, change) ?? words.unknown(subject);
  const title = h('h3', {}, stateLink(index, {}, claim));
  if (!change) return [title];
  const { from, to } = change;
  const shown = periods.filter(({ period }) => period >= from && period <= to);
  const { low, high } = shown.at(-1)!;
  const between = low && high ? words.between(count(low), count(high), to) : '';
  return [
    title,
    sparkChart(shown, words.chartLabel(from, from, to)),
    note(`${words.index(from)} ${between}`.trim()),
  ];
}

const [width, height, margin] = [320, 120, { top: 8, right: 8, bottom: 18, left: 30 }];

/**
 * A small line chart of an index with its interval, on a logarithmic scale. It needs no chart library, which keeps the
 * home page small.
 * @param label describes the chart for screen readers
 */
function sparkChart(periods: readonly IndexPeriod[], label: string): SVGElement {
  const shown = periods.filter((one) => one.index !== null && one.low !== null && one.high !== null);
  const frame = { viewBox: `0 0 ${width} ${height}`, class: 'spark', role: 'img', 'aria-label': label };
  if (shown.length < 2) return svg('svg', frame);
  const [bottom, top] = [
    Math.min(...shown.map((one) => one.low!), 100) * 0.95,
    Math.max(...shown.map((one) => one.high!), 100) * 1.05,
  ];
  const year = (one: IndexPeriod) => Number(one.period.slice(0, 4));
  const [first, last] = [year(shown[0]!), year(shown.at(-1)!)];
  const x = (one: IndexPeriod) =>
    margin.left + ((year(one) - first) / (last - first)) * (width - margin.left - margin.right);
  const y = (value: number) => {
    const share = Math.log(value / bottom) / Math.log(top / bottom);
    return height - margin.bottom - share * (height - margin.bottom - margin.top);
  };
  const point = (one: IndexPeriod, value: number) => `${x(one).toFixed(1)},${y(value).toFixed(1)}`;
  const band = [
    ...shown.map((one) => point(one, one.high!)),
    ...shown.map((one) => point(one, one.low!)).reverse(),
  ];
  const tick = (left: number, top: number, anchor: string, value: number) =>
    svg('text', { x: left, y: top, class: 'spark-tick', 'text-anchor': anchor }, [String(value)]);
  const rule = (value: number) => [
    svg('line', {
      x1: margin.left,
      x2: width - margin.right,
      y1: y(value),
      y2: y(value),
      class: 'spark-rule',
    }),
    tick(margin.left - 4, y(value) + 3.5, 'end', value),
  ];
  const ticks = [25, 50, 100, 200, 400, 800, 1600].filter((value) => value >= bottom && value <= top);
  const end = (one: IndexPeriod, anchor: string) => tick(x(one), height - 4, anchor, year(one));
  return svg('svg', frame, [
    ...ticks.flatMap(rule),
    svg('polygon', { points: band.join(' '), class: 'spark-band' }),
    svg('polyline', { points: shown.map((one) => point(one, one.index!)).join(' '), class: 'spark-line' }),
    end(shown[0]!, 'start'),
    end(shown.at(-1)!, 'end'),
  ]);
}

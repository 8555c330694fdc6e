import { headline, indexFinding } from '../charts/findings.ts';
import { continuousFrom } from '../charts/shown-periods.ts';
import { fill, h, note, titled } from '../page/element.ts';
import { count, lots } from '../page/format.ts';
import { skeleton } from '../page/states.ts';
import type { Answer, PriceIndex } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { yearIndexUrl } from '../service/opening-requests.ts';
import { stateLink } from '../state/navigation.ts';
import { type Filter, filtersFor, freshState, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { homeText } from './home-text.ts';
import { sparkChart } from './spark-chart.ts';

const words = homeText.findings;

/** Well-known groups of one gem and one origin, so that each index compares like with like. */
const groups: { subject: keyof typeof words.subjects; filters: Filter[] }[] = [
  { subject: 'rubies', filters: filtersFor({ gem_name: 'Ruby', origin: 'Myanmar' }) },
  { subject: 'sapphires', filters: filtersFor({ gem_name: 'Sapphire', origin: 'Kashmir' }) },
  { subject: 'emeralds', filters: filtersFor({ gem_name: 'Emerald', origin: 'Colombia' }) },
];

/** The year that prices are compared with. */
const base = '2005';

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
          const index = freshState(state, { view: 'prices', section: 'index', base, filters });
          const answer = await load<PriceIndex>(yearIndexUrl(index.filters, base)).catch(() => undefined);
          if (isCurrent())
            fill(card, ...(answer ? content(subject, index, answer) : [words.unknown(subject)]));
        }),
      );
    },
  };
}

function content(subject: string, index: PageState, { data, meta }: Answer<PriceIndex>) {
  const found = indexFinding(subject, data, meta.as_of);
  const claim = headline(found?.claim ?? words.unknown(subject), meta.synthetic_lots);
  const title = h('h3', {}, stateLink(index, {}, claim));
  if (!found) return [title];
  const { period } = found;
  const { from, lots: early } = continuousFrom(data.periods.map(({ period, n }) => ({ period, lots: n })));
  const shown = data.periods.slice(from).filter((one) => one.period <= period.period);
  const since = data.base ?? base;
  const notes = [
    words.index(since),
    words.between(count(period.low!), count(period.high!), period.period),
    early > 0 && text.findings.before(lots(early), shown[0]!.period),
  ].filter(Boolean);
  return [
    title,
    sparkChart(shown, words.chartLabel(since, shown[0]!.period, period.period)),
    note(notes.join(' ')),
  ];
}

import { suggestedTitle } from '../api/query/titles.ts';
import type { Asked } from './questions.ts';

interface Hits {
  hits: { hits: { _source: { id: number } }[] };
}
interface Buckets {
  buckets: { doc_count: number }[];
}
interface Lots<Answer = unknown> {
  aggregations: { lots: { doc_count: number } & Answer };
}
interface Suggested {
  suggest?: Record<string, [{ options: { _source: { text: string } }[] }]>;
  hits?: { hits: { _source: { title: string } }[] };
}

const rawIds = ({ hits }: Hits) => hits.hits.map(({ _source }) => _source.id);
const lotsOf = ({ buckets }: Buckets) => buckets.reduce((lots, { doc_count }) => lots + doc_count, 0);

/** Whether an answer of the API says what the searches behind it say. */
export const isSame = {
  list: (answer: { data: { id: number }[] }, raw: Hits) =>
    answer.data.map(({ id }) => id).join() === rawIds(raw).join(),
  detail: (answer: { data: { id: number } }, raw: Hits) => answer.data.id === rawIds(raw)[0],
  stats: (answer: { data: { lots: number } }, raw: Lots) =>
    raw.aggregations.lots.doc_count === answer.data.lots,
  market: (answer: { meta: { total_groups: number } }, raw: Lots<{ groups: Buckets }>) =>
    raw.aggregations.lots.groups.buckets.length === answer.meta.total_groups,
  trends: (answer: { data: { lots: number }[] }, raw: Lots<{ counted: { periods: Buckets } }>) =>
    lotsOf(raw.aggregations.lots.counted.periods) ===
    answer.data.reduce((sum, period) => sum + period.lots, 0),
  suggestions: (answer: { data: { type: string; text: string }[] }, ...raws: Suggested[]) => {
    const texts = new Set(
      raws.flatMap(({ suggest = {}, hits }) => [
        ...Object.values(suggest).flatMap(([{ options }]) => options.map(({ _source }) => _source.text)),
        ...(hits?.hits ?? []).map(({ _source }) => suggestedTitle(_source.title)),
      ]),
    );
    // Combinations are only counted.
    return answer.data.every(({ type, text }) => type === 'combination' || texts.has(text));
  },
} satisfies Record<Asked, (answer: never, ...raws: never[]) => boolean>;

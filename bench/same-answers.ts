import type { Asked } from './questions.ts';

interface Total {
  hits: { total: { value: number } };
}
interface Hits {
  hits: { hits: { _source: { id: number } }[] };
}
interface Buckets {
  buckets: { doc_count: number }[];
}
interface Suggested {
  suggest?: Record<string, [{ options: { _source: { text: string } }[] }]>;
}

const rawIds = ({ hits }: Hits) => hits.hits.map(({ _source }) => _source.id);
const lotsOf = ({ buckets }: Buckets) => buckets.reduce((lots, { doc_count }) => lots + doc_count, 0);

/** Whether an answer of the API says what the searches behind it say. */
export const isSame = {
  list: (answer: { data: { id: number }[] }, raw: Hits) =>
    answer.data.map(({ id }) => id).join() === rawIds(raw).join(),
  detail: (answer: { data: { id: number } }, raw: Hits) => answer.data.id === rawIds(raw)[0],
  // The lots are counted by kind of object beside; either search may answer first.
  stats: (answer: { data: { lots: number } }, ...raws: Partial<Total>[]) =>
    raws.some(({ hits }) => hits?.total?.value === answer.data.lots),
  market: (answer: { meta: { total_groups: number } }, ...raws: { aggregations?: { groups?: Buckets } }[]) =>
    raws.some(({ aggregations }) => aggregations?.groups?.buckets.length === answer.meta.total_groups),
  trends: (
    answer: { data: { lots: number }[] },
    ...raws: { aggregations?: { counted?: { periods: Buckets } } }[]
  ) => {
    const lots = answer.data.reduce((sum, period) => sum + period.lots, 0);
    return raws.some(
      ({ aggregations }) => aggregations?.counted && lotsOf(aggregations.counted.periods) === lots,
    );
  },
  suggestions: (answer: { data: { type: string; text: string }[] }, ...raws: Suggested[]) => {
    const found = raws.flatMap(({ suggest = {} }) => Object.values(suggest));
    const options = found.flatMap(([{ options }]) => options);
    const texts = new Set(options.map(({ _source }) => _source.text));
    // Combinations are only counted.
    return answer.data.every(({ type, text }) => type === 'combination' || texts.has(text));
  },
} satisfies Record<Asked, (answer: never, ...raws: never[]) => boolean>;

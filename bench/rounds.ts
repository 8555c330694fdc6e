import { suggestedTitle } from '../api/v1/suggestions/titles.ts';
import type { Server } from '../local/server.ts';
import type { Round } from './compare.ts';
import { load, type Question } from './load.ts';
import { type Asked, askers, questionsOf, recordersOf } from './questions.ts';
import { type Recorded, type SearchRecorder, startRecorder } from './record-searches.ts';
import type { Pace } from './row.ts';
import type { Testbed } from './testbed.ts';

/** Different requests for the warm-up, fewer where each takes long. */
const warmUp = 400;

/** Maximum requests of a round: each has to be recorded first. */
const maxRequests = 6_000;

/** Share of the records that are requested one by one; random numbers would rarely hit the rest. */
const requestedShare = 0.8;

/**
 * Warms both sides up, and prepares as many different questions as a round of the planned length needs, each with
 * the searches behind it.
 * @param seed decides which: an API memoizes counts, so that no request is repeated
 * @throws Error naming the first question whose two responses differ; all are compared
 */
export async function prepareRounds(
  bed: Testbed,
  api: Server,
  path: Asked,
  { rounds, warmUpSeconds, warmUpAnswers, secondsPerSide, connections }: Pace,
  seed = 1,
): Promise<Round[]> {
  const recorders = await Promise.all(Array.from({ length: recordersOf(path) }, () => startRecorder(bed)));
  try {
    const questions = questionsOf(askers[path], bed.records, seed);
    const record = async (count: number, seconds = Infinity): Promise<Round> => {
      const recorded: Recorded[] = [];
      const end = performance.now() + seconds * 1000;
      const work = async ({ record: searchesOf }: SearchRecorder) => {
        while (recorded.length < count && performance.now() < end) {
          const one = await searchesOf(questions.next().value!);
          if (one) recorded.push(verified(path, one));
        }
      };
      await Promise.all(recorders.map(work));
      const kept = recorded.slice(0, count);
      return { api: kept.map(({ question }) => question), raw: kept.map(({ searches }) => searches) };
    };
    const first = await record(warmUp, 3 * warmUpSeconds);
    if (first.api.length === 0) throw new Error('None of the questions needs a search.');
    await warm(first.api, [api.url], connections, { seconds: warmUpSeconds, answers: warmUpAnswers });
    const rate = await warm(first.raw, bed.engineUrls, connections, { seconds: warmUpSeconds, answers: 0 });
    const different = Math.floor((requestedShare * bed.records - warmUp) / rounds);
    const most = Math.min(maxRequests, different);
    const count = Math.max(connections * 4, Math.min(most, Math.round(rate * secondsPerSide)));
    const prepared: Round[] = [];
    for (let i = 0; i < rounds; i++) prepared.push(await record(count));
    return prepared;
  } finally {
    await Promise.all(recorders.map((recorder) => recorder.close()));
  }
}

function verified(path: Asked, recorded: Recorded): Recorded {
  const { question, answer, rawAnswers } = recorded;
  if (isSame[path](answer as never, ...(rawAnswers as [never]))) return recorded;
  throw new Error(`${question[0]!.path}: the API and Elasticsearch answer differently.`);
}

/** Repeats requests for at least a duration and a number; returns responses per second at the end. */
async function warm(
  questions: Question[],
  origins: string[],
  connections: number,
  least: { seconds: number; answers: number },
): Promise<number> {
  const end = performance.now() + least.seconds * 1000;
  let rate = 0;
  for (let answered = 0; answered < least.answers || performance.now() < end; answered += questions.length) {
    const result = await load(origins, questions, { connections });
    rate = result.answered / result.seconds;
  }
  return rate;
}

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

/** Whether a response of the API agrees with the responses of its searches. */
const isSame = {
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

import type { Server } from '../../local/server.ts';
import { compare } from '../compare.ts';
import { load, type Question } from '../load.ts';
import { type Asked, paceOf } from '../questions.ts';
import { prepareRounds } from '../rounds.ts';
import type { Outcome, Plan, Row } from '../row.ts';
import { unlimited, withApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** A kind of request that is repeated on unchanged data. */
interface RepeatedAnswer {
  path: Asked;
  /** Multiple of the raw responses per second; undefined where it is only shown. */
  atLeast?: number;
}

const answers: RepeatedAnswer[] = [
  { path: 'list', atLeast: 5 },
  { path: 'detail' },
  { path: 'stats', atLeast: 50 },
  { path: 'market', atLeast: 50 },
  { path: 'trends', atLeast: 50 },
  { path: 'suggestions' },
];

/** Maximum repeated requests, so that the cache holds all responses. */
const maxCached = 2_000;

/** The API with its cache against Elasticsearch, which executes each request again. */
export const repeatedAnswers: Row[] = [
  ...answers.map((answer) => ({
    name: `${answer.path}-again`,
    what: `${answer.path} again`,
    measure: (bed: Testbed, plan: Plan) => measure(bed, plan, answer),
  })),
  {
    name: 'not-modified',
    what: 'list, 304 to If-None-Match',
    measure: (bed, plan) => measure(bed, plan, { path: 'list', atLeast: 8 }, withTags),
  },
];

function measure(
  bed: Testbed,
  plan: Plan,
  { path, atLeast }: RepeatedAnswer,
  prepare?: (api: Server, questions: Question[]) => Promise<Question[]>,
): Promise<Outcome> {
  return withApi(bed, unlimited, async (api) => {
    const pace = paceOf(path, plan);
    const { connections } = pace;
    const [round] = await prepareRounds(bed, api, path, { ...pace, rounds: 1 });
    const kept = round!.api.slice(0, maxCached);
    // After one request each, all responses are cached.
    await load([api.url], kept, { connections });
    const questions = prepare ? await prepare(api, kept) : kept;
    const apiStatus = prepare ? 304 : 200;
    const { answered, seconds } = await load([api.url], questions, { connections, status: apiStatus });
    const times = Math.ceil(((answered / seconds) * plan.secondsPerSide) / questions.length);
    const again = Array.from({ length: times }, () => questions).flat();
    const rounds = Array.from({ length: plan.rounds }, () => ({ api: again, raw: round!.raw }));
    const { sides, ratio } = await compare(bed, api, rounds, { connections, apiStatus });
    return { ...sides, figures: [{ unit: '× raw', value: ratio, ...(atLeast && { atLeast }) }] };
  });
}

/** The requests of a client that already has the responses. */
async function withTags(api: Server, questions: Question[]): Promise<Question[]> {
  const tagged: Question[] = [];
  for (const [exchange] of questions) {
    const answer = await fetch(api.url + exchange!.path);
    await answer.arrayBuffer();
    tagged.push([{ ...exchange!, headers: { 'if-none-match': answer.headers.get('etag')! } }]);
  }
  return tagged;
}

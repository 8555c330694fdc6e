import { compare } from '../compare.ts';
import { type Asked, coldPaceOf } from '../questions.ts';
import { prepareRounds } from '../rounds.ts';
import type { Figure, Outcome, Plan, Row } from '../row.ts';
import { coldSettings, startApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** A kind of request that is sent cold: nothing is cached, and every request is new. */
interface ColdAnswer {
  path: Asked;
  what: string;
  /** Share of the raw responses per second. */
  atLeast: number;
  /** Milliseconds that the API may add on one connection, at the median. */
  addedMs?: number;
}

const answers: ColdAnswer[] = [
  { path: 'list', what: 'list, 3 filters, page 1, cold', atLeast: 0.8, addedMs: 1.5 },
  { path: 'detail', what: 'detail by id, cold', atLeast: 0.7 },
  { path: 'stats', what: 'stats, cold', atLeast: 0.9 },
  { path: 'market', what: 'market, cold', atLeast: 0.9 },
  { path: 'trends', what: 'trends, cold', atLeast: 0.9 },
  { path: 'suggestions', what: 'suggestions, cold', atLeast: 0.75 },
];

/** The API without its cache against the searches that it sends. */
export const coldAnswers: Row[] = answers.map((answer) => ({
  name: `${answer.path}-cold`,
  what: answer.what,
  measure: (bed, plan) => measure(bed, plan, answer),
}));

async function measure(bed: Testbed, plan: Plan, { path, atLeast, addedMs }: ColdAnswer): Promise<Outcome> {
  const pace = coldPaceOf(path, plan);
  const api = await startApi(bed, coldSettings);
  try {
    const { ratio, ...sides } = await compare(bed, api, await prepareRounds(bed, api, path, pace), pace);
    const figures: Figure[] = [{ unit: '× raw', value: ratio, atLeast }];
    if (addedMs !== undefined) {
      const alone = { ...pace, connections: 1 };
      const single = await compare(bed, api, await prepareRounds(bed, api, path, alone, 2), alone);
      const added = single.api.p50Ms - single.raw.p50Ms;
      figures.push({ unit: 'ms added on one connection', value: added, atMost: addedMs });
    }
    return { ...sides, figures };
  } finally {
    await api.stop();
  }
}

import { compare } from '../compare.ts';
import { type Asked, coldPaceOf, paceOf } from '../questions.ts';
import { prepareRounds } from '../rounds.ts';
import type { Figure, Outcome, Pace, Row } from '../row.ts';
import { coldSettings, withApi } from '../start-service.ts';
import { type Testbed, withRecords } from '../testbed.ts';

/** A kind of request that is sent cold: nothing is cached, and every request is new. */
interface ColdAnswer {
  path: Asked;
  /** Share of the raw responses per second; undefined where it is only shown. */
  atLeast?: number;
  /** Milliseconds that the API may add on one connection, at the median. */
  addedMs?: number;
}

const answers: (ColdAnswer & { what: string })[] = [
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
  measure: (bed, plan) => measure(bed, coldPaceOf(answer.path, plan), answer),
}));

/** In a small index a search costs Elasticsearch little, so the share of the API is largest. */
export const smallIndex: Row = {
  name: 'small-index',
  what: 'list, 3 filters, page 1, cold, 60,000 records, 8 connections',
  measure: async (bed, plan) =>
    measure(
      await withRecords(bed, 60_000),
      { ...coldPaceOf('list', plan), connections: 8 },
      { path: 'list' },
    ),
};

/** The cold list with the rate limit on, at a limit that nobody meets. */
export const limiter: Row = {
  name: 'limiter',
  what: 'list, cold, with the rate limit',
  measure: (bed, plan) =>
    measure(bed, paceOf('list', plan), { path: 'list' }, { RATE_LIMIT_MAX: '1000000000' }),
};

function measure(
  bed: Testbed,
  pace: Pace,
  { path, atLeast, addedMs }: ColdAnswer,
  settings: Record<string, string> = {},
): Promise<Outcome> {
  return withApi(bed, { ...coldSettings, ...settings }, async (api) => {
    const { sides, ratio } = await compare(bed, api, await prepareRounds(bed, api, path, pace), pace);
    const figures: Figure[] = [{ unit: '× raw', value: ratio, ...(atLeast !== undefined && { atLeast }) }];
    if (addedMs !== undefined) {
      const alone = { ...pace, connections: 1 };
      const single = await compare(bed, api, await prepareRounds(bed, api, path, alone, 2), alone);
      const added = single.sides.api.p50Ms - single.sides.raw.p50Ms;
      figures.push({ unit: 'ms added on one connection', value: added, atMost: addedMs });
    }
    return { ...sides, figures };
  });
}

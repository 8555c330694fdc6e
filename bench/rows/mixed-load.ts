import { join } from 'node:path';
import { randomFrom, weighted } from '../../local/samples/random.ts';
import { writeSyntheticCsv } from '../../local/samples/synthetic-lots.ts';
import { compare, type Round } from '../compare.ts';
import { type Asked, paceOf } from '../questions.ts';
import { withRequestCache } from '../record-searches.ts';
import { prepareRounds } from '../rounds.ts';
import type { Figure, Plan, Row } from '../row.ts';
import { coldSettings, startApi, startWorker, unlimited, withApi } from '../start-service.ts';
import { forgetRecords, importFile, type Testbed } from '../testbed.ts';

/** The shares of the kinds of requests. */
const shares: [Asked, number][] = [
  ['list', 0.4],
  ['detail', 0.3],
  ['suggestions', 0.2],
  ['stats', 0.1],
];

const kindOf = weighted(shares);

/** Different questions of each kind. */
const differentQuestions = 500;
/** Short rounds: an import has phases of half a minute, and both sides must meet each of them. */
const questionsOfRound = 1_000;
const roundsPerPlanned = 4;
const imported = 100_000;

/**
 * Repeated requests: the nth question of a kind comes 1/n as often as the first (Zipf), while an import of known records
 * runs. Elasticsearch gets the same searches with its request cache on.
 */
export const mixedLoad: Row = {
  name: 'mixed-load',
  what: 'lists, details, suggestions and statistics, repeated by Zipf, beside an import of 100,000 records',
  async measure(bed, plan) {
    const path = await firstRecords(bed);
    const [api, worker] = [await startApi(bed, unlimited), await startWorker(bed.environment)];
    const importing = new AbortController();
    const importAgain = async () => {
      while (!importing.signal.aborted) await importFile(bed.environment, { path });
    };
    try {
      const rounds = await prepareMixed(bed, plan);
      const imports = importAgain();
      const { sides, ratio, overall } = await compare(bed, api, rounds, {
        connections: plan.connections.long,
      });
      importing.abort();
      await imports;
      const figures: Figure[] = [
        { unit: '× raw, all rounds together', value: overall, atLeast: 2 },
        { unit: '× raw, by round', value: ratio },
      ];
      return { ...sides, figures };
    } finally {
      importing.abort();
      await Promise.all([api.stop(), worker.stop()]);
      // The index has more segments and deleted records than other rows expect.
      await forgetRecords(bed);
    }
  },
};

/** The first records that the index holds: an import of them changes its version and none of its data. */
async function firstRecords({ environment, records }: Testbed): Promise<string> {
  const name = `first-${imported}.csv`;
  await writeSyntheticCsv(join(environment.IMPORT_ROOT!, name), Math.min(imported, records));
  return name;
}

async function prepareMixed(bed: Testbed, plan: Plan): Promise<Round[]> {
  const recorded = new Map<Asked, Round>();
  await withApi(bed, coldSettings, async (api) => {
    for (const [path] of shares) {
      const pace = { ...paceOf(path, plan), rounds: 1 };
      const [round] = await prepareRounds(bed, api, path, pace);
      const raw = round!.raw.map((searches) => searches.map((search) => withRequestCache(search, true)));
      recorded.set(path, { api: round!.api.slice(0, differentQuestions), raw });
    }
  });
  const random = randomFrom(1);
  return Array.from({ length: roundsPerPlanned * plan.rounds }, () => {
    const round: Round = { api: [], raw: [] };
    for (let i = 0; i < questionsOfRound; i++) {
      const { api: questions, raw } = recorded.get(kindOf(random))!;
      const place = zipf(random.next(), questions.length);
      round.api.push(questions[place]!);
      round.raw.push(raw[place]!);
    }
    return round;
  });
}

/** A place among `count` by a uniform number: about 1/n as often the nth as the first. */
const zipf = (uniform: number, count: number) => Math.min(count - 1, Math.floor((count + 1) ** uniform) - 1);

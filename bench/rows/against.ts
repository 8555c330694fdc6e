import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from '../compare.ts';
import { type Asked, coldPaceOf } from '../questions.ts';
import { prepareRounds } from '../rounds.ts';
import type { Row } from '../row.ts';
import { coldSettings, startApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

const paths: Asked[] = ['list', 'detail', 'stats', 'market', 'trends', 'suggestions'];

/** Connections of each comparison: few, and as many as people who ask at once. */
const connectionCounts = [8, 64];

/** Compares this API with that of another commit on the same index, alternately and cold. */
export const rowsAgainst = (commit: string): Row[] =>
  paths.flatMap((path) =>
    connectionCounts.map((connections) => ({
      name: `${path}-${connections}`,
      what: `${path}, cold, ${connections} connections, against ${commit}`,
      async measure(bed, plan) {
        const checkout = checkOut(bed, commit);
        const pace = { ...coldPaceOf(path, plan), connections };
        const [api, other] = [await startApi(bed, coldSettings), await startApi(bed, coldSettings, checkout)];
        try {
          const rounds = await prepareRounds(bed, api, path, pace);
          const both = rounds.map(({ api: questions }) => ({ api: questions, raw: questions }));
          const { sides, ratio } = await compare({ ...bed, engineUrls: [other.url] }, api, both, pace);
          return { ...sides, figures: [{ unit: `× ${commit}`, value: ratio, atLeast: 0.9 }] };
        } finally {
          await Promise.all([api.stop(), other.stop()]);
        }
      },
    })),
  );

/** The checkout of a commit with its packages and its API in one file; made once. */
function checkOut(bed: Testbed, commit: string): string {
  const checkout = join(bed.environment.LOCAL_DIR!, '..', `checkout-${commit}`);
  if (existsSync(join(checkout, 'api/server.js'))) return checkout;
  const run = (command: string, args: string[], cwd?: string) =>
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...(cwd && { cwd }) });
  if (!existsSync(checkout)) run('git', ['worktree', 'add', '--detach', checkout, commit]);
  run('npm', ['ci'], checkout);
  run(process.execPath, ['deploy/bundle-api.ts'], checkout);
  return checkout;
}

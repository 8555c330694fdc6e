import { Queue } from 'bullmq';
import { pino } from 'pino';
import {
  readScorecardConfig,
  type ScorecardOptions,
  scorecardMetrics,
  startScorecard,
} from '../../api/ext/scorecard/worker.ts';
import { scorecardsQueueName } from '../../mappings/scorecard.ts';
import type { TestIngest } from './start-ingest.ts';

/** Runs the scorecard of an ingest in the process of the test. It updates at once when the data change. */
export function startTestScorecard(
  { environment, redis }: TestIngest,
  limits: NonNullable<ScorecardOptions['limits']>,
  options: ScorecardOptions = {},
): { close(): Promise<void> } {
  const config = readScorecardConfig({ ...environment, SCORECARD_QUIET_S: '0' });
  const log = pino({ level: 'silent' });
  const stop = startScorecard(config, log, scorecardMetrics(), { checkEveryMs: 200, limits, ...options });
  return {
    async close() {
      await stop();
      const queue = new Queue(scorecardsQueueName(config.indexAlias), { connection: redis });
      await queue.obliterate({ force: true });
      await queue.close();
    },
  };
}

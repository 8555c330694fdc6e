import type { Queue } from 'bullmq';
import Type from 'typebox';
import { payloadCheck } from './contract.ts';

/** The queue of the scorecards that are to be computed: only the worker fills it. */
export const scorecardsQueueName = (indexAlias: string) => `${indexAlias}-scorecards`;

/** Payload of a job named `compute-scorecard`. */
export interface ScorecardJobData {
  /** Of the live data. */
  data_version: string;
}

/** Validates a job. @throws UnrecoverableError naming every fault */
export const checkScorecardJob = payloadCheck({
  'compute-scorecard': Type.Object(
    { data_version: Type.String({ maxLength: 100 }) },
    { additionalProperties: false },
  ),
});

/** Queues the scorecard of a version of the data, unless it is queued, or has failed, already. */
export async function queueScorecard(queue: Queue<ScorecardJobData>, data_version: string): Promise<void> {
  await queue.add(
    'compute-scorecard',
    { data_version },
    {
      jobId: data_version,
      attempts: 3,
      backoff: { type: 'exponential', delay: 5_000 },
      // Free again: one that an import interrupted may be wanted again.
      removeOnComplete: true,
      removeOnFail: { count: 10 },
    },
  );
}

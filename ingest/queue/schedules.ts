import type { Queue } from 'bullmq';
import Type from 'typebox';
import { payloadCheck } from './contract.ts';

/** The queue into which BullMQ's job schedulers put the runs of schedules. */
export const schedulesQueueName = (indexAlias: string) => `${indexAlias}-schedules`;

/** Payload of a job named `run-schedule`; everything else is read from the schedule when it runs. */
export interface RunScheduleData {
  schedule: string;
}

/** Validates a run. @throws UnrecoverableError naming every fault */
export const checkRun = payloadCheck({
  'run-schedule': Type.Object({ schedule: Type.String({ maxLength: 60 }) }, { additionalProperties: false }),
});

const kept = { removeOnComplete: { count: 100 }, removeOnFail: { count: 100 } };

/** Starts the job scheduler of a schedule, with its first run at once, or changes its interval. */
export async function startScheduler(queue: Queue, name: string, everyMs: number): Promise<void> {
  const data: RunScheduleData = { schedule: name };
  await queue.upsertJobScheduler(name, { every: everyMs }, { name: 'run-schedule', data, opts: kept });
}

/** Queues an immediate run of a schedule. */
export async function queueRun(queue: Queue, name: string): Promise<void> {
  const data: RunScheduleData = { schedule: name };
  await queue.add('run-schedule', data, kept);
}

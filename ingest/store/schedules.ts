import type { Client } from '@elastic/elasticsearch';
import type { ImportFilePayload } from '../queue/contract.ts';
import { ensureOperationsIndex, findDocument, readPages } from './elasticsearch.ts';

/** A schedule: which files or objects are imported, and how often it looks for them. */
export interface Schedule {
  name: string;
  /** Milliseconds from one run to the next. */
  every_ms: number;
  /** Payload of each import; `path` is a path, a prefix or a glob. */
  payload: ImportFilePayload;
  last_run?: ScheduleRun;
}

/** The result of a run. */
export interface ScheduleRun {
  at: string;
  /** Files or objects at the path. */
  found: number;
  /** Those of them that were new or changed. */
  enqueued: number;
  /** Why the run ended early, or null. */
  error: string | null;
}

export type ScheduleStore = ReturnType<typeof scheduleStore>;

/** The schedules of one alias; stored in Elasticsearch, so that they outlive Redis. Every change is visible at once. */
export function scheduleStore(elasticsearch: Client, indexAlias: string) {
  const index = `${indexAlias}-schedules`;
  return {
    /** Adds a schedule, or replaces the one with this name. */
    async put(schedule: Schedule): Promise<void> {
      await ensureOperationsIndex(elasticsearch, index, { properties: { name: { type: 'keyword' } } });
      await elasticsearch.index({ index, id: schedule.name, document: schedule, refresh: true });
    },

    find: async (name: string): Promise<Schedule | undefined> =>
      (await findDocument<Schedule>(elasticsearch, { index, id: name }))?._source,

    /** All schedules, by name. */
    async list(): Promise<Schedule[]> {
      const sort = [{ name: { order: 'asc', unmapped_type: 'keyword' } }] as const;
      const pages = readPages<Schedule>(elasticsearch, index, { size: 1_000, sort: [...sort] });
      return (await Array.fromAsync(pages)).flat().map((hit) => hit._source!);
    },

    /** @returns whether the schedule existed */
    async remove(name: string): Promise<boolean> {
      const { result } = await elasticsearch.delete({ index, id: name, refresh: true }, { ignore: [404] });
      return result === 'deleted';
    },

    /** Stores the result of a run, unless the schedule was removed. */
    async ran(name: string, last_run: ScheduleRun): Promise<void> {
      await elasticsearch.update({ index, id: name, doc: { last_run }, refresh: true }, { ignore: [404] });
    },
  };
}

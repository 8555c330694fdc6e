import type { Client } from '@elastic/elasticsearch';
import type { ImportFilePayload } from '../queue/contract.ts';
import { ensureOperationsIndex, errorType, findDocument, readPages } from './elasticsearch.ts';

/** A schedule: which files or objects are imported, and how often it looks for them. */
export interface Schedule {
  name: string;
  /** Milliseconds from one run to the next. */
  every_ms: number;
  /** Payload of each import; `path` is a path, a prefix or a glob. */
  payload: ImportFilePayload;
  /** `stopped` after its job scheduler was removed in the dashboard; only the command line removes a schedule. */
  state: 'active' | 'stopped';
  /** When it was added or last changed. */
  updated_at: string;
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

  const read = (name: string) => findDocument<Schedule>(elasticsearch, { index, id: name });

  return {
    /** Adds a schedule, or replaces the one with this name. */
    async put(schedule: Schedule): Promise<void> {
      await ensureOperationsIndex(elasticsearch, index, { properties: { name: { type: 'keyword' } } });
      await elasticsearch.index({ index, id: schedule.name, document: schedule, refresh: true });
    },

    find: async (name: string): Promise<Schedule | undefined> => (await read(name))?._source,

    /** All schedules, by name. */
    async list(): Promise<Schedule[]> {
      const listed: Schedule[] = [];
      const pages = readPages<Schedule>(elasticsearch, index, {
        ...{ size: 1_000, sort: [{ name: { order: 'asc', unmapped_type: 'keyword' } }] },
      });
      for await (const page of pages) listed.push(...page.map((hit) => hit._source!));
      return listed;
    },

    /** @returns whether the schedule existed */
    async remove(name: string): Promise<boolean> {
      const { result } = await elasticsearch.delete({ index, id: name, refresh: true }, { ignore: [404] });
      return result === 'deleted';
    },

    /** Changes a schedule, unless it was removed, or added again, since `schedule` was read. */
    async change(schedule: Schedule, changes: Partial<Schedule>): Promise<void> {
      for (;;) {
        const found = await read(schedule.name);
        if (found?._source?.updated_at !== schedule.updated_at) return;
        const { _seq_no, _primary_term } = found;
        try {
          await elasticsearch.index({
            ...{ index, id: schedule.name, document: { ...found._source, ...changes }, refresh: true },
            ...{ if_seq_no: _seq_no!, if_primary_term: _primary_term! },
          });
          return;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },
  };
}

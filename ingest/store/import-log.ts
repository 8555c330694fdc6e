import type { Client } from '@elastic/elasticsearch';
import { importsIndex, importsIndexBody } from '../../mappings/operations-indices.ts';
import { shortenReason } from '../errors.ts';
import type { ImportJob, importModes, Planned, RepeatedKeys } from '../queue/contract.ts';
import type { Profile } from '../record/profile/profile.ts';
import { ensureOperationsIndex, errorType, isNotFound, readPages } from './elasticsearch.ts';
import { nextFreeNumber } from './import-number.ts';

/** Not yet ended: enqueued, its batches being processed, or being published (and no longer cancellable). */
export const unfinishedStates = ['waiting', 'running', 'publishing'] as const;
export type ImportState = (typeof unfinishedStates)[number] | 'completed' | 'failed' | 'cancelled';

export function isUnfinished({ state }: Pick<ImportEntry, 'state'>): boolean {
  return (unfinishedStates as readonly string[]).includes(state);
}

/** An import in the log; stored in Elasticsearch, so that it outlives the queue. */
export interface ImportEntry {
  id: number;
  state: ImportState;
  mode: (typeof importModes)[number];
  /** Name of the file as the operator gave it, or of the kind of job. */
  source: string;
  created_at: string;
  started_at?: string;
  finished_at?: string;
  /** 1, and one more for each manual retry. */
  run: number;
  /** The worker that owns it: the token of its job's lock. A worker that lost the job changes nothing any more. */
  owner?: string | undefined;
  /** Its job in the queue. */
  job_id: string;
  /**
   * The job of an external producer: its id and time, since a queue that was emptied reuses ids. Of a schedule: what was
   * imported, in which version.
   */
  job_key?: string;
  /** The schedule that enqueued it. */
  schedule?: string;
  /** Whether it brings sample data. */
  sample: boolean;
  /** Batches and records of the file; known once it was read through. */
  planned?: Planned;
  /** Index that the import writes to. */
  index?: string;
  /** Records found; known once the file was read through. */
  read: number;
  /** In the index under this import's number when it ended; for deletions the ids that are gone. */
  indexed: number;
  /** Valid lines whose id a later line or a later import wrote. */
  superseded: number;
  rejected: number;
  rejected_by_code: Record<string, number>;
  /** Rows that the profile's row filters leave out, in all and by rule; absent in entries of an older build, as `flags`. */
  skipped?: number;
  skipped_by_rule?: Record<string, number>;
  /** Accepted records by the flags that they got when they were read. */
  flags?: Record<string, number>;
  /**
   * Records that are hidden, when the import ends, as duplicates in the lots that it wrote: its own ones and those of other
   * imports. Absent in entries of an older build, and where the index is of an older mapping.
   */
  duplicates?: number;
  /** Values that the vocabulary does not know, kept as written, by field. */
  unknown_values: Record<string, Record<string, number>>;
  /** With a profile: rows that repeat the key of another row, and columns that the profile does not name. */
  repeated_keys?: RepeatedKeys;
  ignored_columns?: string[];
  /** Of a workbook: the sheet that is imported, and the others that have values. */
  sheet?: ChosenSheet;
  /** Why the import failed, or was stopped. */
  reason?: string;
  data_version?: string;
  /** How the file is read; decided when the import starts. */
  plan?: ImportPlan;
  /** What is copied, where the import is a migration; decided when it starts. */
  migration?: Migration;
  /** The job, so that it can be queued again. */
  job: ImportJob;
}

/** An import as a list shows it. */
export type ListedImport = Omit<ImportEntry, 'plan'>;

/** The profile that an import brings, if any. */
export function profileOf({ job }: Pick<ImportEntry, 'job'>): Profile | undefined {
  return job.name === 'import-file' ? job.payload.profile : undefined;
}

/** What records come from: two imports of one profile, or without profiles of one file, are of one source. */
function sourceOf(entry: Pick<ImportEntry, 'job' | 'source'>): string {
  const profile = profileOf(entry);
  return profile ? `profile ${profile.name}` : `file ${entry.source}`;
}

/** What a migration copies. */
export interface Migration {
  /** The index that was live when it began. */
  from: string;
  from_version: number;
  to_version: number;
  /** Writes that this index had taken by then. */
  writes: number;
}

/** The sheet of a workbook that is imported. */
export interface ChosenSheet {
  name: string;
  /** Other visible sheets that have cells with values. */
  others: string[];
}

/** How the batches of a file are read. */
export interface ImportPlan {
  /** Path of the plain data below IMPORT_ROOT (the import's file, or its decompressed copy), or the URL of its object. */
  path: string;
  /** The import's own file or object as it was when it was planned, to notice that it is another. */
  source?: { size: number; modifiedMs?: number; etag?: string };
  /** Size of the plain data in bytes. */
  size: number;
  /** Time of change of the plain file; absent for an object, and for a copy that each machine makes by itself. */
  modifiedMs?: number;
  format: 'csv' | 'ndjson' | 'json';
  encoding: 'utf-8' | 'windows-1252';
  delimiter?: string;
  columns?: string[];
  /** Of JSON: the array stands in an object. */
  nested?: true;
}

const emptyCounts = {
  read: 0,
  indexed: 0,
  superseded: 0,
  rejected: 0,
  rejected_by_code: {},
  unknown_values: {},
};

/**
 * The version with which an entry is created, and removed before anybody has begun it. The version of a removed entry stays
 * known (`gc_deletes`), so that its number is not free again: a lower number that is created later would count as the
 * first of its key.
 */
const firstVersion = { version: 1, version_type: 'external' } as const;
const removedVersion = { version: 2, version_type: 'external' } as const;

type NewEntry = Pick<ImportEntry, 'mode' | 'source' | 'sample' | 'job' | 'job_key' | 'schedule'>;

export type ImportLog = ReturnType<typeof importLog>;

/** The import log of one alias. Every change is searchable when the call returns. */
export function importLog(elasticsearch: Client, indexAlias: string) {
  const index = importsIndex(indexAlias);

  const log = {
    prepare: () => ensureOperationsIndex(elasticsearch, index, importsIndexBody),

    /**
     * Creates an import as waiting, under the next number that is free: of two who want it, Elasticsearch lets one have it.
     * @param jobIdOf the id of its job, which may have the number in it
     */
    async create(entry: NewEntry, jobIdOf: (id: number) => string): Promise<ImportEntry> {
      await ensureOperationsIndex(elasticsearch, index, importsIndexBody);
      for (let id = await nextFreeNumber(elasticsearch, indexAlias); ; id++) {
        const document: ImportEntry = {
          id,
          job_id: jobIdOf(id),
          ...entry,
          run: 1,
          state: 'waiting',
          created_at: new Date().toISOString(),
          ...emptyCounts,
        };
        try {
          await elasticsearch.index({ index, id: String(id), document, ...firstVersion, refresh: true });
          return document;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },

    /**
     * Creates an import for a key that others may use at the same time: the first entry counts, and another is removed.
     * @returns the first entry, and whether this call created it
     */
    async createOnce(
      entry: NewEntry & { job_key: string },
      jobIdOf: (id: number) => string,
    ): Promise<{ id: number; isOwn: boolean }> {
      const own = await log.create(entry, jobIdOf);
      const { id } = (await log.findFirst({ jobKey: entry.job_key })) ?? own;
      if (id === own.id) return { id, isOwn: true };
      await elasticsearch.delete(
        { index, id: String(own.id), ...removedVersion, refresh: true },
        { ignore: [404] },
      );
      return { id, isOwn: false };
    },

    /** The import, read past any refresh, or undefined. */
    async find(id: number): Promise<ImportEntry | undefined> {
      try {
        return (await elasticsearch.get<ImportEntry>({ index, id: String(id) }))._source;
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },

    /** Imports, newest first, without the records and lists that only a look at one of them needs. */
    async list(states?: readonly ImportState[]): Promise<ListedImport[]> {
      const listed: ListedImport[] = [];
      const pages = readPages<ListedImport>(elasticsearch, index, {
        size: 1_000,
        query: states ? { terms: { state: [...states] } } : { match_all: {} },
        sort: [{ id: 'desc' }],
        _source: { excludes: ['job.payload.records', 'job.payload.profile', 'plan'] },
      });
      for await (const page of pages) listed.push(...page.map((hit) => hit._source!));
      return listed;
    },

    /** The first import, by number, that meets every condition, or undefined. */
    async findFirst(conditions: {
      idBelow?: number;
      idAbove?: number;
      states?: readonly ImportState[];
      modes?: readonly ImportEntry['mode'][];
      jobKey?: string;
    }): Promise<ListedImport | undefined> {
      const { idBelow, idAbove, states, modes, jobKey } = conditions;
      const { hits } = await elasticsearch.search<ListedImport>({
        index,
        size: 1,
        ignore_unavailable: true,
        sort: [{ id: 'asc' }],
        _source: { excludes: ['job', 'plan'] },
        query: {
          bool: {
            filter: [
              { range: { id: { ...(idBelow && { lt: idBelow }), ...(idAbove && { gt: idAbove }) } } },
              ...(states ? [{ terms: { state: [...states] } }] : []),
              ...(modes ? [{ terms: { mode: [...modes] } }] : []),
              ...(jobKey ? [{ term: { job_key: jobKey } }] : []),
            ],
          },
        },
      });
      return hits.hits[0]?._source;
    },

    /** Those of up to 1,000 keys of jobs that imports have. */
    async knownJobKeys(keys: string[]): Promise<Set<string>> {
      const { aggregations } = await elasticsearch.search<unknown, { keys: { buckets: { key: string }[] } }>({
        ...{ index, size: 0, ignore_unavailable: true, query: { terms: { job_key: keys } } },
        aggs: { keys: { terms: { field: 'job_key', size: keys.length } } },
      });
      return new Set(aggregations?.keys.buckets.map(({ key }) => key));
    },

    /**
     * The source of each of up to 1,000 imports: the profile that describes its files or, without one, the name of its file.
     * Imports that are not in the log are left out.
     */
    async sourcesOf(ids: number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const { docs } = await elasticsearch.mget<ImportEntry>({
        index,
        ids: [...new Set(ids)].map(String),
        _source: ['id', 'source', 'job.name', 'job.payload.path', 'job.payload.profile.name'],
      });
      const entries = docs.flatMap((doc) => ('_source' in doc && doc._source ? [doc._source] : []));
      return new Map(entries.map((entry) => [entry.id, sourceOf(entry)]));
    },

    /** Numbers of the imports that brought sample data. */
    async sampleImports(): Promise<number[]> {
      const { hits } = await elasticsearch.search<ListedImport>({
        index,
        size: 10_000,
        _source: ['id'],
        query: { term: { sample: true } },
      });
      return hits.hits.map((hit) => hit._source!.id);
    },

    /**
     * Changes an import whose state is one of `from`, and nothing otherwise.
     * @param owner who changes it, where that matters: nothing is changed when another worker owns it
     * @returns whether it was changed; false means that somebody else decided first (a cancellation, say).
     */
    async change(
      id: number,
      from: readonly ImportState[],
      changes: Partial<ImportEntry>,
      owner?: string,
    ): Promise<boolean> {
      for (;;) {
        const { _source, _seq_no, _primary_term } = await elasticsearch.get<ImportEntry>({
          index,
          id: String(id),
        });
        if (!from.includes(_source!.state)) return false;
        if (owner && _source!.owner && _source!.owner !== owner) return false;
        try {
          await elasticsearch.index({
            index,
            id: String(id),
            document: {
              ..._source!,
              ...changes,
              ...(changes.reason && { reason: shortenReason(changes.reason) }),
            },
            if_seq_no: _seq_no!,
            if_primary_term: _primary_term!,
            refresh: true,
          });
          return true;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },
  };
  return log;
}

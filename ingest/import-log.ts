import type { Client } from '@elastic/elasticsearch';
import { importsIndex, importsIndexBody } from '../mappings/operations-indices.ts';
import { ensureIndex, errorType, isNotFound } from './ensure-index.ts';
import type { ImportKind, ImportPayloads, importModes, RepeatedKeys } from './queue.ts';

/** Not yet ended: enqueued, its batches at work, or becoming visible (from then on it can no longer be cancelled). */
export const unfinishedStates = ['waiting', 'running', 'publishing'] as const;
export type ImportState = (typeof unfinishedStates)[number] | 'completed' | 'failed' | 'cancelled';

export function isUnfinished({ state }: Pick<ImportEntry, 'state'>): boolean {
  return (unfinishedStates as readonly string[]).includes(state);
}

/** What is known of an import; kept in Elasticsearch, so that it outlives the queue. */
export interface ImportEntry {
  id: number;
  state: ImportState;
  mode: (typeof importModes)[number];
  /** Name of the file as the operator gave it, or of the kind of job. */
  source: string;
  created_at: string;
  started_at?: string;
  finished_at?: string;
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
  /** Values that the vocabulary does not know, kept as written, by field. */
  unknown_values: Record<string, Record<string, number>>;
  /** With a profile: rows that repeat the key of another row, and columns that the profile does not name. */
  repeated_keys?: RepeatedKeys;
  ignored_columns?: string[];
  /** Why the import failed, or was stopped. */
  reason?: string;
  data_version?: string;
  /** How the file is read; decided when the import starts. */
  plan?: ImportPlan;
  /** The job, so that it can be queued again. */
  job: { [Kind in ImportKind]: { name: Kind; payload: ImportPayloads[Kind] } }[ImportKind];
}

/** How the batches of a file are read. */
export interface ImportPlan {
  /** Path of the plain file: the import's file, or its decompressed copy. */
  path: string;
  /** Size in bytes and time of change, by which a file that was altered meanwhile is noticed. */
  size: number;
  modifiedMs: number;
  format: 'csv' | 'ndjson' | 'json';
  encoding: 'utf-8' | 'windows-1252';
  delimiter?: string;
  columns?: string[];
}

const emptyCounts = {
  read: 0,
  indexed: 0,
  superseded: 0,
  rejected: 0,
  rejected_by_code: {},
  unknown_values: {},
};

export type ImportLog = ReturnType<typeof importLog>;

/** The book of imports behind one alias. Every change is searchable when the call returns. */
export function importLog(elasticsearch: Client, indexAlias: string) {
  const index = importsIndex(indexAlias);

  return {
    /** Enters an import as waiting, unless it is entered already. */
    async open(entry: Pick<ImportEntry, 'id' | 'mode' | 'source' | 'job'>): Promise<void> {
      await ensureIndex(elasticsearch, index, importsIndexBody);
      const document: ImportEntry = {
        ...entry,
        state: 'waiting',
        created_at: new Date().toISOString(),
        ...emptyCounts,
      };
      try {
        await elasticsearch.create({ index, id: String(entry.id), document, refresh: true });
      } catch (error) {
        if (errorType(error) !== 'version_conflict_engine_exception') throw error;
      }
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

    /** Imports, newest first; without the exchange rates of their profiles, which can be long: `find` has them. */
    async list(options: { states?: readonly ImportState[]; limit?: number } = {}): Promise<ImportEntry[]> {
      try {
        const { hits } = await elasticsearch.search<ImportEntry>({
          index,
          size: options.limit ?? 1_000,
          query: options.states ? { terms: { state: [...options.states] } } : { match_all: {} },
          sort: [{ id: 'desc' }],
          _source: { excludes: ['job.payload.profile.price.rates'] },
        });
        return hits.hits.map((hit) => hit._source!);
      } catch (error) {
        if (isNotFound(error)) return [];
        throw error;
      }
    },

    /**
     * Changes an import whose state is one of `from`, and nothing otherwise.
     * @returns whether it was changed; false means that somebody else decided first (a cancellation, say).
     */
    async change(id: number, from: readonly ImportState[], changes: Partial<ImportEntry>): Promise<boolean> {
      for (;;) {
        const { _source, _seq_no, _primary_term } = await elasticsearch.get<ImportEntry>({
          index,
          id: String(id),
        });
        if (!from.includes(_source!.state)) return false;
        try {
          await elasticsearch.index({
            index,
            id: String(id),
            document: { ..._source!, ...changes },
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
}

import type { ImportJob, importModes, Planned, RepeatedKeys } from '../queue/contract.ts';

/** States before the end: enqueued, processing batches, or publishing, when it can no longer be cancelled. */
export const unfinishedStates = ['waiting', 'running', 'publishing'] as const;
export type ImportState = (typeof unfinishedStates)[number] | 'completed' | 'failed' | 'cancelled';

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
  /** The worker that owns it: the token of its job's lock. A worker that lost the job can no longer change it. */
  owner?: string | undefined;
  /** Its job in the queue. */
  job_id: string;
  /**
   * For an external producer the id and time of its job, because an emptied queue reuses ids; for a schedule the path and
   * version of the file.
   */
  job_key?: string;
  /** The schedule that enqueued it. */
  schedule?: string;
  /** Batches and records of the file; known once it has been read to its end. */
  planned?: Planned;
  /** Index that the import writes to. */
  index?: string;
  /** Records found; known once the file has been read to its end. */
  read: number;
  /** Records in the index with this import's number when it ended; for a deletion the deleted ids. */
  indexed: number;
  /** Valid lines whose id was written by a later line or import. */
  superseded: number;
  rejected: number;
  rejected_by_code: Record<string, number>;
  /** Rows that the profile skips, in all and by rule; like `flags` absent in entries of an older build. */
  skipped?: number;
  skipped_by_rule?: Record<string, number>;
  /** Accepted records by the flags that they got during reading. */
  flags?: Record<string, number>;
  /**
   * Records hidden as duplicates in the lots of this import when it ended, its own and those of other imports. Absent in
   * entries of an older build.
   */
  duplicates?: number;
  /** Values that the vocabulary does not know, kept as written, by field. */
  unknown_values: Record<string, Record<string, number>>;
  /** With a profile: rows that repeat the key of another row, and columns that the profile does not name. */
  repeated_keys?: RepeatedKeys;
  ignored_columns?: string[];
  /** Of a workbook: the sheet that is imported, and the others that have values. */
  sheet?: ChosenSheet;
  /** Why the file or object cannot be read for now. */
  source_outage?: SourceOutage | undefined;
  /** That the file has no records, so that the import ended at once and wrote nothing. */
  warning?: string;
  /** Why the import failed or was stopped. */
  reason?: string;
  data_version?: string;
  /** How the file is read; decided when the import starts. */
  plan?: ImportPlan;
  /** The source of a migration; decided when it starts. */
  migration?: Migration;
  /** The job, so that it can be queued again. */
  job: ImportJob;
}

/** Since when the source of an import cannot be read, and when it is tried next. */
export interface SourceOutage {
  since: string;
  next_try_at: string;
  reason: string;
}

/** An import in a list. */
export type ListedImport = Omit<ImportEntry, 'plan'>;

/** The source and the target version of a migration. */
export interface Migration {
  /** The index that was live when it began. */
  from: string;
  from_version: number;
  to_version: number;
  /** Number of writes to this index by then. */
  writes: number;
}

/** The sheet of a workbook that is imported. */
export interface ChosenSheet {
  name: string;
  /** Other visible sheets that have cells with values. */
  others: string[];
  /** Rows that are hidden, by hand or by a filter; they are imported. Absent if there are none. */
  hidden_rows?: number;
}

/** How the batches of a file are read. */
export interface ImportPlan {
  /** Path of the plain data below IMPORT_ROOT (the file or its decompressed copy), or the URL of its object. */
  path: string;
  /** The version of the file or object at the time of planning, to notice a change. */
  source?: { size: number; modifiedMs?: number; etag?: string };
  /** Size of the plain data in bytes. */
  size: number;
  /** Modification time of the plain file; absent for an object, and for a copy that each machine makes by itself. */
  modifiedMs?: number;
  format: 'csv' | 'ndjson' | 'json';
  encoding: string;
  delimiter?: string;
  columns?: string[];
  /** Whether the JSON array is nested in an object. */
  nested?: true;
  /** Whether the values of nested JSON objects become columns of their own, as a profile names them. */
  flat?: true;
}

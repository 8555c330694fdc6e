import type { ImportJob, importModes, Planned, RepeatedKeys } from '../queue/contract.ts';

/** Not yet ended: enqueued, its batches being processed, or being published (and no longer cancellable). */
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
   * imports. Absent in entries of an older build.
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

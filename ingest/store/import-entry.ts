import type { ImportJob, importModes } from '../queue/contract.ts';

/** States before the end: enqueued, reading and writing, or publishing, when it can no longer be cancelled. */
export const unfinishedStates = ['waiting', 'running', 'publishing'] as const;
export type ImportState = (typeof unfinishedStates)[number] | 'completed' | 'failed' | 'cancelled';

/** An import in the log; stored in Elasticsearch, so that it outlives the queue. */
export interface ImportEntry extends ReadCounts {
  id: number;
  state: ImportState;
  mode: (typeof importModes)[number];
  /** Name of the file as the operator gave it, or of the kind of job. */
  source: string;
  created_at: string;
  started_at?: string;
  finished_at?: string | undefined;
  /** 1, and one more for each manual retry. */
  run: number;
  /** How many times a worker took the import. The last of them owns it; what an earlier one still sends is refused. */
  claim: number;
  /** Its job in the queue. */
  job_id: string;
  /**
   * For an external producer the id and time of its job, because an emptied queue reuses ids; for a schedule the path and
   * version of the file.
   */
  job_key?: string;
  /** The schedule that enqueued it. */
  schedule?: string;
  /** Index that the import writes to; known once the first record has been read. */
  index?: string | undefined;
  /** How many writes the index had made before; what it confirms to this import must be added. */
  writes_before?: number;
  /** How far the import has come; a worker that takes over continues there. */
  checkpoint?: Checkpoint | undefined;
  /** Records in the index with this import's number when it ended; for a deletion the deleted ids. */
  indexed: number;
  /** Those of them that are new, and those whose id another import had written before. */
  new: number;
  replaced: number;
  /** Valid lines whose id was written by a later line or import. */
  superseded: number;
  /** Records hidden as duplicates in the lots of this import when it ended, its own and those of other imports. */
  duplicates?: number;
  /** Whether the index held only the sample when the import began, so that its end removes the synthetic lots. */
  removes_samples?: boolean;
  /** How many synthetic lots its end has removed. */
  samples_removed?: number;
  /** Records that it replaces by some of another title and another date, up to the limit. */
  replacing?: ReplacedLot[];
  /** Whether it may replace any number of them: an operator has seen them. */
  confirm_replaced?: boolean;
  /** Of a workbook: the sheet that is imported, and the others that have values. */
  sheet?: ChosenSheet;
  /** Rows of a table that have delimiters only; they are no records. Absent if there are none. */
  empty_rows?: number;
  /** Why the file or object cannot be read for now. */
  source_outage?: SourceOutage | undefined;
  /** That the file has no records, so that the import ended at once and wrote nothing. */
  warning?: string | undefined;
  /** Why the import failed or was stopped. */
  reason?: string | undefined;
  data_version?: string;
  /** How the file is read; decided when the import starts. */
  reading?: Reading | undefined;
  /** The job, so that it can be queued again. */
  job: ImportJob;
}

/** What an import has counted up to its checkpoint. */
export interface ReadCounts {
  /** Records found. */
  read: number;
  /** Valid records written. */
  accepted: number;
  /** Those of them that lost to a newer record of their id at once. */
  lost: number;
  /** Those of them that have ids of sample lots. */
  samples: number;
  rejected: number;
  rejected_by_code: Record<string, number>;
  /** Rows that the profile skips, in all and by rule. */
  skipped: number;
  skipped_by_rule: Record<string, number>;
  /** Accepted records by the flags that they got during reading. */
  flags: Record<string, number>;
  /** Values that the vocabulary does not know, kept as written, by field. */
  unknown_values: Record<string, Record<string, number>>;
  /** With a profile: columns that it does not name. */
  ignored_columns?: string[];
}

/** A record that another one of another title and another date replaces. */
export interface ReplacedLot {
  id: number;
  /** The line of the new one. */
  line: number;
  before: string;
  after: string;
}

/** The place up to which an import has been written. */
export interface Checkpoint {
  /** Batches written. */
  batches: number;
  /** The place after them. */
  place: { batches: number; line: number };
  /** Share of the bytes of the file that have been read. */
  share: number;
  at: string;
  /** The claim, and how often the job had stalled by then: later losses without progress are the fault of the import. */
  claim: number;
  stalls: number;
}

/** Since when the source of an import cannot be read, and when it is tried next. */
export interface SourceOutage {
  since: string;
  next_try_at: string;
  reason: string;
}

/** An import in a list. */
export type ListedImport = Omit<ImportEntry, 'reading'>;

/** The sheet of a workbook that is imported. */
export interface ChosenSheet {
  name: string;
  /** Other visible sheets that have cells with values. */
  others: string[];
  /** Rows that are hidden, by hand or by a filter; they are imported. Absent if there are none. */
  hidden_rows?: number;
}

/** How a file is read, and its version, to notice a change. */
export interface Reading {
  version: { size: number; modifiedMs?: number; etag?: string };
  format: 'csv' | 'ndjson' | 'json';
  encoding: string;
  delimiter?: string;
  columns?: string[];
}

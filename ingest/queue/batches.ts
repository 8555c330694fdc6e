import { type JobsOptions, type Queue, UnrecoverableError } from 'bullmq';
import Type, { type TSchema } from 'typebox';
import { importJobId, importJobOptions, payloadCheck } from './contract.ts';

/** The totals of a file, known once it was read to its end. */
export interface Planned {
  batches: number;
  records: number;
}

/** One batch: a range of bytes of one file, never the records themselves. */
export interface BatchJobData {
  import: number;
  /** The run of the import that queued it. */
  run: number;
  /** Position of the batch in its import, from 0; later batches win over earlier ones. */
  batch: number;
  /** First byte, and the byte after the last. */
  start: number;
  end: number;
  /** Physical line of the first record, the header being line 1. */
  line: number;
  /** Records in the range. */
  records: number;
  /** CRC-32 of the planned bytes (of a record that is too long only of those shown); absent in jobs of an older build. */
  checksum?: number;
  /** Set when the range is one record that is too long to be read. */
  tooLong?: true;
}

/** One batch of a migration: the records from one id to another, both included. */
export interface CopyJobData extends Pick<BatchJobData, 'import' | 'run' | 'batch' | 'records'> {
  from: number;
  to: number;
}

/** The batches queue, by the names of its jobs. */
export interface BatchPayloads {
  'index-batch': BatchJobData;
  'copy-batch': CopyJobData;
}
export type AnyBatch = BatchPayloads[keyof BatchPayloads];

/** What a finished batch reports; kept by BullMQ with the parent, so that a repeated batch is not counted twice. */
export interface BatchResult {
  read: number;
  accepted: number;
  rejected: number;
  rejectedByCode: Record<string, number>;
  /** Rows that the profile leaves out, by rule; absent without one. */
  skipped?: Record<string, number>;
  /** Accepted records by flag; absent in results of an older build. */
  flags?: Record<string, number>;
  /** Lines whose delete or write lost to a later line or import. Counted for deletions, where no index can tell. */
  lost: number;
  /** Values that the vocabulary does not know, kept as written, by field and value. */
  unknown: Record<string, Record<string, number>>;
  /** Rows whose key another row of the file has too, and fields that the profile does not name. */
  repeated?: RepeatedKeys;
  ignored?: string[];
}

/** Rows of one file that repeat the key of another row of it. The later row wins; some are listed. */
export interface RepeatedKeys {
  rows: number;
  listed: { key: string; line: number; repeats_line: number }[];
}

/** As for imports; a batch that fails for good must not fail the job of its import, which reports it. */
export const batchJobOptions = {
  ...importJobOptions,
  ignoreDependencyOnFailure: true,
} satisfies JobsOptions;

export const batchJobId = ({
  import: importNumber,
  run,
  batch,
}: Pick<BatchJobData, 'import' | 'run' | 'batch'>) => `${importJobId(importNumber, run)}-batch-${batch}`;

/** Batches that one import may have; 2^21 of them leave the version below within 2^53. */
export const maxBatches = 2 ** 21;

/** The document version that a batch writes: a later import wins, and within one a later batch. */
export function documentVersion(importNumber: number, batch: number): number {
  return importNumber * maxBatches + batch;
}

/**
 * Queues batches as children of an import's job. Idempotent. A batch that failed before its import waited for it is
 * queued anew: its job would never be processed again, and the import would wait for it forever.
 */
export async function queueBatches<Name extends keyof BatchPayloads>(
  name: Name,
  batches: BatchPayloads[Name][],
  parent: { id: string; queue: string },
  queue: Queue<AnyBatch, BatchResult>,
): Promise<void> {
  const earlier = await Promise.all(batches.map((data) => queue.getJob(batchJobId(data))));
  for (const job of earlier) if (await job?.isFailed()) await job!.remove();
  await queue.addBulk(
    batches.map((data) => ({
      name,
      data,
      opts: { ...batchJobOptions, jobId: batchJobId(data), parent },
    })),
  );
}

/** The result of a skipped batch. */
export const emptyResult: BatchResult = {
  read: 0,
  accepted: 0,
  rejected: 0,
  rejectedByCode: {},
  lost: 0,
  unknown: {},
};

/** Larger than any planned batch; a record that is too long is never read as a whole. */
const maxBatchBytes = 8 * 2 ** 20;

const whole = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
const ofImport = { import: whole(1), run: whole(1), batch: whole(0), records: whole(0) };
const strict = { additionalProperties: false };

const checkPayload = payloadCheck({
  'index-batch': Type.Object(
    {
      ...ofImport,
      start: whole(0),
      end: whole(0),
      line: whole(1),
      checksum: Type.Optional(whole(0)),
      tooLong: Type.Optional(Type.Literal(true)),
    },
    strict,
  ),
  'copy-batch': Type.Object({ ...ofImport, from: whole(0), to: whole(0) }, strict),
} satisfies Record<keyof BatchPayloads, TSchema>);

/**
 * Validates a batch. Only the worker fills that queue; anyone else who reaches Redis must not make it read outside a
 * file or more than fits into memory.
 * @throws UnrecoverableError naming every fault
 */
export function checkBatch(name: string, data: unknown): asserts data is AnyBatch {
  checkPayload(name, data);
  const { start, end, tooLong } = data as BatchPayloads['index-batch'];
  if (!tooLong && (end < start || end - start > maxBatchBytes)) {
    throw new UnrecoverableError(`No batch goes from byte ${start} to byte ${end}.`);
  }
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import { type JobsOptions, type Queue, UnrecoverableError } from 'bullmq';
import Type, { type Static, type TSchema } from 'typebox';
import { checkProfile } from '../record/profile/check-profile.ts';
import { Delimiter, Encoding, Profile } from '../record/profile/profile.ts';

/**
 * The queue contract: any BullMQ producer may add the kinds of import jobs below to the imports queue.
 * Only the worker fills the batches queue.
 */
export const importsQueueName = (indexAlias: string) => `${indexAlias}-imports`;
export const batchesQueueName = (indexAlias: string) => `${indexAlias}-batches`;

const text = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });

export const importModes = ['upsert', 'replace', 'delete'] as const;
export const fileFormats = ['csv', 'ndjson', 'json'] as const;

/** Payload of a job named `import-file`. */
export const ImportFilePayload = Type.Object(
  {
    path: text(4_096, 'Path of the file below IMPORT_ROOT, or s3://bucket/key of an object.'),
    ...Type.Partial(
      Type.Object({
        name: text(1_024, 'Displayed name of the file; its path if absent.'),
        mode: Type.Enum([...importModes], { description: 'upsert if absent.' }),
        format: Type.Enum([...fileFormats], { description: 'Taken from the file name if absent.' }),
        encoding: Encoding,
        delimiter: Delimiter,
        profile: Profile,
        min_records: Type.Integer({
          minimum: 0,
          description: 'replace: minimum number of records in the new index.',
        }),
        max_reject_rate: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'replace: maximum share of rejects, 0.05 if absent.',
        }),
        temporary: Type.Boolean({
          description:
            'The file is deleted once the import has completed or is cancelled. Ignored in jobs of other programs than gem-auctions.',
        }),
      }),
    ).properties,
  },
  { additionalProperties: false },
);
export type ImportFilePayload = Static<typeof ImportFilePayload>;

/** Whether a path names objects of an S3-compatible store instead of files. */
export function isObjectUrl(path: string): boolean {
  return path.startsWith('s3://');
}

/** Payload of a job named `upsert-records`: up to 1,000 records with the published field names. */
const UpsertRecordsPayload = Type.Object(
  {
    records: Type.Array(Type.Object({}, { additionalProperties: true }), { minItems: 1, maxItems: 1_000 }),
  },
  { additionalProperties: false },
);
type UpsertRecordsPayload = Static<typeof UpsertRecordsPayload>;

/** The payload that each kind of import job carries. */
export interface ImportPayloads {
  'import-file': ImportFilePayload;
  'upsert-records': UpsertRecordsPayload;
}
export type ImportKind = keyof ImportPayloads;

/** An import job: its kind and its payload. */
export type ImportJob = { [Kind in ImportKind]: { name: Kind; payload: ImportPayloads[Kind] } }[ImportKind];

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, validateSchema: false });

/**
 * Builds the check for the jobs of a queue.
 * @returns a function that throws UnrecoverableError (so that BullMQ does not retry) naming every problem
 */
export function payloadCheck(schemas: Record<string, TSchema>): (name: string, payload: unknown) => void {
  return (name, payload) => {
    if (!Object.hasOwn(schemas, name)) {
      const known = Object.keys(schemas).join(', ');
      throw new UnrecoverableError(`Unknown job name "${name}". Known: ${known}.`);
    }
    // Compiled on first use; most commands never use it and start in half the time.
    if (ajv.validate(schemas[name]!, payload)) return;
    const faults = ajv
      .errors!.slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || 'payload'} ${message}`);
    throw new UnrecoverableError(`The payload of ${name} does not match its schema: ${faults.join('; ')}.`);
  };
}

const checkImportPayload = payloadCheck({
  'import-file': ImportFilePayload,
  'upsert-records': UpsertRecordsPayload,
} satisfies Record<ImportKind, TSchema>);

/**
 * Validates an import job.
 * @throws UnrecoverableError (so that BullMQ does not retry) naming every fault of the name or the payload.
 */
export function checkImportJob(name: string, payload: unknown): ImportJob {
  checkImportPayload(name, payload);
  const { profile } = payload as Partial<ImportFilePayload>;
  const problems = profile ? checkProfile(profile) : [];
  if (problems.length > 0) {
    throw new UnrecoverableError(`The profile cannot be used: ${problems.slice(0, 10).join('; ')}.`);
  }
  return { name, payload } as ImportJob;
}

/**
 * The data of an import job: its payload, the number that the worker or our own producer gave it, whether all its batches
 * are queued, and whether a waiting import was found to have records.
 */
export type ImportJobData = ImportPayloads[ImportKind] & {
  number?: number;
  planned?: boolean;
  hasRecords?: boolean;
};

/** Import jobs retry transient errors; other errors are thrown as UnrecoverableError. */
export const importJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: { count: 1_000 },
  removeOnFail: { count: 1_000 },
} satisfies JobsOptions;

/** Each run of an import has its own job ids, so that a retry does not collide with jobs of the previous run. */
export const importJobId = (importNumber: number, run = 1) =>
  run === 1 ? `import-${importNumber}` : `import-${importNumber}-run-${run}`;

/**
 * Another worker takes over the job of a killed worker after `lockDuration`. `maxStalledCount` allows a few crashes, and
 * ends a job that kills every worker. A worker that receives SIGTERM returns its jobs, which does not count.
 */
export const workerOptions = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 5 };

/** The reason of a job's failure, for an operator. */
export function explainFailure(reason: string | undefined): string {
  if (reason !== 'job stalled more than allowable limit') return `${reason}`;
  return (
    `its worker was killed, stopped or cut off from Redis ${workerOptions.maxStalledCount + 1} times; ` +
    'the job itself may crash the workers'
  );
}

/** The totals of a file, known once it has been read to its end. */
export interface Planned {
  batches: number;
  records: number;
}

/** One batch: a range of bytes of one file, without the records themselves. */
export interface BatchJobData {
  import: number;
  /** Run of the import that queued it. */
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
  /** CRC-32 of the planned bytes (of a too long record only the shown bytes); absent in jobs of an older build. */
  checksum?: number;
  /** Set if the range is one record that is too long to be read. */
  tooLong?: true;
}

/** The result of a finished batch. BullMQ keeps it with the parent, so that a repeated batch is not counted twice. */
export interface BatchResult {
  read: number;
  accepted: number;
  rejected: number;
  rejectedByCode: Record<string, number>;
  /** Rows that the profile skips, by rule; absent without a profile. */
  skipped?: Record<string, number>;
  /** Accepted records by flag; absent in results of an older build. */
  flags?: Record<string, number>;
  /** Writes and deletions that lost to a later line or import. Used for deletions, which the index cannot count. */
  lost: number;
  /** Values that the vocabulary does not know, kept as written, by field and value. */
  unknown: Record<string, Record<string, number>>;
  /** Rows whose key another row of the file has too, and fields that the profile does not name. */
  repeated?: RepeatedKeys;
  ignored?: string[];
}

/** Rows that repeat the key of another row of the same file. The later row wins; some are listed. */
export interface RepeatedKeys {
  rows: number;
  listed: { key: string; line: number; repeats_line: number }[];
}

/** Options as for imports, but a failed batch must not fail the job of its import, which reports the failure. */
const batchJobOptions = {
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

/** The document version of a batch: a later import wins, and within an import a later batch. */
export function documentVersion(importNumber: number, batch: number): number {
  return importNumber * maxBatches + batch;
}

/**
 * Queues batches as children of an import's job. Idempotent. A batch that failed before its import waited for it is queued
 * again; otherwise the import would wait for it forever.
 */
export async function queueBatches(
  batches: BatchJobData[],
  parent: { id: string; queue: string },
  queue: Queue<BatchJobData, BatchResult>,
): Promise<void> {
  const earlier = await Promise.all(batches.map((data) => queue.getJob(batchJobId(data))));
  for (const job of earlier) if (await job?.isFailed()) await job!.remove();
  await queue.addBulk(
    batches.map((data) => ({
      name: 'index-batch',
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

/** Larger than any planned batch; a too long record is never read as a whole. */
const maxBatchBytes = 8 * 2 ** 20;

const whole = (minimum: number) => Type.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
const ofImport = { import: whole(1), run: whole(1), batch: whole(0), records: whole(0) };
const strict = { additionalProperties: false };

const checkBatchPayload = payloadCheck({
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
});

/**
 * Validates a batch. Only the worker fills that queue, but a forged job must not make it read more than fits into memory.
 * @throws UnrecoverableError naming every fault
 */
export function checkBatch(name: string, data: unknown): asserts data is BatchJobData {
  checkBatchPayload(name, data);
  const { start, end, tooLong } = data as BatchJobData;
  if (!tooLong && (end < start || end - start > maxBatchBytes)) {
    throw new UnrecoverableError(`A batch cannot go from byte ${start} to byte ${end}.`);
  }
}

import { Ajv2020 } from 'ajv/dist/2020.js';
import { type JobsOptions, UnrecoverableError } from 'bullmq';
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
    name: Type.Optional(text(1_024, 'Name to show for the file; its path if absent.')),
    mode: Type.Optional(Type.Enum([...importModes], { description: 'upsert if absent.' })),
    format: Type.Optional(Type.Enum([...fileFormats], { description: 'By the file name if absent.' })),
    encoding: Type.Optional(Encoding),
    delimiter: Type.Optional(Delimiter),
    profile: Type.Optional(Profile),
    min_records: Type.Optional(
      Type.Integer({ minimum: 0, description: 'replace: minimum number of records of the new index.' }),
    ),
    max_reject_rate: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'replace: maximum share of rejects, 0.05 if absent.',
      }),
    ),
    sample: Type.Optional(
      Type.Boolean({
        description: 'Sample data: a replacement may be smaller than an index that holds nothing else.',
      }),
    ),
    temporary: Type.Optional(
      Type.Boolean({ description: 'The file is deleted once the import has completed or was cancelled.' }),
    ),
  },
  { additionalProperties: false },
);
export type ImportFilePayload = Static<typeof ImportFilePayload>;

/** Whether a path names an object or objects of an S3-compatible store, not a file. */
export function isObjectUrl(path: string): boolean {
  return path.startsWith('s3://');
}

/** Payload of a job named `upsert-records`: up to 1,000 records with the published field names. */
export const UpsertRecordsPayload = Type.Object(
  {
    records: Type.Array(Type.Object({}, { additionalProperties: true }), { minItems: 1, maxItems: 1_000 }),
  },
  { additionalProperties: false },
);
export type UpsertRecordsPayload = Static<typeof UpsertRecordsPayload>;

/** Payload of a job named `migrate`: all records of the live index go into a new one with another mapping. */
export const MigratePayload = Type.Object(
  {
    mapping_version: Type.Integer({ minimum: 1, description: 'Version of the mapping that is to be built.' }),
  },
  { additionalProperties: false },
);
export type MigratePayload = Static<typeof MigratePayload>;

/** The payload that each kind of import job carries. */
export interface ImportPayloads {
  'import-file': ImportFilePayload;
  'upsert-records': UpsertRecordsPayload;
  migrate: MigratePayload;
}
export type ImportKind = keyof ImportPayloads;

/** An import job: its kind and what it carries. */
export type ImportJob = { [Kind in ImportKind]: { name: Kind; payload: ImportPayloads[Kind] } }[ImportKind];

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });

/**
 * The check of the jobs of a queue by their names.
 * @returns it throws UnrecoverableError (so that BullMQ does not retry) naming every fault of the name or the payload
 */
export function payloadCheck(schemas: Record<string, TSchema>): (name: string, payload: unknown) => void {
  return (name, payload) => {
    if (!Object.hasOwn(schemas, name)) {
      const known = Object.keys(schemas).join(', ');
      throw new UnrecoverableError(`Unknown job name "${name}". Known: ${known}.`);
    }
    // Compiled when it is first used: most commands never do, and start in half the time.
    if (ajv.validate(schemas[name]!, payload)) return;
    const faults = ajv
      .errors!.slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || 'payload'} ${message}`);
    throw new UnrecoverableError(`The payload of ${name} breaks its schema: ${faults.join('; ')}.`);
  };
}

const checkPayload = payloadCheck({
  'import-file': ImportFilePayload,
  'upsert-records': UpsertRecordsPayload,
  migrate: MigratePayload,
} satisfies Record<ImportKind, TSchema>);

/**
 * Validates an import job.
 * @throws UnrecoverableError (so that BullMQ does not retry) naming every fault of the name or the payload.
 */
export function checkImportJob(name: string, payload: unknown): ImportJob {
  checkPayload(name, payload);
  const { profile } = payload as Partial<ImportFilePayload>;
  const problems = profile ? checkProfile(profile) : [];
  if (problems.length > 0) {
    throw new UnrecoverableError(`The profile cannot be used: ${problems.slice(0, 10).join('; ')}.`);
  }
  return { name, payload } as ImportJob;
}

/**
 * The data of an import job: its payload, the number that the worker or our own producer gave it, and whether all its
 * batches are queued.
 */
export type ImportJobData = ImportPayloads[ImportKind] & { number?: number; planned?: boolean };

/** Import jobs retry transient errors; any other is thrown as UnrecoverableError. */
export const importJobOptions = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
  removeOnComplete: { count: 1_000 },
  removeOnFail: { count: 1_000 },
} satisfies JobsOptions;

/** Each run of an import has its own job ids, so that a retry does not meet jobs of the run before. */
export const importJobId = (importNumber: number, run = 1) =>
  run === 1 ? `import-${importNumber}` : `import-${importNumber}-run-${run}`;
/**
 * A job of a killed worker is taken over by another after `lockDuration`. `maxStalledCount` allows a few crashes and
 * restarts, and ends a job that kills every worker that takes it. A worker that receives SIGTERM returns its jobs,
 * which is not counted.
 */
export const workerOptions = { lockDuration: 10_000, stalledInterval: 5_000, maxStalledCount: 5 };

/** The reason of a job's failure, for an operator. */
export function explainFailure(reason: string | undefined): string {
  if (reason !== 'job stalled more than allowable limit') return `${reason}`;
  return (
    `it was lost with its worker ${workerOptions.maxStalledCount + 1} times (killed, stopped, or cut off from Redis); ` +
    'it may be what ends the workers'
  );
}

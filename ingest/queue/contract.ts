import { Ajv2020 } from 'ajv/dist/2020.js';
import { UnrecoverableError } from 'bullmq';
import Type, { type Static, type TSchema } from 'typebox';
import { checkProfile } from '../record/profile/check-profile.ts';
import { Delimiter, Encoding, Profile, Selection } from '../record/profile/profile.ts';

/** The queue contract: any BullMQ producer may add the kinds of import jobs below to the imports queue. */
export const importsQueueName = (indexAlias: string) => `${indexAlias}-imports`;

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
        selection: Selection,
        min_records: Type.Integer({
          minimum: 0,
          description: 'replace: minimum number of records in the new index.',
        }),
        max_reject_rate: Type.Number({
          minimum: 0,
          maximum: 1,
          description: 'replace: maximum share of rejects, 0.05 if absent.',
        }),
        keep_samples: Type.Boolean({
          description:
            'upsert: whether the synthetic sample lots stay, where the index holds nothing but the sample.',
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
    selection: Type.Optional(Selection),
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

const payloadSchemas = {
  'import-file': ImportFilePayload,
  'upsert-records': UpsertRecordsPayload,
} satisfies Record<ImportKind, TSchema>;

/**
 * Validates an import job.
 * @throws UnrecoverableError (so that BullMQ does not retry) naming every fault of the name or the payload.
 */
export function checkImportJob(name: string, payload: unknown): ImportJob {
  if (!Object.hasOwn(payloadSchemas, name)) {
    const known = Object.keys(payloadSchemas).join(', ');
    throw new UnrecoverableError(`Unknown job name "${name}". Known: ${known}.`);
  }
  // Compiled on first use; most commands never use it and start in half the time.
  if (!ajv.validate(payloadSchemas[name as ImportKind], payload)) {
    const faults = ajv
      .errors!.slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || 'payload'} ${message}`);
    throw new UnrecoverableError(`The payload of ${name} does not match its schema: ${faults.join('; ')}.`);
  }
  const { profile } = payload as Partial<ImportFilePayload>;
  const problems = profile ? checkProfile(profile) : [];
  if (problems.length > 0) {
    throw new UnrecoverableError(`The profile cannot be used: ${problems.slice(0, 10).join('; ')}.`);
  }
  return { name, payload } as ImportJob;
}

/** The data of an import job: its payload, and the number that the worker or our own producer gave it. */
export type ImportJobData = ImportPayloads[ImportKind] & { number?: number };

/** Each run of an import has its own job id, so that a retry does not collide with the job of the previous run. */
export const importJobId = (importNumber: number, run = 1) =>
  run === 1 ? `import-${importNumber}` : `import-${importNumber}-run-${run}`;

/** Batches that one import may have; 2^21 of them leave the version below within 2^53. */
export const maxBatches = 2 ** 21;

/** The document version of a batch: a later import wins, and within an import a later batch. */
export function documentVersion(importNumber: number, batch: number): number {
  return importNumber * maxBatches + batch;
}

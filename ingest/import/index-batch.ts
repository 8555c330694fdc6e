import { isDeepStrictEqual } from 'node:util';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { type RecordDocument, toDocument } from '../../mappings/document.ts';
import type { Flag } from '../../mappings/flags.ts';
import type { AuctionRecord } from '../../mappings/record.ts';
import type { ImportContext } from '../context.ts';
import { outageOf, quote, retryWhileUnavailable, StaleWriter, shortenReason } from '../errors.ts';
import { indexDocuments, toBytes, type Write } from '../index/bulk-write.ts';
import { isFlagged, outlier } from '../index/flag-price-outliers.ts';
import { writeAlias } from '../index/index-roles.ts';
import { duplicateKeys, isLinked } from '../index/link-duplicates.ts';
import { checkMapping, NewerMapping } from '../index/live-index.ts';
import {
  type BatchJobData,
  type BatchResult,
  checkBatch,
  documentVersion,
  emptyResult,
  type RepeatedKeys,
} from '../queue/contract.ts';
import { showKey } from '../record/identity-reader.ts';
import { isRejection, normalize, normalizeDeletion } from '../record/normalize.ts';
import {
  applyIdentity,
  applyProfile,
  type Profiled,
  type ProfileRejection,
  type Skipped,
} from '../record/profile/apply-profile.ts';
import { columnsOf, type Profile } from '../record/profile/profile.ts';
import { type Rejection, reasonColumns, reasonProperty } from '../record/rejection.ts';
import { openData } from '../source/open-data.ts';
import { type RawRecord, type RecordText, readBatch } from '../source/read-records.ts';
import { type Claim, claimIds } from '../store/claim-ids.ts';
import type { ImportEntry } from '../store/import-entry.ts';
import { profileOf, sourceOf } from '../store/import-log.ts';
import type { Reject } from '../store/rejects.ts';
import { waitForSource } from './wait-for-source.ts';

/** Delay of a batch for a newer mapping, so that a worker of a newer build takes it. */
const recheckAfterMs = 2_000;

/** Processes the job of a batch. @param token of the job's lock */
export async function processBatch(
  job: Job<BatchJobData>,
  token: string,
  context: ImportContext,
  signal: AbortSignal,
): Promise<BatchResult> {
  const { name, data } = job;
  checkBatch(name, data);
  try {
    return await indexBatch(data, context, signal);
  } catch (error) {
    if (error instanceof NewerMapping) {
      await job.moveToDelayed(Date.now() + recheckAfterMs, token);
      throw new DelayedError();
    }
    if (outageOf(error) === 'files')
      return waitForSource(job, token, { id: data.import, run: data.run }, error, context, signal);
    if (!(error instanceof StaleWriter)) throw error;
    const entry = await retryWhileUnavailable(() => context.log.find(data.import), signal);
    // If the import ended while this worker was stopped or disconnected, its batches no longer count.
    if (entry?.state !== 'running' || entry.run !== data.run) return emptyResult;
    throw error;
  }
}

/**
 * Processes one batch of a file: reads its bytes, checks each record, writes the accepted ones and stores the rejects.
 * Idempotent.
 */
export async function indexBatch(
  batch: BatchJobData,
  context: Pick<ImportContext, 'elasticsearch' | 'log' | 'rejects' | 'objects' | 'metrics' | 'config'>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const { log, rejects } = context;
  const entry = await retryWhileUnavailable(() => log.find(batch.import), signal);
  // The batches of a cancelled import, or of an earlier run, are skipped: their counts are not used.
  if (entry?.state !== 'running' || entry.run !== batch.run) return emptyResult;

  const records = await readRecords(entry, batch, context, signal);
  if (entry.source_outage) {
    const ended = { source_outage: undefined };
    await retryWhileUnavailable(() => log.change(entry.id, ['running'], ended), signal);
  }
  await retryWhileUnavailable(() => checkMapping(context.elasticsearch, entry.index!), signal);
  const checked = checkRecords(records, { ...entry, profile: profileOf(entry) });
  await retryWhileUnavailable(() => refuseForeignIds(checked.accepted, entry, context), signal);
  const { accepted: claimed, collided, repeated } = await claim(checked, batch, context, signal);
  const accepted = await retryWhileUnavailable(() => keepMarks(claimed, entry, context), signal);
  const target = {
    writeAlias: writeAlias(context.config.INDEX_ALIAS, entry),
    version: documentVersion(entry.id, batch.batch),
  };
  const outcomes = await indexDocuments(context, target, accepted, signal);
  const refused = accepted.flatMap(({ text }, i) => {
    const outcome = outcomes[i]!;
    return outcome.kind === 'refused'
      ? [toReject(text, { field: null, code: 'refused', message: outcome.reason })]
      : [];
  });
  const allRejects = [...checked.rejected, ...collided, ...refused].sort((a, b) => a.line - b.line);
  await retryWhileUnavailable(() => rejects.keep(batch, allRejects), signal);

  const written = accepted.filter((_, i) => outcomes[i]!.kind !== 'refused');
  const lost = outcomes.filter((outcome) => outcome.kind === 'superseded').length;
  return {
    ...summarize(checked, written, allRejects, lost),
    ...(repeated.rows > 0 && { repeated }),
    ...(checked.ignored && { ignored: checked.ignored }),
  };
}

/**
 * Checks ids that a column of the source gives: they must not belong to records of another source. Derived ids have owners,
 * and an import without a profile may correct any record.
 * @throws UnrecoverableError naming the first such id
 */
async function refuseForeignIds(
  accepted: readonly Accepted[],
  entry: ImportEntry,
  { elasticsearch, log }: Pick<ImportContext, 'elasticsearch' | 'log'>,
): Promise<void> {
  const profile = profileOf(entry);
  if (!profile?.fields.id || entry.mode === 'replace' || accepted.length === 0) return;
  const { docs } = await elasticsearch.mget<Pick<AuctionRecord, 'import'>>({
    ...{ index: entry.index!, ids: accepted.map(({ id }) => String(id)), _source: ['import'] },
  });
  const owners = docs.flatMap((doc) => {
    const number = '_source' in doc ? doc._source?.import : undefined;
    return typeof number === 'number' && number !== entry.id ? [{ id: doc._id, number }] : [];
  });
  const sources = await log.sourcesOf(owners.map(({ number }) => number));
  const foreign = owners.find(({ number }) => (sources.get(number) ?? sourceOf(entry)) !== sourceOf(entry));
  if (!foreign) return;
  const [, kind, name = ''] = /^(\w+) (.*)$/s.exec(sources.get(foreign.number)!)!;
  throw new UnrecoverableError(
    `id ${foreign.id} belongs to a record of import ${foreign.number} (${kind} ${quote(name)}), which this import would overwrite. ` +
      `If both files are of one source, give the profile the name ${quote(name)}; otherwise write identity: { columns: [${profile.fields.id.column ?? 'id'}], namespace: ${profile.name} } instead of fields.id.`,
  );
}

/** Claims the derived ids: a record whose id belongs to another key is rejected, never merged. */
async function claim(
  { accepted, rejectedKeys }: Checked,
  { import: importNumber, batch }: BatchJobData,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
  signal: AbortSignal,
): Promise<{ accepted: Accepted[]; collided: Reject[]; repeated: RepeatedKeys }> {
  if (rejectedKeys.length === 0 && accepted.every(({ key }) => key === undefined)) {
    return { accepted, collided: [], repeated: { rows: 0, listed: [] } };
  }
  const claims: Claim[] = accepted.map(({ id, key, text }) => ({ id, key: key!, line: text.line }));
  // After the claims of the accepted records, so that their positions stay the same.
  claims.push(...rejectedKeys);
  const { collisions, repeated } = await retryWhileUnavailable(
    () => claimIds(elasticsearch, config.INDEX_ALIAS, claims, { import: importNumber, batch }),
    signal,
  );
  const collided = [...collisions]
    .filter(([place]) => place < accepted.length)
    .map(([place, owner]) => {
      const { id, key, text } = accepted[place]!;
      const message = `The id ${id} derived from "${showKey(key!)}" already belongs to "${showKey(owner)}".`;
      return toReject(text, { field: 'id', code: 'id_collision', message });
    });
  return {
    accepted: accepted.filter((_, place) => !collisions.has(place)),
    collided,
    repeated: {
      rows: repeated.length,
      listed: repeated.slice(0, repeatedShown).map(({ key, ...lines }) => ({ key: showKey(key), ...lines })),
    },
  };
}

/** Fields that other records determine, and the fields on which those depend. */
const markedFields = [
  'flags',
  'duplicate_of',
  'gem_type',
  'price_per_carat_usd',
] as const satisfies (keyof AuctionRecord)[];
type Marked = Pick<AuctionRecord, (typeof markedFields)[number]>;

/**
 * Copies two marks from the index to new versions of records: PRICE_OUTLIER, and the link of a duplicate. Each is copied
 * only if the fields on which it depends are unchanged. The end of the import corrects both. Without the copy, every import
 * of known records would change the marked ones twice, and readers would see them unmarked in between.
 */
async function keepMarks(
  accepted: Accepted[],
  { mode, index }: Pick<ImportEntry, 'mode' | 'index'>,
  { elasticsearch }: Pick<ImportContext, 'elasticsearch'>,
): Promise<Accepted[]> {
  if (mode !== 'upsert' || accepted.length === 0) return accepted;
  const ids = accepted.map(({ id }) => id);
  const { hits } = await elasticsearch.search<Marked>({
    ...{ index: index!, size: ids.length, track_total_hits: false, allow_partial_search_results: false },
    ...{ _source: [...markedFields], docvalue_fields: [duplicateKeys] },
    query: {
      bool: { filter: [{ terms: { id: ids } }], should: [isFlagged, isLinked], minimum_should_match: 1 },
    },
  });
  const marked = new Map(hits.hits.map((hit) => [Number(hit._id), hit]));
  return accepted.map((record) => {
    const hit = marked.get(record.id);
    if (!hit) return record;
    return { ...record, document: withMarks(record.document!, hit._source!, hit.fields?.[duplicateKeys]) };
  });
}

function withMarks(document: Buffer, marked: Marked, keys: string[] = []): Buffer {
  const record = JSON.parse(document.toString()) as RecordDocument;
  const isSamePrice =
    record.gem_type === marked.gem_type && record.price_per_carat_usd === marked.price_per_carat_usd;
  if (isSamePrice && marked.flags.includes(outlier)) {
    record.flags = [...new Set([...record.flags, outlier])];
  }
  const isSameLot = isDeepStrictEqual(new Set(record.duplicate_keys), new Set(keys));
  if (isSameLot && marked.duplicate_of) record.duplicate_of = marked.duplicate_of;
  return toBytes(record);
}

async function readRecords(
  entry: ImportEntry,
  batch: BatchJobData,
  context: Pick<ImportContext, 'config' | 'objects'>,
  signal: AbortSignal,
): Promise<Iterable<RawRecord>> {
  await using file = await openData(entry, context, signal);
  return await readBatch(file, entry.plan!, batch);
}

/** A valid record, ready to be written. */
export interface Accepted extends Write {
  text: RecordText;
  unknown: { field: string; value: string }[];
  flags: readonly Flag[];
  /** The key that a profile derived the id from. */
  key?: string;
}

/** The settings of an import that decide how a record is read. */
export interface Rules extends Pick<ImportEntry, 'id' | 'created_at' | 'mode'> {
  profile?: Profile | undefined;
}

/** The records of a batch: accepted, rejected, or skipped by the profile. */
export interface Checked {
  /** Number of records read. */
  read: number;
  accepted: Accepted[];
  rejected: Reject[];
  /** Number of rows that the profile skips, by rule. */
  skipped: Record<string, number>;
  /** Derived ids of the rejects, so that a rejected row with a repeated key is reported too. */
  rejectedKeys: Claim[];
  /** Fields of the records that the profile does not name; absent without a profile. */
  ignored?: string[];
}

/** Splits records into accepted ones, ready to be written, rejects, and rows that the profile skips. Pure. */
export function checkRecords(records: Iterable<RawRecord>, rules: Rules): Checked {
  const accepted: Accepted[] = [];
  const rejected: Reject[] = [];
  const skipped: Checked['skipped'] = {};
  const rejectedKeys: Claim[] = [];
  const toFields = fieldsReader(rules);
  const unnamed = rules.profile && unnamedFields(rules.profile);
  let read = 0;
  for (const record of records) {
    read++;
    const { text } = record;
    if ('fields' in record) unnamed?.add(record.fields);
    const profiled = 'problem' in record ? record.problem : toFields(record.fields);
    if ('skipped' in profiled) {
      skipped[profiled.skipped] = (skipped[profiled.skipped] ?? 0) + 1;
      continue;
    }
    const result = isRejection(profiled) ? profiled : accept(text, profiled, rules);
    if (isRejection(result)) {
      rejected.push(toReject(text, result));
      const identity = identityOf(profiled);
      if (identity) rejectedKeys.push({ ...identity, line: text.line });
    } else accepted.push(result);
  }
  return { read, accepted, rejected, skipped, rejectedKeys, ...(unnamed && { ignored: unnamed.report() }) };
}

/** The id of a row and its key, also when the row is rejected. */
function identityOf(profiled: Profiled | ProfileRejection): { id: number; key: string } | undefined {
  if (isRejection(profiled)) return (profiled as ProfileRejection).identity;
  return profiled.key === undefined ? undefined : { id: profiled.fields.id as number, key: profiled.key };
}

function fieldsReader({
  mode,
  profile,
}: Rules): (fields: Record<string, unknown>) => Profiled | ProfileRejection | Skipped {
  if (!profile) return (fields) => ({ fields });
  return mode === 'delete' ? applyIdentity(profile) : applyProfile(profile);
}

function accept(text: RecordText, { fields, key }: Profiled, rules: Rules): Accepted | Rejection {
  if (rules.mode === 'delete') {
    const deletion = normalizeDeletion(fields);
    return isRejection(deletion) ? deletion : { id: deletion.id, text, unknown: [], flags: [] };
  }
  const result = normalize(fields, rules);
  if (isRejection(result)) return result;
  const { record, unknown } = result;
  return {
    id: record.id,
    document: toBytes(toDocument(record)),
    text,
    unknown,
    flags: record.flags,
    ...(key !== undefined && { key }),
  };
}

function toReject({ line, raw }: RecordText, { field, code, message }: Rejection): Reject {
  return { line, field, code, message: shortenReason(message), raw };
}

/** Maximum number of unnamed fields in a summary. */
const unnamedShown = 200;

/** Collects fields that the profile neither uses nor ignores. */
function unnamedFields(profile: Profile) {
  const named = new Set([...columnsOf(profile), ...(profile.ignore ?? []), ...reasonColumns, reasonProperty]);
  const unnamed = new Set<string>();
  return {
    add(fields: Record<string, unknown>): void {
      for (const field of Object.keys(fields)) {
        if (!named.has(field) && unnamed.size < unnamedShown) unnamed.add(field);
      }
    },
    report: () => [...unnamed],
  };
}

/** Maximum number of unknown values of one field in a summary. */
const unknownValuesShown = 200;

/** Maximum number of rows with a repeated key in a summary. */
export const repeatedShown = 100;

/** The result of one batch. @param lost writes that lost to a newer version */
export function summarize(
  { read, skipped }: Pick<Checked, 'read' | 'skipped'>,
  written: Accepted[],
  rejects: Reject[],
  lost: number,
): BatchResult {
  const unknown: BatchResult['unknown'] = {};
  for (const { field, value } of written.flatMap((record) => record.unknown)) {
    unknown[field] ??= {};
    addTo(unknown[field], value);
  }
  const rejectedByCode: Record<string, number> = {};
  for (const { code } of rejects) addTo(rejectedByCode, code);
  const flags: Record<string, number> = {};
  for (const flag of written.flatMap((record) => record.flags)) addTo(flags, flag);
  return {
    read,
    accepted: written.length,
    rejected: rejects.length,
    rejectedByCode,
    flags,
    lost,
    unknown,
    ...(Object.keys(skipped).length > 0 && { skipped }),
  };
}

/** The totals of the results of batches. */
export function addUp(results: readonly BatchResult[]) {
  const sum = (of: (result: BatchResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const skippedByRule = mergeTallies(results.map(({ skipped = {} }) => skipped));
  return {
    read: sum(({ read }) => read),
    accepted: sum(({ accepted }) => accepted),
    lost: sum(({ lost }) => lost),
    rejected: sum(({ rejected }) => rejected),
    rejected_by_code: mergeTallies(results.map(({ rejectedByCode }) => rejectedByCode)),
    skipped: Object.values(skippedByRule).reduce((total, n) => total + n, 0),
    skipped_by_rule: skippedByRule,
    flags: mergeTallies(results.map(({ flags = {} }) => flags)),
    unknown_values: mergeUnknown(results),
  };
}

/** The sum of tallies. */
function mergeTallies(tallies: Record<string, number>[]): Record<string, number> {
  const merged: Record<string, number> = {};
  for (const tally of tallies) for (const [key, n] of Object.entries(tally)) addTo(merged, key, n);
  return merged;
}

/** The sum of the tallies of each field. */
function mergeUnknown(results: readonly BatchResult[]): BatchResult['unknown'] {
  const fields = new Set(results.flatMap((result) => Object.keys(result.unknown)));
  return Object.fromEntries(
    [...fields].map((field) => [field, mergeTallies(results.map((result) => result.unknown[field] ?? {}))]),
  );
}

/** Adds to a tally of at most `unknownValuesShown` keys. */
function addTo(tally: Record<string, number>, key: string, by = 1): void {
  if (Object.hasOwn(tally, key)) tally[key]! += by;
  else if (Object.keys(tally).length < unknownValuesShown) {
    // defineProperty, because a value such as "__proto__" must become an ordinary key.
    Object.defineProperty(tally, key, { value: by, writable: true, enumerable: true, configurable: true });
  }
}

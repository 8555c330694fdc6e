import type { ImportContext } from '../context.ts';
import { indexDocuments } from '../index/bulk-write.ts';
import { writeAlias } from '../index/index-roles.ts';
import { checkMapping } from '../index/live-index.ts';
import {
  type BatchJobData,
  type BatchResult,
  documentVersion,
  emptyResult,
  type RepeatedKeys,
} from '../queue/batches.ts';
import { showKey } from '../record/identity-reader.ts';
import { retryWhileUnavailable } from '../retry/retry-while-unavailable.ts';
import type { RawRecord } from '../source/formats.ts';
import { openData } from '../source/open-data.ts';
import { readBatch } from '../source/read-batch.ts';
import { type Claim, claimIds } from '../store/claim-ids.ts';
import { type ImportEntry, profileOf } from '../store/import-log.ts';
import type { Reject } from '../store/rejects.ts';
import { type Accepted, type Checked, checkRecords, toReject } from './check-records.ts';
import { repeatedShown, summarize } from './counts.ts';

/**
 * Processes one batch: reads its range of the file, checks each record, writes the accepted ones and stores the rejects.
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
  const mappingVersion = await retryWhileUnavailable(
    () => checkMapping(context.elasticsearch, entry.index!),
    signal,
  );
  const checked = checkRecords(records, { ...entry, profile: profileOf(entry), mappingVersion });
  const { accepted, collided, repeated } = await claim(checked, batch, context, signal);
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
      const message = `The id ${id} of "${showKey(key!)}" belongs to "${showKey(owner)}".`;
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

async function readRecords(
  entry: ImportEntry,
  batch: BatchJobData,
  context: Pick<ImportContext, 'config' | 'objects'>,
  signal: AbortSignal,
): Promise<Iterable<RawRecord>> {
  const file = await openData(entry, context, signal);
  try {
    return await readBatch(file, entry.plan!, batch);
  } finally {
    await file.close();
  }
}

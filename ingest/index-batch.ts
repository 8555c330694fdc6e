import { type Accepted, type Checked, checkRecords, toReject } from './check-records.ts';
import { type Claim, claimIds } from './identity/claim-ids.ts';
import { showKey } from './identity/identity-reader.ts';
import type { ImportEntry } from './import-log.ts';
import { documentVersion } from './import-number.ts';
import { indexDocuments } from './index-documents.ts';
import { writeAlias } from './index-roles.ts';
import { checkMapping } from './newer-mapping.ts';
import { profileOf } from './profile/profile-of.ts';
import type { BatchJobData, BatchResult, RepeatedKeys } from './queue.ts';
import type { RawRecord } from './read/formats.ts';
import { openPlanned } from './read/open-source.ts';
import { readBatch } from './read/read-batch.ts';
import type { Reject } from './rejects.ts';
import type { ImportSteps } from './steps.ts';
import { untilAvailable } from './until-available.ts';

/** How many unknown values of one field are told apart in a summary. */
const unknownValuesShown = 200;

/** How many rows that repeat a key a summary lists. */
export const repeatedShown = 100;

/**
 * One batch: reads its range of the file, checks each record, writes the good ones and keeps the rejects.
 * Repeating it changes nothing.
 */
export async function indexBatch(
  batch: BatchJobData,
  steps: Pick<ImportSteps, 'elasticsearch' | 'log' | 'rejects' | 'metrics' | 'config'>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const { log, rejects } = steps;
  const entry = await untilAvailable(() => log.find(batch.import), signal);
  // The batches of a cancelled import, or of an earlier run of it, are passed over: nobody will look at their counts.
  if (entry?.state !== 'running' || entry.run !== batch.run) return passOver();

  const records = await readRecords(entry, batch, steps.config.IMPORT_ROOT);
  const mappingVersion = await untilAvailable(() => checkMapping(steps.elasticsearch, entry.index!), signal);
  const checked = checkRecords(records, { ...entry, profile: profileOf(entry), mappingVersion });
  const { accepted, collided, repeated } = await claim(checked, batch, steps, signal);
  const target = {
    writeAlias: writeAlias(steps.config.INDEX_ALIAS, entry),
    version: documentVersion(entry.id, batch.batch),
  };
  const outcomes = await indexDocuments(steps, target, accepted, signal);
  const refused = accepted.flatMap(({ text }, i) => {
    const outcome = outcomes[i]!;
    return outcome.kind === 'refused'
      ? [toReject(text, { field: null, code: 'refused', message: outcome.reason })]
      : [];
  });
  const allRejects = [...checked.rejected, ...collided, ...refused].sort((a, b) => a.line - b.line);
  await untilAvailable(() => rejects.keep(batch, allRejects), signal);

  const written = accepted.filter((_, i) => outcomes[i]!.kind !== 'refused');
  const lost = outcomes.filter((outcome) => outcome.kind === 'superseded').length;
  return {
    ...summarise(checked.read, written, allRejects, lost),
    ...(repeated.rows > 0 && { repeated }),
    ...(checked.ignored && { ignored: checked.ignored }),
  };
}

/** Claims the derived ids: a record whose id belongs to another key is rejected, never merged. */
async function claim(
  { accepted, rejectedKeys }: Checked,
  { import: importNumber, batch }: BatchJobData,
  { elasticsearch, config }: Pick<ImportSteps, 'elasticsearch' | 'config'>,
  signal: AbortSignal,
): Promise<{ accepted: Accepted[]; collided: Reject[]; repeated: RepeatedKeys }> {
  if (rejectedKeys.length === 0 && accepted.every(({ key }) => key === undefined)) {
    return { accepted, collided: [], repeated: { rows: 0, listed: [] } };
  }
  const claims: Claim[] = accepted.map(({ id, key, text }) => ({ id, key: key!, line: text.line }));
  // Behind those of the records, so that a place among them is a place among the accepted.
  claims.push(...rejectedKeys);
  const { collisions, repeated } = await untilAvailable(
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
  importRoot: string,
): Promise<Iterable<RawRecord>> {
  const file = await openPlanned(entry.plan!, importRoot);
  try {
    return await readBatch(file, entry.plan!, batch);
  } finally {
    await file.close();
  }
}

/** What a batch reports that nobody waits for. */
export const passOver = (): BatchResult => summarise(0, [], [], 0);

function summarise(read: number, written: Accepted[], rejects: Reject[], lost: number): BatchResult {
  const unknown: BatchResult['unknown'] = {};
  for (const { field, value } of written.flatMap((record) => record.unknown)) {
    unknown[field] ??= {};
    count(unknown[field], value);
  }
  const rejectedByCode: Record<string, number> = {};
  for (const { code } of rejects) count(rejectedByCode, code);
  return {
    read,
    accepted: written.length,
    rejected: rejects.length,
    rejectedByCode,
    lost,
    unknown,
  };
}

/** Adds to a tally, as long as it does not grow beyond what a summary shows. */
export function count(tally: Record<string, number>, key: string, by = 1): void {
  if (Object.hasOwn(tally, key)) tally[key]! += by;
  else if (Object.keys(tally).length < unknownValuesShown) {
    // defineProperty: a value such as "__proto__" is a key like any other.
    Object.defineProperty(tally, key, { value: by, writable: true, enumerable: true, configurable: true });
  }
}

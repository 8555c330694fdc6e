import { recordsIndexName } from '../mappings/records-index.ts';
import { ImportFailed } from './errors.ts';
import { prepareIdentities } from './identity/claim-ids.ts';
import { type ImportEntry, profileOf, unfinishedStates } from './import-log.ts';
import { checkMapping } from './index-meta.ts';
import { createRecordsIndex, ensureLiveIndex, liveIndex } from './live-index.ts';
import type { ImportSteps } from './steps.ts';

/** Imports that others must not run beside: a replacement changes the live index, a deletion must not be undone. */
const exclusiveModes = ['replace', 'delete'] as const;
const isExclusive = (mode: ImportEntry['mode']) => mode !== 'upsert';

/** States of an import that has written, or is about to. */
const begunStates = ['running', 'publishing', 'completed'] as const;

/**
 * Lets an import begin when its turn has come: a replacement or a deletion after all that was enqueued before it, an
 * upsert after the replacements and deletions that were. So the index that it writes to stays the live one until it
 * ends, and nothing older is written over a deletion.
 * @returns false when it has to wait; true when it has begun, or was cancelled.
 * @throws ImportFailed when it comes too late: what was enqueued after it has been written already.
 */
export async function takeTurn(entry: ImportEntry, owner: string, steps: ImportSteps): Promise<boolean> {
  if (entry.state === 'running') return true;
  if (await mustWait(entry, steps)) return false;
  const index = await prepareIndex(entry, steps);
  const started_at = entry.started_at ?? new Date().toISOString();
  const begun = { state: 'running', owner, index, started_at } as const;
  if (!(await steps.log.change(entry.id, ['waiting'], begun))) return true;
  // Somebody may have looked and begun at the same time. Both have said so by now: whoever must wait steps back.
  if (!(await mustWait(entry, steps))) return true;
  await steps.log.change(entry.id, ['running'], { state: 'waiting', owner: undefined }, owner);
  return false;
}

async function mustWait({ id, mode }: ImportEntry, { log }: ImportSteps): Promise<boolean> {
  const tooLate = await log.some({
    idAbove: id,
    states: begunStates,
    ...(mode !== 'replace' && { modes: exclusiveModes }),
  });
  if (tooLate) throw new ImportFailed(explain(tooLate));
  const earlier = await log.some({
    idBelow: id,
    states: unfinishedStates,
    ...(!isExclusive(mode) && { modes: exclusiveModes }),
  });
  return earlier !== undefined;
}

function explain({ id, mode }: Pick<ImportEntry, 'id' | 'mode'>): string {
  const what = { replace: 'replaced all data', delete: 'deleted records', upsert: 'wrote records' }[mode];
  return `Import ${id}, enqueued later, ${what} already; import the file as a new one.`;
}

/** The index to write to: the live one, or for a replacement one of its own. */
async function prepareIndex(entry: ImportEntry, steps: ImportSteps): Promise<string> {
  const { elasticsearch, config, rejects } = steps;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live) await checkMapping(elasticsearch, live);
  await rejects.prepare();
  if (profileOf(entry)?.identity) await prepareIdentities(elasticsearch, config.INDEX_ALIAS);
  if (entry.mode !== 'replace') return ensureLiveIndex(steps);
  const index = recordsIndexName(config.INDEX_ALIAS, entry.id);
  await createRecordsIndex(elasticsearch, index, config);
  return index;
}

import { recordsIndexName } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { checkMapping } from '../index/index-meta.ts';
import { createRecordsIndex, ensureLiveIndex, liveIndex } from '../index/live-index.ts';
import { prepareIdentities } from '../store/claim-ids.ts';
import { type ImportEntry, profileOf, unfinishedStates } from '../store/import-log.ts';

/** Imports that others must not run beside: a replacement changes the live index, a deletion must not be undone. */
const exclusiveModes = ['replace', 'delete'] as const;
const isExclusive = (mode: ImportEntry['mode']) => mode !== 'upsert';

/** States of an import that has written, or is about to. */
const begunStates = ['running', 'publishing', 'completed'] as const;

/**
 * Admits an import: a replacement or a deletion after all that was enqueued before it, an
 * upsert after the replacements and deletions that were. So the index that it writes to stays the live one until it
 * ends, and nothing older is written over a deletion.
 * @returns false when it has to wait; true when it has begun, or was cancelled.
 * @throws ImportFailed when it comes too late: what was enqueued after it has been written already.
 */
export async function admit(entry: ImportEntry, owner: string, context: ImportContext): Promise<boolean> {
  if (entry.state === 'running') return true;
  if (await mustWait(entry, context)) return false;
  const index = await prepareIndex(entry, context);
  const started_at = entry.started_at ?? new Date().toISOString();
  const begun = { state: 'running', owner, index, started_at } as const;
  if (!(await context.log.change(entry.id, ['waiting'], begun))) return true;
  // Somebody may have looked and begun at the same time. Both have said so by now: the one that must wait steps back.
  if (!(await mustWait(entry, context))) return true;
  await context.log.change(entry.id, ['running'], { state: 'waiting', owner: undefined }, owner);
  return false;
}

async function mustWait({ id, mode }: ImportEntry, { log }: ImportContext): Promise<boolean> {
  const tooLate = await log.findFirst({
    idAbove: id,
    states: begunStates,
    ...(mode !== 'replace' && { modes: exclusiveModes }),
  });
  if (tooLate) throw new ImportFailed(explain(tooLate));
  const earlier = await log.findFirst({
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
async function prepareIndex(entry: ImportEntry, context: ImportContext): Promise<string> {
  const { elasticsearch, config, rejects } = context;
  const live = await liveIndex(elasticsearch, config.INDEX_ALIAS);
  if (live) await checkMapping(elasticsearch, live);
  await rejects.prepare();
  if (profileOf(entry)?.identity) await prepareIdentities(elasticsearch, config.INDEX_ALIAS);
  if (entry.mode !== 'replace') return ensureLiveIndex(context);
  const index = recordsIndexName(config.INDEX_ALIAS, entry.id);
  await createRecordsIndex(elasticsearch, index, config);
  return index;
}

import { recordsIndexName } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { ImportFailed } from '../errors.ts';
import { checkMapping } from '../index/index-meta.ts';
import { createRecordsIndex, ensureLiveIndex, liveIndex } from '../index/live-index.ts';
import { prepareIdentities } from '../store/claim-ids.ts';
import { type ImportEntry, profileOf, unfinishedStates } from '../store/import-log.ts';

/** Modes that run alone: a replacement changes the live index, a deletion must not be undone. */
const exclusiveModes = ['replace', 'delete'] as const;
const isExclusive = (mode: ImportEntry['mode']) => mode !== 'upsert';

/** States of an import that has written or may have. */
const begunStates = ['running', 'publishing', 'completed'] as const;

/**
 * Admits an import once it may run: a replacement or a deletion after all earlier imports, an upsert after all earlier
 * replacements and deletions. So the index that it writes to stays live until it ends, and nothing older overwrites a
 * deletion. The order spans all workers and is kept in the import log: a concurrency limit within one process
 * (p-queue) cannot express it.
 * @returns false when it has to wait; true when it has started, or was cancelled.
 * @throws ImportFailed when an import that was enqueued later has been written already.
 */
export async function admit(entry: ImportEntry, owner: string, context: ImportContext): Promise<boolean> {
  if (entry.state === 'running') return true;
  if (await mustWait(entry, context)) return false;
  const index = await prepareIndex(entry, context);
  const started_at = entry.started_at ?? new Date().toISOString();
  const begun = { state: 'running', owner, index, started_at } as const;
  if (!(await context.log.change(entry.id, ['waiting'], begun))) return true;
  // Two imports may have started at the same time. The log shows both by now: the one that must wait goes back.
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

/** The index to write to: the live one, or a new one for a replacement. */
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

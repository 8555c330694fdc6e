import type { ImportContext } from '../context.ts';
import { readRoles, revokeWrites } from '../index/index-roles.ts';
import { deleteIndices, liveIndex } from '../index/live-index.ts';
import { publishWrites, refreshAndPublish } from '../index/publish-version.ts';
import { removeSpool } from '../source/spool.ts';
import { type ImportEntry, isUnfinished, unfinishedStates } from '../store/import-log.ts';
import { removeFiles } from './publish.ts';

/**
 * Ends an import as failed and cleans up after it.
 * @param owner the worker that fails it; nothing happens when another worker has taken the import over
 */
export async function failImport(
  id: number,
  reason: string,
  context: ImportContext,
  owner?: string,
): Promise<void> {
  const finished_at = new Date().toISOString();
  const failed = { state: 'failed', reason, finished_at } as const;
  const changed = await context.log.change(id, unfinishedStates, failed, owner);
  const entry = (await context.log.find(id))!;
  if (changed) context.metrics.importEnded(entry);
  if (!isUnfinished(entry)) await abandonImport(entry, context);
}

/**
 * Cleans up after an import that did not complete. The index of a replacement is deleted; what an upsert or a deletion
 * wrote already stays and is published as a new version of the data. Idempotent.
 */
export async function abandonImport(entry: ImportEntry, context: ImportContext): Promise<void> {
  if (entry.state === 'completed') return;
  if (entry.index) {
    await revokeWrites(entry, context);
    if (entry.mode === 'replace') await deleteUnpublished(entry.index, context);
    else await showWhatStays(entry, context);
  }
  if (entry.state === 'cancelled') await removeFiles(entry, context.config);
  // A failed import may be retried: its file stays, the decompressed copy is rebuilt.
  else await removeSpool(context.config.IMPORT_ROOT, context.config.INDEX_ALIAS, entry);
}

async function showWhatStays(entry: ImportEntry, context: ImportContext): Promise<void> {
  if ((await liveIndex(context.elasticsearch, context.config.INDEX_ALIAS)) !== entry.index) return;
  await refreshAndPublish(entry.index!, context);
  await publishWrites(entry, 0, context);
}

/** Deletes the index of a replacement, unless it was live at any time. */
export async function deleteUnpublished(
  index: string,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  const indices = await readRoles(elasticsearch, config.INDEX_ALIAS);
  const own = indices.find((other) => other.index === index);
  if (!own || own.place !== undefined || own.role === 'live') return;
  const live = indices.find(({ role }) => role === 'live')?.index;
  if (live) await deleteIndices(elasticsearch, config.INDEX_ALIAS, live, [index]);
  else await elasticsearch.indices.delete({ index, ignore_unavailable: true });
}

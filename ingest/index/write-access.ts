import type { ImportContext } from '../context.ts';
import { StaleWriter } from '../errors.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { readRoles, writeAlias } from './index-roles.ts';
import { changeAliases } from './live-index.ts';

/*
 * All that an import writes to an index of records goes through an alias of its own, which exists from its beginning to
 * its end. What a stopped worker still sends afterwards, be it hours later, meets no alias and is refused by
 * Elasticsearch itself.
 */

/**
 * Lets an import write to its index. One that runs alone ends the access of all others: none of them is unfinished.
 */
export async function grantWrites(
  entry: ImportEntry,
  { elasticsearch, config }: ImportContext,
): Promise<void> {
  const index = entry.index!;
  const alias = writeAlias(config.INDEX_ALIAS, entry);
  const mayStay = (name: string) => name === alias || entry.mode === 'upsert';
  const own = (await readRoles(elasticsearch, config.INDEX_ALIAS)).find((other) => other.index === index);
  const others = own?.writers.filter((name) => !mayStay(name)) ?? [];
  if (own?.writers.includes(alias) && others.length === 0) return;
  await elasticsearch.indices.updateAliases({
    actions: [
      ...others.map((other) => ({ remove: { index, alias: other } })),
      { add: { index, alias, is_hidden: true } },
    ],
  });
}

/** Whether an import may still write: it has begun, and no worker has ended it. */
export async function mayWrite(
  entry: ImportEntry,
  { elasticsearch, config }: ImportContext,
): Promise<boolean> {
  return elasticsearch.indices.existsAlias({
    index: entry.index!,
    name: writeAlias(config.INDEX_ALIAS, entry),
    ignore_unavailable: true,
  });
}

/** Ends the access of an import. It may have been ended already. */
export async function revokeWrites(
  entry: ImportEntry,
  { elasticsearch, config }: ImportContext,
): Promise<void> {
  try {
    const alias = writeAlias(config.INDEX_ALIAS, entry);
    await changeAliases(elasticsearch, [{ remove: { index: entry.index!, alias, must_exist: true } }]);
  } catch (error) {
    if (!(error instanceof StaleWriter)) throw error;
  }
}

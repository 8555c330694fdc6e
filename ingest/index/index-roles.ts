import type { Client, estypes } from '@elastic/elasticsearch';
import { recordsPattern } from '../../mappings/records-index.ts';
import type { ImportContext } from '../context.ts';
import { StaleWriter } from '../errors.ts';
import { errorType, isNotFound } from '../store/elasticsearch.ts';
import type { ImportEntry } from '../store/import-entry.ts';

/*
 * Aliases store the roles of the indices of records. Elasticsearch changes any number of aliases atomically, and only if
 * every alias with `must_exist` exists. So a process that changes the visible data proves in the same step that no other
 * process has.
 *
 *   <alias>                        the live index, which readers see
 *   <alias>-live-<n>               the live index or an earlier one: the nth since the first. Where a rollback left an index
 *                                  with the same n or a higher one, the next replacement deletes it
 *   <alias>-write-<import>-<claim> an index to which the worker that last claimed an import may write
 */

/** `live`; `kept` for a rollback; `building` by its import; or `abandoned`: never live, and without an import. */
export type Role = 'live' | 'kept' | 'building' | 'abandoned';

/** The aliases of an index of records. */
export interface RecordedIndex {
  index: string;
  role: Role;
  /** Its place among the indices that have been live; higher is later. Undefined if it never was. */
  place?: number;
  /** Write aliases of imports. */
  writers: string[];
}

/** The alias through which the worker that last claimed an import writes. */
export const writeAlias = (indexAlias: string, { id, claim }: { id: number; claim: number }) =>
  `${indexAlias}-write-${id}-${claim}`;

/** The alias of the index that is or was live at a place. */
export const liveAlias = (indexAlias: string, place: number) => `${indexAlias}-live-${place}`;

/** The import and claim that a write alias belongs to. */
export function writerOf(indexAlias: string, alias: string): { id: number; claim: number } {
  const [id, claim] = alias.slice(`${indexAlias}-write-`.length).split('-').map(Number);
  return { id: id!, claim: claim! };
}

/** Every index of records with its role. */
export async function readRoles(elasticsearch: Client, indexAlias: string): Promise<RecordedIndex[]> {
  const found = await elasticsearch.indices.getAlias({
    index: recordsPattern(indexAlias),
    expand_wildcards: 'all',
  });
  return Object.entries(found).map(([index, { aliases }]) => {
    const names = Object.keys(aliases);
    const place = names.find((name) => name.startsWith(`${indexAlias}-live-`));
    const writers = names.filter((name) => name.startsWith(`${indexAlias}-write-`));
    const neverLive = writers.length > 0 ? 'building' : 'abandoned';
    const role = names.includes(indexAlias) ? 'live' : place ? 'kept' : neverLive;
    return {
      index,
      role,
      writers,
      ...(place && { place: Number(place.slice(`${indexAlias}-live-`.length)) }),
    };
  });
}

type Action = estypes.IndicesUpdateAliasesAction;

/**
 * Moves the live alias if it still points to `from`; from an index to itself it only proves that. Elasticsearch refuses a second
 * write index, so two workers cannot both make an index live.
 */
export const moveLive = (indexAlias: string, from: string | undefined, to: string): Action[] => [
  ...(from ? [{ remove: { index: from, alias: indexAlias, must_exist: true } }] : []),
  { add: { index: to, alias: indexAlias, is_write_index: true } },
];

/** Records that an index goes live for the first time: after the live one, or without one after all others. */
export function recordLive(indexAlias: string, index: string, indices: readonly RecordedIndex[]): Action {
  const live = indices.find(({ role }) => role === 'live');
  const before = live?.place ?? Math.max(0, ...indices.map(({ place = 0 }) => place));
  return { add: { index, alias: liveAlias(indexAlias, before + 1), is_hidden: true } };
}

/**
 * Changes aliases atomically.
 * @throws StaleWriter when a required alias no longer exists
 */
export async function changeAliases(
  elasticsearch: Client,
  actions: estypes.IndicesUpdateAliasesAction[],
): Promise<void> {
  try {
    await elasticsearch.indices.updateAliases({ actions });
  } catch (error) {
    throw isNotFound(error) || errorType(error) === 'illegal_state_exception' ? new StaleWriter() : error;
  }
}

/*
 * A worker writes through an alias of its claim, which exists only until another worker claims the import, or the import
 * ends. Elasticsearch refuses later writes of a stalled worker.
 */

/** Gives a claim of an import write access to its index, and revokes all earlier access: imports run one at a time. */
export async function grantWrites(
  entry: Pick<ImportEntry, 'id' | 'claim' | 'index'>,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  const index = entry.index!;
  const revoked = { remove: { index, alias: `${config.INDEX_ALIAS}-write-*`, must_exist: false } };
  const granted = { add: { index, alias: writeAlias(config.INDEX_ALIAS, entry), is_hidden: true } };
  await elasticsearch.indices.updateAliases({ actions: [revoked, granted] });
}

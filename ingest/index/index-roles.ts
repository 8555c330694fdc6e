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
 *   <alias>-live-<n>               the live index or an earlier one; a higher n is later
 *   <alias>-aside-<n>              an index that a rollback set aside
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
  /** Whether a rollback set it aside. */
  isAside: boolean;
  /** Write aliases of imports. */
  writers: string[];
}

/** The alias of the nth index that went live. */
const placeAlias = (indexAlias: string, place: number) => `${indexAlias}-live-${place}`;
const asideAlias = (indexAlias: string, place: number) => `${indexAlias}-aside-${place}`;

/** The alias through which the worker that last claimed an import writes. */
export const writeAlias = (indexAlias: string, { id, claim }: { id: number; claim: number }) =>
  `${indexAlias}-write-${id}-${claim}`;

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
    const placeIn = (prefix: string) => names.find((name) => name.startsWith(prefix))?.slice(prefix.length);
    const line = placeIn(`${indexAlias}-live-`);
    const aside = placeIn(`${indexAlias}-aside-`);
    const writers = names.filter((name) => name.startsWith(`${indexAlias}-write-`));
    const wasLive = line !== undefined || aside !== undefined;
    const role = names.includes(indexAlias)
      ? 'live'
      : wasLive
        ? 'kept'
        : writers.length > 0
          ? 'building'
          : 'abandoned';
    return {
      ...{ index, role, writers, isAside: line === undefined && aside !== undefined },
      ...(wasLive && { place: Number(line ?? aside) }),
    };
  });
}

type Action = estypes.IndicesUpdateAliasesAction;

/** Makes a change of aliases fail unless this index is live. */
export const requireLive = (indexAlias: string, index: string): Action[] => [
  { remove: { index, alias: indexAlias, must_exist: true } },
  addLive(indexAlias, index),
];

// Elasticsearch refuses a second write index, so two workers cannot both make an index live.
const addLive = (indexAlias: string, index: string): Action => ({
  add: { index, alias: indexAlias, is_write_index: true },
});

/** Moves the live alias if it still points to `from`. */
export const moveLive = (indexAlias: string, from: string | undefined, to: string): Action[] =>
  from === to
    ? requireLive(indexAlias, to)
    : [
        ...(from ? [{ remove: { index: from, alias: indexAlias, must_exist: true } }] : []),
        addLive(indexAlias, to),
      ];

/** Records that an index goes live after all others. */
export function recordLive(indexAlias: string, index: string, indices: readonly RecordedIndex[]): Action[] {
  const place = Math.max(0, ...indices.map(({ place = 0 }) => place)) + 1;
  const before = indices.find((other) => other.index === index && other.isAside);
  return [
    ...(before
      ? [{ remove: { index, alias: asideAlias(indexAlias, before.place!), must_exist: true } }]
      : []),
    { add: { index, alias: placeAlias(indexAlias, place), is_hidden: true } },
  ];
}

/** Records that a rollback sets aside all that went live after an index. */
export function recordRollback(
  indexAlias: string,
  place: number,
  indices: readonly RecordedIndex[],
): Action[] {
  return indices
    .filter((other) => !other.isAside && other.place !== undefined && other.place > place)
    .flatMap(({ index, place: later }) => [
      { remove: { index, alias: placeAlias(indexAlias, later!), must_exist: true } },
      { add: { index, alias: asideAlias(indexAlias, later!), is_hidden: true } },
    ]);
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
  const own = (await readRoles(elasticsearch, config.INDEX_ALIAS)).find((other) => other.index === index);
  const revoked = (own?.writers ?? []).map((alias) => ({ remove: { index, alias } }));
  const granted = { add: { index, alias: writeAlias(config.INDEX_ALIAS, entry), is_hidden: true } };
  await elasticsearch.indices.updateAliases({ actions: [...revoked, granted] });
}

/** Revokes the write access of a claim. Idempotent. */
export async function revokeWrites(
  entry: Pick<ImportEntry, 'id' | 'claim' | 'index'>,
  { elasticsearch, config }: Pick<ImportContext, 'elasticsearch' | 'config'>,
): Promise<void> {
  try {
    const alias = writeAlias(config.INDEX_ALIAS, entry);
    await changeAliases(elasticsearch, [{ remove: { index: entry.index!, alias, must_exist: true } }]);
  } catch (error) {
    if (!(error instanceof StaleWriter)) throw error;
  }
}

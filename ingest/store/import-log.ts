import type { Client, estypes } from '@elastic/elasticsearch';
import { builderOf, recordsPattern } from '../../mappings/records-index.ts';
import { ImportFailed, StaleWriter, shortenReason } from '../errors.ts';
import type { Profile } from '../record/profile/profile.ts';
import { ensureOperationsIndex, errorType, findDocument, ItemRefused, readPages } from './elasticsearch.ts';
import {
  type ImportEntry,
  type ImportState,
  type ListedImport,
  type ReadCounts,
  unfinishedStates,
} from './import-entry.ts';

export function isUnfinished({ state }: Pick<ImportEntry, 'state'>): boolean {
  return (unfinishedStates as readonly string[]).includes(state);
}

/** What an operator can do about an import that has not ended. */
export function explainWaitOrCancel({ id, state }: Pick<ImportEntry, 'id' | 'state'>): string {
  const wait = `Wait for its end (gem-auctions imports ${id} --follow)`;
  return state === 'publishing' ? `${wait}.` : `${wait}, or cancel it (gem-auctions cancel ${id}).`;
}

/**
 * Checks that no import runs or waits, before a command changes the live index.
 * @throws ImportFailed naming one that does
 */
export async function requireNoImport(log: ImportLog): Promise<void> {
  // The list may be stale by one refresh, so each import is read again.
  const listed = await log.list(unfinishedStates);
  const entries = await Promise.all(listed.map(({ id }) => log.find(id)));
  const busy = entries.find((entry) => entry && isUnfinished(entry));
  if (busy)
    throw new ImportFailed(
      `Import ${busy.id} is ${busy.state}. ${explainWaitOrCancel(busy)} Then try again.`,
    );
}

/** The profile of an import, if any. */
export function profileOf({ job }: Pick<ImportEntry, 'job'>): Profile | undefined {
  return job.name === 'import-file' ? job.payload.profile : undefined;
}

/** The source of an import's records: its profile, or without one its file. */
export function sourceOf(entry: Pick<ImportEntry, 'job' | 'source'>): string {
  const profile = profileOf(entry);
  return profile ? `profile ${profile.name}` : `file ${entry.source}`;
}

const importsIndex = (indexAlias: string) => `${indexAlias}-imports`;

/** One document per import; fields that are not searched are only in `_source`. */
const mapping = {
  properties: {
    id: { type: 'long' },
    state: { type: 'keyword' },
    mode: { type: 'keyword' },
    job_key: { type: 'keyword' },
    warning: { type: 'keyword' },
  },
} as const;

/** The counts of an import that has read nothing. */
export const noCounts: ReadCounts = {
  read: 0,
  accepted: 0,
  lost: 0,
  samples: 0,
  rejected: 0,
  rejected_by_code: {},
  skipped: 0,
  skipped_by_rule: {},
  flags: {},
  unknown_values: {},
};

type NewEntry = Pick<ImportEntry, 'mode' | 'source' | 'job' | 'job_key' | 'schedule'>;

export type ImportLog = ReturnType<typeof importLog>;

/** Fields by which imports are searched; a change of one is searchable when the call returns. */
const refreshedFields = ['state', 'job_key', 'job_id'] as const satisfies (keyof ImportEntry)[];

/**
 * The import log of one alias.
 * @param report called when a change brings an import into another state
 */
export function importLog(
  elasticsearch: Client,
  indexAlias: string,
  report: (entry: ImportEntry) => void = () => {},
) {
  const index = importsIndex(indexAlias);

  const log = {
    /**
     * Creates a waiting import under the next free number. Elasticsearch gives a number to one of several callers only.
     * @param jobIdOf returns the id of its job, which may contain the number
     */
    async create(entry: NewEntry, jobIdOf: (id: number) => string): Promise<ImportEntry> {
      await ensureOperationsIndex(elasticsearch, index, mapping);
      for (let id = await nextFreeNumber(elasticsearch, indexAlias); ; id++) {
        const document: ImportEntry = {
          id,
          job_id: jobIdOf(id),
          ...entry,
          run: 1,
          claim: 0,
          state: 'waiting',
          created_at: new Date().toISOString(),
          ...noCounts,
          indexed: 0,
          new: 0,
          replaced: 0,
          superseded: 0,
        };
        try {
          await elasticsearch.create({ index, id: String(id), document, refresh: true });
          return document;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },

    /**
     * Creates an import for a key that others may use at the same time. The first entry counts; a second one is cancelled.
     * @returns the first entry, and whether this call created it
     */
    async createOnce(
      entry: NewEntry & { job_key: string },
      jobIdOf: (id: number) => string,
    ): Promise<{ id: number; isOwn: boolean }> {
      const own = await log.create(entry, jobIdOf);
      const { id } = (await log.findFirst({ jobKey: entry.job_key })) ?? own;
      if (id === own.id) return { id, isOwn: true };
      const reason = `Import ${id} imports the same.`;
      await log.change(own.id, ['waiting'], {
        state: 'cancelled',
        reason,
        finished_at: new Date().toISOString(),
      });
      return { id, isOwn: false };
    },

    /** Gets an import, without waiting for a refresh; undefined if it does not exist. */
    async find(id: number): Promise<ImportEntry | undefined> {
      return (await findDocument<ImportEntry>(elasticsearch, { index, id: String(id) }))?._source;
    },

    /** Lists imports, newest first, without their records, profiles and columns. */
    async list(states?: readonly ImportState[]): Promise<ListedImport[]> {
      const listed: ListedImport[] = [];
      const pages = readPages<ListedImport>(elasticsearch, index, {
        size: 1_000,
        query: states ? { terms: { state: [...states] } } : { match_all: {} },
        sort: [{ id: 'desc' }],
        _source: { excludes: ['job.payload.records', 'job.payload.profile', 'reading'] },
      });
      for await (const page of pages) listed.push(...page.map((hit) => hit._source!));
      return listed;
    },

    /** Finds the import with the lowest number that meets every condition. */
    async findFirst(conditions: {
      idBelow?: number;
      idAbove?: number;
      states?: readonly ImportState[];
      modes?: readonly ImportEntry['mode'][];
      jobKey?: string;
      /** Leaves out the imports of no records. */
      hasRecords?: true;
    }): Promise<ListedImport | undefined> {
      const { idBelow, idAbove, states, modes, jobKey, hasRecords } = conditions;
      const { hits } = await elasticsearch.search<ListedImport>({
        index,
        size: 1,
        ignore_unavailable: true,
        sort: [{ id: 'asc' }],
        _source: { excludes: ['job', 'reading'] },
        query: {
          bool: {
            filter: [
              { range: { id: { ...(idBelow && { lt: idBelow }), ...(idAbove && { gt: idAbove }) } } },
              ...(states ? [{ terms: { state: [...states] } }] : []),
              ...(modes ? [{ terms: { mode: [...modes] } }] : []),
              ...(jobKey ? [{ term: { job_key: jobKey } }] : []),
            ],
            must_not: hasRecords ? [{ exists: { field: 'warning' } }] : [],
          },
        },
      });
      return hits.hits[0]?._source;
    },

    /** Finds which of up to 1,000 job keys belong to an import. */
    async knownJobKeys(keys: string[]): Promise<Set<string>> {
      const { aggregations } = await elasticsearch.search<unknown, { keys: { buckets: { key: string }[] } }>({
        ...{ index, size: 0, ignore_unavailable: true, query: { terms: { job_key: keys } } },
        aggs: { keys: { terms: { field: 'job_key', size: keys.length } } },
      });
      return new Set(aggregations?.keys.buckets.map(({ key }) => key));
    },

    /**
     * The source of each of up to 1,000 imports: its profile, or without one its file. Imports that are not in the log are
     * left out.
     */
    async sourcesOf(ids: number[]): Promise<Map<number, string>> {
      if (ids.length === 0) return new Map();
      const { docs } = await elasticsearch.mget<ImportEntry>({
        index,
        ids: [...new Set(ids)].map(String),
        _source: ['id', 'source', 'job.name', 'job.payload.path', 'job.payload.profile.name'],
      });
      const entries = docs.flatMap((doc) => ('_source' in doc && doc._source ? [doc._source] : []));
      return new Map(entries.map((entry) => [entry.id, sourceOf(entry)]));
    },

    /**
     * Gives an import that has not completed to a worker: nothing that an earlier worker does to it counts any more.
     * @returns the import with its new claim; undefined if it has completed
     */
    claim: (id: number): Promise<ImportEntry | undefined> =>
      log.update(id, ({ state, claim }) => (state === 'completed' ? undefined : { claim: claim + 1 })),

    /**
     * Changes an import if its state is one of `from`.
     * @param claim if given, nothing is changed when another worker has claimed the import since
     * @returns the changed import; undefined if nothing was changed, for example after a cancellation
     */
    change: (
      id: number,
      from: readonly ImportState[],
      changes: Partial<ImportEntry>,
      claim?: number,
    ): Promise<ImportEntry | undefined> =>
      log.update(id, (entry) =>
        from.includes(entry.state) && (claim ?? entry.claim) === entry.claim ? changes : undefined,
      ),

    /**
     * Changes an import that this worker has claimed.
     * @throws StaleWriter when it was ended, or another worker has claimed it
     */
    async changeOwn(
      { id, claim }: Pick<ImportEntry, 'id' | 'claim'>,
      from: readonly ImportState[],
      changes: Partial<ImportEntry>,
    ): Promise<ImportEntry> {
      const changed = await log.change(id, from, changes, claim);
      if (!changed) throw new StaleWriter();
      return changed;
    },

    /** Changes an import, again if somebody else changes it at the same time. @param decide the changes; undefined for none */
    async update(
      id: number,
      decide: (entry: ImportEntry) => Partial<ImportEntry> | undefined,
    ): Promise<ImportEntry | undefined> {
      for (;;) {
        const found = await elasticsearch.get<ImportEntry>({ index, id: String(id) });
        const changes = decide(found._source!);
        if (!changes) return undefined;
        const document = { ...found._source!, ...changes };
        if (document.reason) document.reason = shortenReason(document.reason);
        try {
          await elasticsearch.index({
            index,
            id: String(id),
            document,
            if_seq_no: found._seq_no!,
            if_primary_term: found._primary_term!,
            refresh: refreshedFields.some((field) => field in changes),
          });
          if (changes.state) report(document);
          return document;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },
  };
  return log;
}

/**
 * The number after all numbers in use: in the import log and, in case the log was lost or restored from a backup, in live
 * records and in names of indices. It depends neither on Redis nor on a clock.
 */
async function nextFreeNumber(elasticsearch: Client, indexAlias: string): Promise<number> {
  const highest = (index: string, field: string) => [
    { index, ignore_unavailable: true, allow_partial_search_results: false },
    { size: 0, aggs: { highest: { max: { field } } } },
  ];
  const [indices, { responses }] = await Promise.all([
    elasticsearch.indices.getAlias({ index: recordsPattern(indexAlias), expand_wildcards: 'all' }),
    elasticsearch.msearch({
      searches: [...highest(importsIndex(indexAlias), 'id'), ...highest(indexAlias, 'import')],
    }),
  ]);
  const numbers = responses.map((response) => {
    if ('error' in response) {
      throw new ItemRefused(`The numbers of imports cannot be read: ${response.error.reason}`, response);
    }
    const { highest } = response.aggregations ?? {};
    return (highest as estypes.AggregationsMaxAggregate | undefined)?.value ?? 0;
  });
  return Math.max(...numbers, ...Object.keys(indices).map((index) => builderOf(indexAlias, index))) + 1;
}

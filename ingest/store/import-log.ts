import type { Client, estypes } from '@elastic/elasticsearch';
import { builderOf, recordsPattern } from '../../mappings/records-index.ts';
import { shortenReason } from '../errors.ts';
import type { Profile } from '../record/profile/profile.ts';
import { ensureOperationsIndex, errorType, findDocument, ItemRefused, readPages } from './elasticsearch.ts';
import { type ImportEntry, type ImportState, type ListedImport, unfinishedStates } from './import-entry.ts';

export function isUnfinished({ state }: Pick<ImportEntry, 'state'>): boolean {
  return (unfinishedStates as readonly string[]).includes(state);
}

/** The profile that an import brings, if any. */
export function profileOf({ job }: Pick<ImportEntry, 'job'>): Profile | undefined {
  return job.name === 'import-file' ? job.payload.profile : undefined;
}

/** What records come from: two imports of one profile, or without profiles of one file, are of one source. */
function sourceOf(entry: Pick<ImportEntry, 'job' | 'source'>): string {
  const profile = profileOf(entry);
  return profile ? `profile ${profile.name}` : `file ${entry.source}`;
}

export const importsIndex = (indexAlias: string) => `${indexAlias}-imports`;

/** One document per import; fields that are not searched are only in `_source`. */
const mapping = {
  properties: {
    id: { type: 'long' },
    state: { type: 'keyword' },
    mode: { type: 'keyword' },
    sample: { type: 'boolean' },
    job_key: { type: 'keyword' },
  },
} as const;

/** The number of a removed entry is not free again. */
const settings = { gc_deletes: '7d' };

const emptyCounts = {
  read: 0,
  indexed: 0,
  superseded: 0,
  rejected: 0,
  rejected_by_code: {},
  unknown_values: {},
};

/**
 * The version with which an entry is created, and removed before anybody has begun it. The version of a removed entry stays
 * known (`gc_deletes`), so that its number is not free again: a lower number that is created later would count as the
 * first of its key.
 */
const firstVersion = { version: 1, version_type: 'external' } as const;
const removedVersion = { version: 2, version_type: 'external' } as const;

type NewEntry = Pick<ImportEntry, 'mode' | 'source' | 'sample' | 'job' | 'job_key' | 'schedule'>;

export type ImportLog = ReturnType<typeof importLog>;

/** Fields by which imports are searched, or compared with the queue: a change of one is searchable when the call returns. */
const foundAtOnce = ['state', 'job_key', 'job_id'] as const satisfies (keyof ImportEntry)[];

/** The import log of one alias. */
export function importLog(elasticsearch: Client, indexAlias: string) {
  const index = importsIndex(indexAlias);

  const log = {
    /**
     * Creates an import as waiting, under the next number that is free: of two who want it, Elasticsearch lets one have it.
     * @param jobIdOf the id of its job, which may have the number in it
     */
    async create(entry: NewEntry, jobIdOf: (id: number) => string): Promise<ImportEntry> {
      await ensureOperationsIndex(elasticsearch, index, mapping, settings);
      for (let id = await nextFreeNumber(elasticsearch, indexAlias); ; id++) {
        const document: ImportEntry = {
          id,
          job_id: jobIdOf(id),
          ...entry,
          run: 1,
          state: 'waiting',
          created_at: new Date().toISOString(),
          ...emptyCounts,
        };
        try {
          await elasticsearch.index({ index, id: String(id), document, ...firstVersion, refresh: true });
          return document;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },

    /**
     * Creates an import for a key that others may use at the same time: the first entry counts, and another is removed.
     * @returns the first entry, and whether this call created it
     */
    async createOnce(
      entry: NewEntry & { job_key: string },
      jobIdOf: (id: number) => string,
    ): Promise<{ id: number; isOwn: boolean }> {
      const own = await log.create(entry, jobIdOf);
      const { id } = (await log.findFirst({ jobKey: entry.job_key })) ?? own;
      if (id === own.id) return { id, isOwn: true };
      // One that is removed already, or that a worker has queued since, because it found no job: that one is imported too.
      await elasticsearch.delete(
        { index, id: String(own.id), ...removedVersion, refresh: true },
        { ignore: [404, 409] },
      );
      return { id, isOwn: false };
    },

    /** The import, read past any refresh, or undefined. */
    async find(id: number): Promise<ImportEntry | undefined> {
      return (await findDocument<ImportEntry>(elasticsearch, { index, id: String(id) }))?._source;
    },

    /** Imports, newest first, without the records and lists that only a look at one of them needs. */
    async list(states?: readonly ImportState[]): Promise<ListedImport[]> {
      const listed: ListedImport[] = [];
      const pages = readPages<ListedImport>(elasticsearch, index, {
        size: 1_000,
        query: states ? { terms: { state: [...states] } } : { match_all: {} },
        sort: [{ id: 'desc' }],
        _source: { excludes: ['job.payload.records', 'job.payload.profile', 'plan'] },
      });
      for await (const page of pages) listed.push(...page.map((hit) => hit._source!));
      return listed;
    },

    /** The first import, by number, that meets every condition, or undefined. */
    async findFirst(conditions: {
      idBelow?: number;
      idAbove?: number;
      states?: readonly ImportState[];
      modes?: readonly ImportEntry['mode'][];
      jobKey?: string;
    }): Promise<ListedImport | undefined> {
      const { idBelow, idAbove, states, modes, jobKey } = conditions;
      const { hits } = await elasticsearch.search<ListedImport>({
        index,
        size: 1,
        ignore_unavailable: true,
        sort: [{ id: 'asc' }],
        _source: { excludes: ['job', 'plan'] },
        query: {
          bool: {
            filter: [
              { range: { id: { ...(idBelow && { lt: idBelow }), ...(idAbove && { gt: idAbove }) } } },
              ...(states ? [{ terms: { state: [...states] } }] : []),
              ...(modes ? [{ terms: { mode: [...modes] } }] : []),
              ...(jobKey ? [{ term: { job_key: jobKey } }] : []),
            ],
          },
        },
      });
      return hits.hits[0]?._source;
    },

    /** Those of up to 1,000 keys of jobs that imports have. */
    async knownJobKeys(keys: string[]): Promise<Set<string>> {
      const { aggregations } = await elasticsearch.search<unknown, { keys: { buckets: { key: string }[] } }>({
        ...{ index, size: 0, ignore_unavailable: true, query: { terms: { job_key: keys } } },
        aggs: { keys: { terms: { field: 'job_key', size: keys.length } } },
      });
      return new Set(aggregations?.keys.buckets.map(({ key }) => key));
    },

    /**
     * The source of each of up to 1,000 imports: the profile that describes its files or, without one, the name of its file.
     * Imports that are not in the log are left out.
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

    /** Numbers of the imports that brought sample data. */
    async sampleImports(): Promise<number[]> {
      const { hits } = await elasticsearch.search<ListedImport>({
        index,
        size: 10_000,
        _source: ['id'],
        query: { term: { sample: true } },
      });
      return hits.hits.map((hit) => hit._source!.id);
    },

    /**
     * Changes an import whose state is one of `from`, and nothing otherwise.
     * @param owner who changes it, where that matters: nothing is changed when another worker owns it
     * @returns the import as changed; undefined means that somebody else decided first (a cancellation, say).
     */
    async change(
      id: number,
      from: readonly ImportState[],
      changes: Partial<ImportEntry>,
      owner?: string,
    ): Promise<ImportEntry | undefined> {
      for (;;) {
        const { _source, _seq_no, _primary_term } = await elasticsearch.get<ImportEntry>({
          index,
          id: String(id),
        });
        if (!from.includes(_source!.state)) return undefined;
        if (owner && _source!.owner && _source!.owner !== owner) return undefined;
        const document = {
          ..._source!,
          ...changes,
          ...(changes.reason && { reason: shortenReason(changes.reason) }),
        };
        try {
          await elasticsearch.index({
            index,
            id: String(id),
            document,
            if_seq_no: _seq_no!,
            if_primary_term: _primary_term!,
            refresh: foundAtOnce.some((field) => field in changes),
          });
          return document;
        } catch (error) {
          if (errorType(error) !== 'version_conflict_engine_exception') throw error;
        }
      }
    },
  };
  return log;
}

/** Numbers of imports are below this, so that `documentVersion` stays within 2^53. */
const numbersEnd = 2 ** 32;

/**
 * The number after every number in use: those in the import log, and, in case the log was restored from a backup or
 * lost, those that live records carry and indices are named for. Neither Redis nor any clock has a say.
 */
async function nextFreeNumber(elasticsearch: Client, indexAlias: string): Promise<number> {
  const highest = (index: string, field: string) => [
    { index, ignore_unavailable: true, allow_partial_search_results: false },
    {
      size: 0,
      query: { range: { [field]: { lt: numbersEnd } } },
      aggs: { highest: { max: { field } } },
    },
  ];
  const [indices, { responses }] = await Promise.all([
    elasticsearch.indices.getAlias({ index: recordsPattern(indexAlias), expand_wildcards: 'all' }),
    elasticsearch.msearch({
      searches: [...highest(importsIndex(indexAlias), 'id'), ...highest(indexAlias, 'import')],
    }),
  ]);
  const numbers = responses.map((response) => {
    if ('error' in response) {
      throw new ItemRefused(`Numbers of imports cannot be read: ${response.error.reason}`, response);
    }
    const { highest } = response.aggregations ?? {};
    return (highest as estypes.AggregationsMaxAggregate | undefined)?.value ?? 0;
  });
  return Math.max(...numbers, ...Object.keys(indices).map((index) => builderOf(indexAlias, index))) + 1;
}

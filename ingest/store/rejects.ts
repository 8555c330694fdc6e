import type { Client, estypes } from '@elastic/elasticsearch';
import type { Rejection } from '../record/rejection.ts';
import { bulkWrite, ensureOperationsIndex, readPages } from './elasticsearch.ts';

/** A rejected record, with its first physical line and its text in the file. */
export interface Reject extends Rejection {
  line: number;
  raw: string;
}

/** Identifies a batch of a run of an import. */
interface BatchKey {
  import: number;
  run: number;
  batch: number;
}

const rejectsIndex = (indexAlias: string) => `${indexAlias}-rejects`;

/** One document per rejected record. Its id is its position in the import, so that a repeated batch adds none. */
const rejectsMapping = {
  dynamic: 'strict',
  properties: {
    import: { type: 'long' },
    run: { type: 'integer' },
    batch: { type: 'integer' },
    position: { type: 'integer' },
    line: { type: 'long' },
    field: { type: 'keyword' },
    code: { type: 'keyword' },
    message: { type: 'keyword', index: false, doc_values: false },
    raw: { type: 'keyword', index: false, doc_values: false },
  },
} as const;

export type RejectStore = ReturnType<typeof rejectStore>;

/** The rejects of all imports behind one alias. */
export function rejectStore(elasticsearch: Client, indexAlias: string) {
  const index = rejectsIndex(indexAlias);

  return {
    prepare: () => ensureOperationsIndex(elasticsearch, index, rejectsMapping),

    /**
     * Stores the rejects of one batch, in the order of the file. A repeated batch overwrites its own rejects.
     * @throws ItemRefused when Elasticsearch refused one of them
     */
    async keep({ import: number, run, batch }: BatchKey, rejects: readonly Reject[]): Promise<void> {
      if (rejects.length === 0) return;
      const operations = rejects.flatMap((reject, position) => [
        { index: { _id: `${number}-${run}-${batch}-${position}` } },
        { import: number, run, batch, position, ...reject },
      ]);
      await bulkWrite(elasticsearch, { index, operations }, 'reject');
    },

    /** Counts the rejects of a run of an import. */
    async count(importNumber: number, run: number): Promise<number> {
      await elasticsearch.indices.refresh({ index });
      return (await elasticsearch.count({ index, query: ofRun(importNumber, run) })).count;
    },

    /** Reads the rejects of a run in the order of the file, a page at a time. */
    async *read(importNumber: number, run: number): AsyncGenerator<Reject> {
      await elasticsearch.indices.refresh({ index, ignore_unavailable: true });
      const query = ofRun(importNumber, run);
      const pages = readPages<Reject>(elasticsearch, index, {
        ...{ query, size: 1_000, sort: [{ batch: 'asc' }, { position: 'asc' }] },
      });
      for await (const page of pages) for (const hit of page) yield hit._source!;
    },
  };
}

function ofRun(importNumber: number, run: number): estypes.QueryDslQueryContainer {
  return { bool: { filter: [{ term: { import: importNumber } }, { term: { run } }] } };
}

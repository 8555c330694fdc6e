import type { Client, estypes } from '@elastic/elasticsearch';
import { rejectsIndex, rejectsIndexBody } from '../mappings/operations-indices.ts';
import { ensureBook } from './ensure-index.ts';
import type { BatchJobData } from './queue.ts';

/** Why a record was not indexed, in words for a program. */
export const rejectCodes = {
  required: 'a required field is missing or empty',
  wrong_type: 'the value is not of the type of its field',
  out_of_range: 'the number or date lies outside the allowed range',
  too_long: 'the text is longer than its field allows',
  bad_date: "the date is not a calendar day written as YYYY-MM-DD, or not in the profile's formats",
  not_allowed: 'the value is not one of those that the field allows',
  unknown_field: 'the record has a field that does not exist',
  column_count: 'the line has more or fewer cells than the header',
  csv_syntax: 'the quotes of the line do not match',
  json_syntax: 'the line is not a JSON object',
  bad_encoding: "the line has bytes that are not in the file's encoding, or half of a character",
  record_too_long: 'the record is longer than 1 MiB',
  no_gem: 'the title names no gem',
  bad_price: 'the price is not an amount as the profile says it is written',
  no_rate: 'there is no exchange rate for the currency at the date of the sale',
  id_collision: 'another key already has the id that was derived for this one',
  refused: 'Elasticsearch refused the document',
} as const;

export type RejectCode = keyof typeof rejectCodes;

/** What is wrong with a record: the first bad field in the record's order, or null where no field is to blame. */
export interface Rejection {
  field: string | null;
  code: RejectCode;
  message: string;
}

/** A rejected record, with the physical line on which it starts and its text as it stands in the file. */
export interface Reject extends Rejection {
  line: number;
  raw: string;
}

/** Which batch of which run of an import. */
export type BatchKey = Pick<BatchJobData, 'import' | 'run' | 'batch'>;

export type RejectStore = ReturnType<typeof rejectStore>;

/** The rejects of all imports behind one alias. */
export function rejectStore(elasticsearch: Client, indexAlias: string) {
  const index = rejectsIndex(indexAlias);

  return {
    prepare: () => ensureBook(elasticsearch, index, rejectsIndexBody),

    /**
     * Keeps the rejects of one batch, in the order of the file. The same batch again overwrites its own.
     * @throws when Elasticsearch did not take every one of them.
     */
    async keep({ import: number, run, batch }: BatchKey, rejects: readonly Reject[]): Promise<void> {
      if (rejects.length === 0) return;
      const operations = rejects.flatMap((reject, position) => [
        { index: { _id: `${number}-${run}-${batch}-${position}` } },
        { import: number, run, batch, position, ...reject },
      ]);
      const { errors, items } = await elasticsearch.bulk({ index, operations });
      if (errors) {
        const failed = items.find((item) => item.index?.error)?.index;
        // With status and type, by which a full disk or an overloaded engine is waited for.
        const reason = `A reject could not be kept: ${failed?.error?.reason}`;
        throw Object.assign(new Error(reason), { status: failed?.status, type: failed?.error?.type });
      }
    },

    /** How many rejects a run of an import has. */
    async count(importNumber: number, run: number): Promise<number> {
      await elasticsearch.indices.refresh({ index });
      return (await elasticsearch.count({ index, query: ofRun(importNumber, run) })).count;
    },

    /** The rejects of a run in the order of the file, read in pages, so that any number of them can be written out. */
    async *read(importNumber: number, run: number): AsyncGenerator<Reject> {
      if (!(await elasticsearch.indices.exists({ index }))) return;
      await elasticsearch.indices.refresh({ index });
      const pit = (await elasticsearch.openPointInTime({ index, keep_alive: '5m' })).id;
      try {
        let after: unknown[] | undefined;
        do {
          const { hits } = await elasticsearch.search<Reject>({
            pit: { id: pit, keep_alive: '5m' },
            size: 1_000,
            query: ofRun(importNumber, run),
            sort: [{ batch: 'asc' }, { position: 'asc' }],
            ...(after ? { search_after: after as number[] } : {}),
          });
          for (const hit of hits.hits) yield hit._source!;
          after = hits.hits.at(-1)?.sort;
        } while (after);
      } finally {
        await elasticsearch.closePointInTime({ id: pit });
      }
    },
  };
}

function ofRun(importNumber: number, run: number): estypes.QueryDslQueryContainer {
  return { bool: { filter: [{ term: { import: importNumber } }, { term: { run } }] } };
}

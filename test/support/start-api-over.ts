import type { AuctionRecord } from '../../mappings/record.ts';
import { type Body, get } from './get.ts';
import { meetsFilters } from './naive-filter.ts';
import { startApi } from './start-api.ts';
import { createTestIndex } from './test-index.ts';

/** Why statistics exclude a lot, unless a request asks for it; undefined for those that count. */
function leftOutAs(record: AuctionRecord, filters: Record<string, string>) {
  const isOtherObject = ['watch', 'box', 'other'].includes(record.object_type ?? '');
  if (isOtherObject && !('object_type' in filters)) return 'objects';
  const isAsked = filters.selection === 'all' || filters.flags?.split(',').includes('HAND_PICKED');
  return record.flags.includes('HAND_PICKED') && !isAsked ? 'hand_picked' : undefined;
}

/** The records that meet filters and are no listings. */
const auctioned = (records: readonly AuctionRecord[], filters: Record<string, string>) =>
  records.filter(
    (record) => meetsFilters(record, filters) && ('status' in filters || record.sale_status !== 'listing'),
  );

/** The records that meet filters and count in statistics, by a plain scan. */
const countedIn = (records: readonly AuctionRecord[], filters: Record<string, string>) =>
  auctioned(records, filters).filter((record) => leftOutAs(record, filters) === undefined);

/** An API over known records, with the plain scans that its responses are compared with. */
export const askable = (urlOf: () => string, records: readonly AuctionRecord[]) => ({
  records,
  get url() {
    return urlOf();
  },

  /** The body of a successful response. */
  async ask(path: string, query: string | Record<string, string> = ''): Promise<Body> {
    const { status, body } = await get(urlOf(), `/api/v1/${path}`, query);
    if (status !== 200)
      throw new Error(`${path}?${JSON.stringify(query)} → ${status} ${JSON.stringify(body)}`);
    return body;
  },

  /** The records that meet filters. */
  found: (filters: Record<string, string>) => records.filter((record) => meetsFilters(record, filters)),

  /** The records that meet filters and count in statistics. */
  meeting: (filters: Record<string, string>) => countedIn(records, filters),

  /** The records that meet filters and count in rankings, which include hand-picked lots. */
  ranked: (filters: Record<string, string>) => countedIn(records, { selection: 'all', ...filters }),

  /** The records that statistics exclude, for one reason. */
  leftOut: (filters: Record<string, string>, reason: 'objects' | 'hand_picked') =>
    auctioned(records, filters).filter((record) => leftOutAs(record, filters) === reason),
});

export type ApiOverRecords = Awaited<ReturnType<typeof startApiOver>>;

/**
 * The API over an index of these records, for one test file.
 * @param settings additional settings of the index
 */
export async function startApiOver(records: readonly AuctionRecord[], settings: object = {}) {
  const index = await createTestIndex(records, settings);
  const api = await startApi({ INDEX_ALIAS: index.alias });
  return {
    ...askable(() => api.url, records),
    url: api.url,
    index,
    async close() {
      await api.close();
      await index.remove();
    },
  };
}

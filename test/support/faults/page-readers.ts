import { setTimeout as pause } from 'node:timers/promises';
import { get } from '../get.ts';

/** Pause between two requests of one reader. */
const paceMs = 20;

/** Pages of growing lists, each with its total and a facet. */
const lists = ['', 'q=new', 'gem_name=ruby', 'q=new&sort=id'];

/**
 * Readers of one API that page through lists until they are stopped. Each request uses a new `limit`, so that no response
 * comes from the cache.
 */
export function startPageReaders(url: string) {
  const wrong: string[] = [];
  let seen = 0;
  let asked = 0;
  let isReading = true;
  const read = async (list: string) => {
    while (isReading) {
      const limit = 2 + (++asked % 98);
      const page = 1 + (asked % 3);
      const query = `${list}&limit=${limit}&page=${page}&facets=gem_type`;
      const { status, body } = await get(url, '/api/v1/auctions', query);
      if (status === 200) {
        seen++;
        const total = body.pagination.total_records;
        const { missing, values } = body.meta.facets.gem_type;
        const counted = values.reduce((sum: number, { lots }: { lots: number }) => sum + lots, missing);
        const due = Math.min(limit, Math.max(0, total - (page - 1) * limit));
        if (body.data.length !== due || counted !== total) {
          wrong.push(
            `${query}: ${body.data.length} records, ${counted} in the facet, total_records ${total}`,
          );
        }
      } else if (status !== 503) wrong.push(`${query}: ${status} ${JSON.stringify(body)}`);
      await pause(paceMs);
    }
  };
  const reading = Promise.all(lists.map(read));
  return {
    /** Number of lists read so far. */
    seen: () => seen,
    /** Stops the readers; resolves with all inconsistent responses. */
    async stop(): Promise<string[]> {
      isReading = false;
      await reading;
      return wrong;
    },
  };
}

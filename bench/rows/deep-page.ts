import type { Server } from '../../local/server.ts';
import { spreadOf } from '../compare.ts';
import { load, quantile } from '../load.ts';
import type { Row } from '../row.ts';
import { coldSettings, withApi } from '../start-service.ts';

const limit = 20;
const pageOf = (page: number) => [
  { method: 'GET' as const, path: `/api/v1/auctions?page=${page}&limit=${limit}` },
];

/** Number of repeated requests of a page. */
const again = 100;

/**
 * The last page that a million records have, and the one in their middle, which is farthest from both ends; each the
 * first time by an API that has just started, and again by the same one, without its cache.
 */
export const deepPage: Row = {
  name: 'deep-page',
  what: 'page 50,000 of limit 20, and page 25,000',
  async measure(bed, { rounds }) {
    const last = Math.ceil(bed.records / limit);
    const found = { last: [] as number[], middle: [] as number[], again: [] as number[] };
    for (let i = 0; i < rounds; i++) {
      await withApi(bed, coldSettings, async (api) => {
        found.last.push((await medianMs(api, last, 1)) / 1000);
        const first = await medianMs(api, 1, again);
        found.again.push((await medianMs(api, last, again)) / first);
      });
      await withApi(bed, coldSettings, async (api) => {
        found.middle.push((await medianMs(api, Math.ceil(last / 2), 1)) / 1000);
      });
    }
    return {
      figures: [
        { unit: 's the first time', value: spreadOf(found.last), atMost: 3 },
        { unit: 's the first time, middle', value: spreadOf(found.middle), atMost: 3 },
        { unit: '× page 1 again', value: spreadOf(found.again) },
      ],
    };
  },
};

async function medianMs(api: Server, page: number, times: number): Promise<number> {
  const questions = Array.from({ length: times }, () => pageOf(page));
  const { latencies } = await load([api.url], questions, { connections: 1 });
  return quantile(latencies, 0.5);
}

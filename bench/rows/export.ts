import { newestFirst, toSort } from '../../api/search/record-order.ts';
import type { Server } from '../../local/server.ts';
import { forgetPeak, peakMb, spreadOf } from '../compare.ts';
import type { Row } from '../row.ts';
import { coldSettings, withApi } from '../start-service.ts';
import type { Testbed } from '../testbed.ts';

/** The export of everything against reading everything out of Elasticsearch, by the steps of the export. */
export const exportAll: Row = {
  name: 'export',
  what: 'export of all as NDJSON',
  measure: (bed, { longRounds }) =>
    withApi(bed, coldSettings, async (api) => {
      const found = { ratio: [] as number[], perSecond: [] as number[] };
      await exportOnce(bed, api);
      await scanOnce(bed);
      forgetPeak(api.pid);
      for (let i = 0; i < longRounds; i++) {
        const exported = await exportOnce(bed, api);
        found.perSecond.push(exported);
        found.ratio.push(exported / (await scanOnce(bed)));
      }
      return {
        figures: [
          { unit: '× bare scan in the order of the list', value: spreadOf(found.ratio), atLeast: 0.7 },
          { unit: 'records/s', value: spreadOf(found.perSecond) },
          { unit: 'MB of the API at most', value: peakMb(api.pid), atMost: 300 },
        ],
      };
    }),
};

async function exportOnce({ records }: Testbed, api: Server): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${api.url}/api/ext/export/auctions?format=ndjson&duplicates=include`, {
    headers: { 'accept-encoding': 'identity' },
  });
  let lines = 0;
  for await (const chunk of answer.body!) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines++;
  }
  if (lines !== records) throw new Error(`The export has ${lines} lines, not ${records}.`);
  return perSecond(records, begun);
}

async function scanOnce({ engineUrls, environment, records }: Testbed): Promise<number> {
  const begun = performance.now();
  const read = await scan(engineUrls[0]!, environment.INDEX_ALIAS!);
  if (read !== records) throw new Error(`The scan read ${read} records, not ${records}.`);
  return perSecond(records, begun);
}

const perSecond = (records: number, begun: number) => records / ((performance.now() - begun) / 1000);

/** Records of one step, as in an export. */
const size = 2_000;

/** Reads all records by a point in time, and looks into no response further than it must; returns their number. */
async function scan(engineUrl: string, index: string): Promise<number> {
  const sort = toSort(newestFirst);
  const opened = await fetch(`${engineUrl}/${index}/_pit?keep_alive=1m`, { method: 'POST' });
  const { id } = (await opened.json()) as { id: string };
  const close = () => send('DELETE', `${engineUrl}/_pit`, { id });
  try {
    let read = 0;
    for (let after: unknown[] | undefined; ; ) {
      const bytes = await send('POST', `${engineUrl}/_search`, {
        ...{ size, sort, track_total_hits: false, pit: { id, keep_alive: '1m' } },
        ...(after && { search_after: after }),
      });
      const hits = countHits(bytes);
      read += hits;
      if (hits < size) return read;
      after = lastSort(bytes);
    }
  } finally {
    await close();
  }
}

async function send(method: string, url: string, body: object): Promise<Buffer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  return Buffer.from(await answer.arrayBuffer());
}

const sortMark = Buffer.from('"sort":[');

function countHits(bytes: Buffer): number {
  let hits = 0;
  for (let at = bytes.indexOf(sortMark); at !== -1; at = bytes.indexOf(sortMark, at + sortMark.length))
    hits++;
  return hits;
}

function lastSort(bytes: Buffer): unknown[] {
  const from = bytes.lastIndexOf(sortMark) + sortMark.length - 1;
  return JSON.parse(bytes.toString('utf8', from, bytes.indexOf(']', from) + 1));
}

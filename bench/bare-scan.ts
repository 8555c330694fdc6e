import { newestFirst, toSort } from '../api/query/list.ts';

/** By date and id with the steps of an export, or in the order of the index's segments with the largest steps. */
export type ScanOrder = 'as the list' | 'as it lies';

const steps = {
  'as the list': { size: 2_000, sort: toSort(newestFirst) },
  'as it lies': { size: 10_000, sort: [{ _shard_doc: 'asc' as const }] },
};

/** Reads all records by a point in time, and looks into no answer further than it must; how many there were. */
export async function scan(engineUrl: string, index: string, order: ScanOrder): Promise<number> {
  const { size, sort } = steps[order];
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

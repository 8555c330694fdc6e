import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApi } from '../../../api/server.ts';
import { readExport, type Walk, walkByCursor, walkPages } from '../../support/list-walks.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

/** Lots with scattered ids. A tenth has no date, and many share a date. */
function lotsCsv(from: number, to: number, title: string): string {
  const lines = ['id,title,gem_type,auction_date'];
  for (let number = from; number < to; number++) {
    const day = number % 10 === 0 ? '' : `${1990 + (number % 30)}-0${1 + (number % 9)}-15`;
    lines.push(`${idOf(number)},${title},Ruby,${day}`);
  }
  return `${lines.join('\n')}\n`;
}

const idOf = (number: number) => 7 * number + 1;
const idsBetween = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => idOf(from + index));
const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

/** Number of data versions that a walk may see. Title suggestions that follow a large import set a version of their own. */
const versionsOf = (walks: Walk[]) => new Set(walks.flatMap(({ versions }) => versions)).size;

/*
 * Reads the whole list by page, by cursor and by export, with and without a replacement meanwhile. Each replacement removes
 * an eighth of the lots and adds as many.
 */

/** More than index.max_result_window, which limits a single search to 10,000. */
const records = 12_000;
const eighth = records / 8;
let ingest: TestIngest;
let api: RunningApi;
let generation = 0;

const from = () => generation * eighth;
const current = () => idsBetween(from(), from() + records);
const replace = async () => {
  generation++;
  const csv = lotsCsv(from(), from() + records, `generation ${generation}`);
  const entry = await ingest.import('lots.csv', csv, { mode: 'replace' });
  expect(entry).toMatchObject({ state: 'completed', indexed: records });
};

beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.csv', lotsCsv(0, records, 'generation 0'));
  // The cache is off, so that every page is searched.
  api = await startApi({ INDEX_ALIAS: ingest.alias, CACHE_MAX_MB: '0' });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

/** Walks repeatedly during a replacement that begins after the third page; returns these walks and one after it. */
async function walksDuringReplacement(walk: typeof walkPages): Promise<Walk[]> {
  let replacing: Promise<void> | undefined;
  let isOver = false;
  const walks: Walk[] = [];
  while (!isOver) {
    const met = await walk(api.url, (page) => {
      if (page === 3) {
        replacing ??= replace().finally(() => {
          isOver = true;
        });
      }
    });
    walks.push(met);
  }
  await replacing;
  // The last of these walks may end together with the replacement and see no new data.
  return [...walks, await walk(api.url)];
}

describe(`a walk over ${records} records`, () => {
  it('a walk by page has no errors while an import replaces the data, and is exact afterwards', async () => {
    const walks = await walksDuringReplacement(walkPages);
    expect(versionsOf(walks)).toBeGreaterThanOrEqual(2);
    expect(sorted((await walkPages(api.url)).ids)).toEqual(current());
  });

  it('a walk by cursor reads each unchanged id exactly once while an import replaces the data', async () => {
    const before = from();
    const walks = await walksDuringReplacement(walkByCursor);
    const staying = idsBetween(before + eighth, before + records);
    for (const { ids } of walks) {
      expect(new Set(ids).size).toBe(ids.length);
      const met = new Set(ids);
      expect(staying.filter((id) => !met.has(id))).toEqual([]);
    }
    expect(versionsOf(walks)).toBeGreaterThanOrEqual(2);
  });

  it('an export has the data from its start while an import replaces the data', async () => {
    const expected = current();
    const { ids, promised } = await readExport(api.url, async (row) => {
      if (row === 1000) await replace();
    });
    expect(promised).toBe(records);
    expect(sorted(ids)).toEqual(expected);
    expect(sorted((await readExport(api.url)).ids)).toEqual(current());
  });
});

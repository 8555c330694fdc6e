import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningApi } from '../../api/server.ts';
import { readExport, type Walk, walkByCursor, walkPages } from './list-walks.ts';
import { startApi } from './start-api.ts';
import { startIngest, type TestIngest } from './start-ingest.ts';

/** Lots of which a tenth lacks a date and many share one. The ids are scattered. */
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

/** How many states of the data walks met: titles that catch up after a large import make one of their own. */
const versionsOf = (walks: Walk[]) => new Set(walks.flatMap(({ versions }) => versions)).size;

/**
 * Walks over the whole list in each way that there is, without imports and with one that replaces everything on
 * the way: from each replacement to the next an eighth of the lots goes and an eighth comes.
 * @param records how many lots there are
 */
export function describeWalks(records: number): void {
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
    // Nothing is kept ready, so that every page is searched.
    api = await startApi({ INDEX_ALIAS: ingest.alias, CACHE_MAX_MB: '0' });
  });
  afterAll(async () => {
    await api?.close();
    await ingest?.close();
  });

  /** Walks until a replacement that begins after the third page is over; the walks that it touched, and one after it. */
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
    // The last of them may have met nothing new: it can end together with the replacement.
    return [...walks, await walk(api.url)];
  }

  describe(`a walk over ${records} records`, () => {
    it('by page meets each id exactly once', async () => {
      expect(sorted((await walkPages(api.url)).ids)).toEqual(current());
    });

    it('by cursor meets each id exactly once', async () => {
      expect(sorted((await walkByCursor(api.url)).ids)).toEqual(current());
    });

    it('by export meets each id exactly once, and as many as it promised', async () => {
      const { ids, promised } = await readExport(api.url);
      expect(promised).toBe(records);
      expect(sorted(ids)).toEqual(current());
    });

    it('by page never errs while an import replaces the data, and is exact after it', async () => {
      const walks = await walksDuringReplacement(walkPages);
      expect(versionsOf(walks)).toBeGreaterThanOrEqual(2);
      expect(sorted((await walkPages(api.url)).ids)).toEqual(current());
    });

    it('by cursor meets what stays exactly once while an import replaces the data', async () => {
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

    it('by export gives the data of its beginning while an import replaces it', async () => {
      const expected = current();
      const { ids, promised } = await readExport(api.url, async (row) => {
        if (row === 1000) await replace();
      });
      expect(promised).toBe(records);
      expect(sorted(ids)).toEqual(expected);
      expect(sorted((await readExport(api.url)).ids)).toEqual(current());
    });
  });
}

import { execFile } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@elastic/elasticsearch';
import { recordCheck } from '../../ingest/import/check-records.ts';
import { toBytes } from '../../ingest/index/bulk-write.ts';
import { createRecordsIndex } from '../../ingest/index/live-index.ts';
import { readIngestConfig } from '../../ingest/services.ts';
import { objectStore } from '../../ingest/source/object-store.ts';
import { openSource } from '../../ingest/source/open-source.ts';
import { csvHeader, csvLine, type RawLot } from '../../local/samples/lot-csv.ts';
import { syntheticLots } from '../../local/samples/synthetic-lots.ts';
import { toDocument } from '../../mappings/document.ts';
import { peakMb, spreadOf } from '../compare.ts';
import type { Outcome, Row } from '../row.ts';
import { startWorker } from '../start-service.ts';
import { importFile, type Testbed, withFreshEngine } from '../testbed.ts';

/** Bulk requests in flight, as in one worker. */
const parallel = 3;

/** The import of the whole file by one worker, against sending the same documents, made beforehand, by `_bulk`. */
export const importAll: Row = {
  name: 'import',
  what: 'import of all as CSV',
  async measure(bed, { longRounds }) {
    const prepared = join(bed.environment.LOCAL_DIR!, 'prepared.ndjson');
    const bulks = await prepareDocuments(bed.csv, prepared, newDocument);
    const found = { ratio: [] as number[], perSecond: [] as number[], workerMb: [] as number[] };
    for (let i = 0; i < longRounds; i++) {
      const imported = await importOnce(bed);
      const bulked = await bulkOnce(bed, prepared, bulks);
      found.perSecond.push(imported.perSecond);
      found.workerMb.push(imported.workerMb);
      found.ratio.push(imported.perSecond / bulked);
    }
    return {
      figures: [
        { unit: '× bare _bulk', value: spreadOf(found.ratio), atLeast: 0.75 },
        { unit: 'records/s', value: spreadOf(found.perSecond) },
        { unit: 'MB of the worker at most', value: Math.max(...found.workerMb), atMost: 300 },
      ],
    };
  },
};

/** Lots of an import as a new user makes it; at most those of the run. */
const firstLots = 60_000;

/** The first import by the command line, against sending its documents by `_bulk`, each to an engine just started. */
export const firstImport: Row = {
  name: 'first-import',
  what: `${firstLots} lots with distinct titles into a fresh engine, from the command to its end`,
  async measure(bed, { longRounds }) {
    const records = Math.min(firstLots, bed.records);
    const lots = syntheticLots(records).map((lot) => ({ ...lot, title: `${lot.title}, ${lot.id}` }));
    const { csv, prepared, bulks } = await prepareFiles(bed, 'first', lots, newDocument);
    return compareSeconds(longRounds, {
      ours: () => withFreshEngine(bed, (fresh) => commandSeconds(fresh, csv)),
      raw: () =>
        withFreshEngine(bed, async (fresh) => {
          return records / (await bulkOnce({ ...fresh, records }, prepared, bulks));
        }),
    });
  },
};

/** Few lots into a large index. They are its own lots, so that it stays the same. */
export const smallImport: Row = {
  name: 'small-import',
  what: '100 lots into all records, from the command to its end',
  async measure(bed, { longRounds }) {
    const { csv, prepared } = await prepareFiles(bed, 'small', syntheticLots(100), knownDocument);
    const url = `${bed.engineUrls[0]}/${bed.environment.INDEX_ALIAS}/_bulk?refresh=true&filter_path=errors`;
    return compareSeconds(longRounds, {
      raw: () => secondsOf(async () => send(url, await readFile(prepared))),
      ours: () => commandSeconds(bed, csv),
    });
  },
};

/** The seconds of both sides in turns. The share is that of bare `_bulk`. */
async function compareSeconds(
  rounds: number,
  { ours, raw }: Record<'ours' | 'raw', () => Promise<number>>,
): Promise<Outcome> {
  const found = { ours: [] as number[], raw: [] as number[] };
  for (let i = 0; i < rounds; i++) {
    found.raw.push(await raw());
    found.ours.push(await ours());
  }
  const ratio = found.ours.map((seconds, i) => found.raw[i]! / seconds);
  return {
    figures: [
      { unit: '× bare _bulk', value: spreadOf(ratio) },
      { unit: 's', value: spreadOf(found.ours) },
      { unit: 's of bare _bulk', value: spreadOf(found.raw) },
    ],
  };
}

/** The seconds of the command line, with a worker that waits for it. */
async function commandSeconds({ environment }: Testbed, csv: string): Promise<number> {
  const worker = await startWorker(environment);
  try {
    const env = { ...process.env, ...environment };
    const command = ['ingest/cli/gem-auctions.js', 'import', csv];
    return await secondsOf(() => promisify(execFile)(process.execPath, command, { env }));
  } finally {
    await worker.stop();
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** Writes lots as CSV, and as documents for `_bulk`. */
async function prepareFiles(bed: Testbed, name: string, lots: Iterable<RawLot>, action: Action) {
  const csv = join(dirname(bed.csv), `${name}.csv`);
  await writeFile(csv, csvHeader + [...lots].map(csvLine).join(''));
  const prepared = join(bed.environment.LOCAL_DIR!, `${name}.ndjson`);
  return { csv, prepared, bulks: await prepareDocuments(csv, prepared, action) };
}

/** The action of a document in a bulk request. */
type Action = (id: number) => object;
const newDocument: Action = (id) => ({
  index: { _id: String(id), version: 1, version_type: 'external_gte' },
});
const knownDocument: Action = (id) => ({ index: { _id: String(id) } });

/** A bulk request in a file. */
interface PreparedBulk {
  start: number;
  length: number;
}

/**
 * Writes the documents that an import would make of a CSV file, as the bodies of its bulk requests, one after the
 * other into one file.
 */
async function prepareDocuments(csv: string, target: string, action: Action): Promise<PreparedBulk[]> {
  const objects = objectStore(readIngestConfig({}));
  await using source = await openSource(csv, {}, { objects });
  const file = await open(target, 'w');
  try {
    const check = recordCheck({ id: 1, created_at: '2026-01-01T00:00:00.000Z', mode: 'upsert' });
    const bulks: PreparedBulk[] = [];
    let start = 0;
    for await (const { records } of source.batches()) {
      const { accepted } = check(records);
      const lines = accepted.flatMap(({ id, record }) => [toBytes(action(id)), toBytes(toDocument(record!))]);
      const { bytesWritten } = await file.write(Buffer.concat(lines));
      bulks.push({ start, length: bytesWritten });
      start += bytesWritten;
    }
    return bulks;
  } finally {
    await file.close();
  }
}

/** Into an alias of its own, which is removed afterwards: Redis remembers the jobs of earlier runs. */
async function importOnce(bed: Testbed): Promise<{ perSecond: number; workerMb: number }> {
  const environment = { ...bed.environment, INDEX_ALIAS: `bench-import-${Date.now()}` };
  const worker = await startWorker(environment);
  try {
    const { seconds, records } = await importFile(environment, { path: 'lots.csv' });
    if (records !== bed.records) throw new Error(`The import indexed ${records}, not ${bed.records}.`);
    return { perSecond: records / seconds, workerMb: peakMb(worker.pid) };
  } finally {
    await worker.stop();
    await remove(bed, `${environment.INDEX_ALIAS}-*`);
  }
}

async function bulkOnce(bed: Testbed, prepared: string, bulks: PreparedBulk[]): Promise<number> {
  const index = 'bench-bulk-records';
  const elasticsearch = new Client({ nodes: bed.engineUrls });
  await remove(bed, index);
  await createRecordsIndex(elasticsearch, index, { INDEX_SHARDS: 1, INDEX_REPLICAS: 1 });
  const file = await open(prepared);
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    for (let bulk = bulks[next++]; bulk; bulk = bulks[next++]) {
      const body = Buffer.allocUnsafe(bulk.length);
      await file.read(body, 0, bulk.length, bulk.start);
      await send(`${bed.engineUrls[0]}/${index}/_bulk?filter_path=errors`, body);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  await elasticsearch.indices.refresh({ index });
  const seconds = (performance.now() - begun) / 1000;
  const { count } = await elasticsearch.count({ index });
  if (count !== bed.records) throw new Error(`The bulk requests indexed ${count}, not ${bed.records}.`);
  await file.close();
  await elasticsearch.close();
  await remove(bed, index);
  return bed.records / seconds;
}

async function send(url: string, body: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) });
  const { errors } = (await answer.json()) as { errors: boolean };
  if (errors) throw new Error('A bulk request had errors.');
}

/** Elasticsearch rejects a deletion by pattern, so that every name is listed. */
async function remove(bed: Testbed, pattern: string): Promise<void> {
  const found = await fetch(`${bed.engineUrls[0]}/_cat/indices/${pattern}?h=index&expand_wildcards=all`);
  const names = (await found.text()).split('\n').filter(Boolean);
  for (const name of found.ok ? names : []) await fetch(`${bed.engineUrls[0]}/${name}`, { method: 'DELETE' });
}

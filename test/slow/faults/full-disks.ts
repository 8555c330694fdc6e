import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import { expect } from 'vitest';
import type { ListedImport } from '../../../ingest/store/import-entry.ts';
import { isUnfinished } from '../../../ingest/store/import-log.ts';
import type { ScenarioLots } from '../../support/faults/lots.ts';
import type { Fault } from '../../support/faults/scenario.ts';
import type { ScenarioService } from '../../support/faults/service.ts';
import { runCli } from '../../support/run-cli.ts';
import type { SmallDisk } from '../../support/small-disk.ts';

/** Lowers the disk watermarks for a small disk and checks it often. With the defaults, it would be full from the start. */
export async function watchSmallDisk(elasticsearchUrl: string): Promise<void> {
  const elasticsearch = new Client({ node: elasticsearchUrl });
  await elasticsearch.cluster.putSettings({ persistent: watermarks });
  await elasticsearch.close();
}

const watermarks = {
  'cluster.info.update.interval': '10s',
  'cluster.routing.allocation.disk.watermark.low': '100mb',
  'cluster.routing.allocation.disk.watermark.high': '80mb',
  'cluster.routing.allocation.disk.watermark.flood_stage': '60mb',
};

/** Elasticsearch blocks writes while its disk is full. Writes of the worker are held until the block is set. */
export const elasticsearchDiskFull = (disk: SmallDisk): Fault => ({
  name: 'disk of Elasticsearch full',
  async inject(service) {
    const { ingest, workerToElasticsearch } = service;
    for (const way of workerToElasticsearch) way.hold();
    disk.fill(30 * 2 ** 20);
    await expect.poll(() => isBlocked(service)).toBe(true);
    const refused = ingest.elasticsearch.index({ index: ingest.alias, document: {} });
    await expect(refused).rejects.toThrow(/disk usage exceeded flood-stage watermark/);
    const before = await refusals(service);
    for (const way of workerToElasticsearch) way.release();
    await expect.poll(() => refusals(service)).toBeGreaterThan(before);
  },
  async recover(service) {
    disk.recover();
    await expect.poll(() => isBlocked(service)).toBe(false);
  },
});

async function isBlocked({ ingest }: ScenarioService): Promise<boolean> {
  const name = 'index.blocks.read_only_allow_delete';
  const settings = await ingest.elasticsearch.indices.getSettings({ index: ingest.alias, name });
  return Object.keys(settings).length > 0;
}

/** The number of calls that the worker repeated: the import log is blocked, too, so it may not come to a bulk request. */
async function refusals({ workerUrl }: ScenarioService): Promise<number> {
  const metrics = await (await fetch(`${workerUrl}/metrics`)).text();
  return Number(/^gem_ingest_retries_total\{part="elasticsearch"\} (\d+)/m.exec(metrics)?.[1] ?? 0);
}

/** The command line reports a full disk, and removes files that did not fit. */
export const importDiskFull = (disk: SmallDisk, lots: ScenarioLots): Fault => ({
  name: 'disk of IMPORT_ROOT full',
  async inject({ ingest }) {
    const before = await readdir(ingest.importRoot);
    disk.fill(16 * 2 ** 10);
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'more.csv'), lots.baseCsv);
    // This file fits, but must be removed together with the file that does not fit.
    await writeFile(join(outside, 'a-small-one.csv'), 'id,title,gem_type\n');
    const commands = [
      { command: ['import', outside] },
      { command: ['import', '-', '--format', 'csv'], input: lots.baseCsv },
    ];
    for (const { command, input } of commands) {
      const { code, stderr } = await runCli(command, ingest.environment, { input });
      expect(stderr).toMatch(/^The disk of IMPORT_ROOT .* is full/m);
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(code).toBe(1);
    }
    await rm(outside, { recursive: true });
    const left = (await readdir(ingest.importRoot)).filter((name) => !before.includes(name));
    expect(left).toEqual([]);
    // All jobs have ended, so that no job can fail later because of the full disk.
    const ended = async () => (await ingest.session.log.list()).filter(isEndedJob).length;
    await expect.poll(ended).toBe(lots.jobs.length);
  },
  async recover({ ingest }) {
    disk.recover();
    for (const { id } of await ingest.session.log.list(['failed'])) {
      expect((await runCli(['retry', String(id)], ingest.environment)).code).toBe(0);
    }
  },
});

const isEndedJob = (entry: ListedImport) => entry.job.name === 'upsert-records' && !isUnfinished(entry);

import { describe, expect, it } from 'vitest';
import { mappingVersion } from '../../../mappings/records-index.ts';
import { startFencedService } from '../../support/faults/fencing.ts';
import { olderBuild } from '../../support/faults/older-build.ts';
import { stackOfFile } from '../../support/faults/stack-of-file.ts';

const stack = stackOfFile();

describe('a worker of an older build beside an index of the newer mapping', () => {
  it('leaves an import to the newer one', async () => {
    const service = await startFencedService(stack(), 300, olderBuild);
    const { ingest, workers } = service;
    const [newer, older] = workers;
    await older.start();
    const knows = `"known":${mappingVersion - 1},"msg":"the live index has another mapping`;
    await expect.poll(() => older.log().join('\n')).toContain(knows);
    const id = await service.enqueue('left', 3_000);
    const isDelayed = async () => (await ingest.session.imports.getJob(`import-${id}`))?.isDelayed();
    await expect.poll(isDelayed).toBe(true);
    expect(await ingest.session.log.find(id)).toMatchObject({ state: 'waiting' });
    await service.expectShown(300, 'base');

    await newer.start();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 3_000, rejected: 0 });
    await service.expectShown(3_000, 'left');
  });

  it('leaves the batches of an import that the newer one began', async () => {
    const service = await startFencedService(stack(), 300, olderBuild);
    const { ingest, workers } = service;
    const [newer, older] = workers;
    await newer.start();
    newer.toElasticsearch.holdWhen((text) => text.includes('/_bulk'));
    const id = await service.enqueue('begun', 6_000);
    await expect.poll(async () => (await ingest.session.log.find(id))?.planned).toBeTruthy();
    await older.start();
    const delayed = () => ingest.session.batches.getDelayedCount();
    await expect.poll(delayed).toBeGreaterThan(0);
    expect(await ingest.session.log.find(id)).toMatchObject({ state: 'running' });
    newer.toElasticsearch.release();
    expect(await ingest.finished(id)).toMatchObject({ state: 'completed', indexed: 6_000, rejected: 0 });
    await service.expectShown(6_000, 'begun');
    expect(older.log().join('\n')).not.toContain('"job failed"');
  });
});

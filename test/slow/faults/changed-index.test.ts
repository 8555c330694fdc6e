import type { Client } from '@elastic/elasticsearch';
import { describe, expect, it } from 'vitest';
import { importsIndex } from '../../../ingest/store/import-log.ts';
import { mappingVersion } from '../../../mappings/records-index.ts';
import { type FencedService, startFencedService } from '../../support/faults/fencing.ts';
import { stackOfFile } from '../../support/faults/stack-of-file.ts';
import { get } from '../../support/get.ts';
import { runCli } from '../../support/run-cli.ts';

const stack = stackOfFile();

/** Starts a service whose live index has 400 records titled "live". The earlier index with 300 records is kept. */
async function startService() {
  const service = await startFencedService(stack(), 300);
  await Promise.all(service.workers.map((worker) => worker.start()));
  const live = service.indexOf(await service.complete('live', 400, service.replace));
  await service.expectShown(400, 'live');
  return { ...service, live };
}

/** The message for clients. Only operators see the reason. */
const refused = 'The data is temporarily unavailable. Retry after the seconds in Retry-After.';

/** Expects 503 from both APIs. */
async function expectRefused({ apis }: FencedService, query = ''): Promise<void> {
  for (const { url } of apis) {
    const refusal = async () => {
      const { status, body } = await get(url, '/api/v1/auctions', query);
      return `${status} ${body.error?.message}`;
    };
    await expect.poll(refusal).toBe(`503 ${refused}`);
  }
}

/** Expects a text in the response of both APIs to /readyz. */
async function expectReadyz({ apis }: FencedService, message: RegExp): Promise<void> {
  for (const { url } of apis) {
    const readiness = async () => JSON.stringify((await get(url, '/readyz')).body);
    await expect.poll(readiness).toMatch(message);
  }
}

describe('the live index', () => {
  type Hands = { indices: Client['indices']; index: string };
  const changes = [
    {
      change: 'is closed',
      make: ({ indices, index }: Hands) => indices.close({ index }),
      told: /The live index is closed\. Open .*-records-\d+\. See .*runbook/,
      repair: ({ indices, index }: Hands) => indices.open({ index }),
    },
    {
      change: 'gets a smaller max_result_window',
      make: ({ indices, index }: Hands) =>
        indices.putSettings({ index, settings: { max_result_window: 20 } }),
      query: 'limit=10&page=3',
      told: /"problem":"index\.max_result_window of .* is 20, lower than 10000/,
      repair: ({ indices, index }: Hands) =>
        indices.putSettings({ index, settings: { max_result_window: null as never } }),
    },
    {
      change: 'loses its _meta',
      make: ({ indices, index }: Hands) => indices.putMapping({ index, _meta: {} }),
      told: /The live index has no data version\..* lacks data_version, as_of or mapping_version in its _meta\. See .*runbook/,
      failsImports: /has lost its _meta/,
      repair: ({ indices, index }: Hands) =>
        indices.putMapping({
          index,
          _meta: {
            data_version: 'repaired-1',
            as_of: '2026-11-23T00:00:00.000Z',
            mapping_version: mappingVersion,
          },
        }),
    },
  ];
  it.for(changes)(
    'when the live index $change, both APIs answer 503 with the reason until it is repaired',
    async (given) => {
      const { change: _change, make, query, told, failsImports, repair } = given;
      const service = await startService();
      const { ingest, live: index } = service;
      const hands: Hands = { indices: ingest.elasticsearch.indices, index };
      await make(hands);
      await expectRefused(service, query);
      await expectReadyz(service, told);
      if (failsImports) {
        const failed = await ingest.finished(await service.enqueue('few', 10));
        expect(failed).toMatchObject({ state: 'failed', indexed: 0 });
        expect(failed.reason).toMatch(failsImports);
      }
      await repair(hands);
      await service.expectShown(400, 'live');
      await service.complete('more', 10);
      await service.expectShown(400, 'more', 10);
      for (const { url } of service.apis) {
        expect((await get(url, '/api/v1/auctions', 'limit=10&page=3')).body.data).toHaveLength(10);
      }
    },
  );
});

describe('deleted indices', () => {
  it('after the import log is deleted, readers are unaffected and import numbers continue after the highest', async () => {
    const service = await startService();
    const { ingest } = service;
    const last = Number(/\d+$/.exec(service.live));
    await ingest.elasticsearch.indices.delete({ index: importsIndex(ingest.alias) });
    const listed = async () => JSON.parse((await runCli(['imports', '--json'], ingest.environment)).stdout);
    expect(await listed()).toEqual([]);
    await service.expectShown(400, 'live');
    const next = await service.complete('next', 10);
    expect(next.id).toBeGreaterThan(last);
    expect(next.superseded).toBe(0);
    await service.expectShown(400, 'next', 10);
  });
  it('after the live index is deleted, APIs and imports report it, and a rollback restores the index before it', async () => {
    const service = await startService();
    const { ingest, base, live } = service;
    await ingest.elasticsearch.indices.delete({ index: live });
    await expectRefused(service);
    await expectReadyz(
      service,
      new RegExp(
        `The live index is missing\\..*Indices of records: ${service.indexOf(base)}\\. See .*runbook`,
      ),
    );
    const failed = await ingest.finished(await service.enqueue('few', 10));
    expect(failed).toMatchObject({ state: 'failed', indexed: 0 });
    expect(failed.reason).toMatch(/^No index is live, but data was imported before.*rollback --to INDEX/);
    expect(await service.recordsIndices()).toEqual([service.indexOf(base)]);
    expect(await service.rollBack()).toBe(service.indexOf(base));
    await service.expectShown(300, 'base');
    await service.complete('more', 10);
    await service.expectShown(300, 'more', 10);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { StaleWriter } from '../../../../ingest/errors.ts';
import { request } from '../../../support/fault-proxy.ts';
import { outcomeOf, plainImport } from '../../../support/plain-import.ts';
import { startRescuer, startStalledWorker } from '../../../support/stalled-worker.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

let ingest: TestIngest;
beforeAll(async () => {
  ingest = await startIngest({ worker: false });
});
afterAll(() => ingest?.close());

const moments: [when: string, isLast: (text: string) => boolean][] = [
  ['between the records and the rejects of a batch', request('POST', /-rejects\/_bulk/)],
  ['as it stores a later checkpoint', request('PUT', /-imports\/_doc/, '"batches":2')],
  ['as it moves the live alias', request('POST', /^\/_aliases/, '"is_write_index":true')],
];

it.each(moments)(
  'an import whose worker stalls %s is finished by another, and the first changes nothing when it wakes up',
  async (when, isLast) => {
    const { csv, expected } = plainImport(1_500, when.length);
    const stalled = await startStalledWorker(ingest, isLast);
    const path = await ingest.put('lots.csv', csv);
    const id = await ingest.enqueue({ path, mode: 'replace', max_reject_rate: 1, min_records: 0 });
    await stalled.stalled;
    await startRescuer(ingest.environment);
    const entry = await ingest.finished(id);
    expect(entry).toMatchObject({ state: 'completed' });
    expect(await outcomeOf(ingest, entry)).toEqual(expected);

    const deleted = Object.keys(expected.titles).slice(0, 100);
    await ingest.import('gone.csv', ['id', ...deleted].join('\n'), { mode: 'delete' });
    const before = await ingest.records();
    await stalled.wakeUp();
    await ingest.elasticsearch.indices.refresh({ index: ingest.alias });
    expect(await ingest.records()).toEqual(before);
    expect(await ingest.session.log.find(id)).toEqual(entry);
    const earlier = { id, claim: entry.claim - 1 };
    await expect(ingest.session.log.changeOwn(earlier, ['completed'], {})).rejects.toThrow(StaleWriter);
    const rejects = (await ingest.rejectsOf(id)).map(({ line, code }) => ({ line, code }));
    expect(rejects).toEqual(expected.rejects);
  },
);

import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextRecordOf } from '../../../../ingest/source/next-record.ts';
import { planBatches, planSource } from '../../../../ingest/source/plan-source.ts';
import { readBatch } from '../../../../ingest/source/read-records.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changed-'));
});
afterAll(() => rm(folder, { recursive: true }));

const blank = `${' '.repeat(1_000)}\n`;
const lot = (id: number) => `${id},A lot of number ${id},Ruby\n`;
const lots = (count: number) => Array.from({ length: count }, (_, i) => lot(i + 1)).join('');
const header = 'id,title,gem_type\n';

const files: [what: string, name: string, content: string][] = [
  ['of CSV', 'a.csv', header + lots(3_000)],
  [
    'with blank lines',
    'b.csv',
    header + lots(10) + blank.repeat(600) + lots(10) + blank.repeat(5_000) + lots(10),
  ],
  [
    'with a record that is too long',
    'c.csv',
    `${header}${lots(2)}3,"${'x'.repeat(2 ** 20)}",Ruby\n${lots(2)}`,
  ],
  ['of NDJSON', 'd.ndjson', '{"id":1,"title":"One","gem_type":"Ruby"}\n'.repeat(2_500)],
  ['of a JSON array', 'e.json', `[${'{"id":1,"title":"One","gem_type":"Ruby"},\n'.repeat(50)}{"id":2}]`],
];

describe('files changed after planning', () => {
  it.each(files)('the change of a file is noticed: one %s', async (_what, name, content) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const file = await open(path, 'r+');
    const { plan: how, from } = await planSource(file, { path });
    const plan = { ...how, path, size: 0, modifiedMs: 0 };
    const batches = await Array.fromAsync(planBatches(file, from, nextRecordOf(plan)));
    for (const batch of batches) {
      await readBatch(file, plan, batch);
      expect(batch.tooLong || batch.end - batch.start < 4 * 2 ** 20).toBe(true);
      const last = batch.tooLong ? batch.start + 60_000 : batch.end - 1;
      for (const place of [batch.start, Math.floor((batch.start + last) / 2), last]) {
        const before = Buffer.alloc(1);
        await file.read(before, 0, 1, place);
        await file.write(Buffer.from([before[0]! ^ 1]), 0, 1, place);
        await expect(readBatch(file, plan, batch), `byte ${place}`).rejects.toThrow('was changed');
        await file.write(before, 0, 1, place);
      }
      await readBatch(file, plan, batch);
    }
    await file.close();
  });
});

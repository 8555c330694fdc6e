import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRecords } from '../import/check-records.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { nextRecordOf } from '../source/formats.ts';
import { plainFile } from '../source/open-source.ts';
import { planBatches } from '../source/plan-batches.ts';
import { planSource } from '../source/plan-source.ts';
import { readBatch } from '../source/read-batch.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import type { InputFile } from './files.ts';
import { counted, printableLine } from './show.ts';

type DryRunOptions = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter' | 'profile'> & {
  delete?: boolean;
  json?: boolean;
};

/** Checks whole files as an import would, in this process, and writes nothing. Rejects go to standard output. */
export async function dryRun(files: InputFile[], options: DryRunOptions): Promise<number> {
  const codes = [];
  for (const file of files) codes.push(await checkFile(file, options));
  return worstOf(codes);
}

async function checkFile({ path, name }: InputFile, options: DryRunOptions): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gem-auctions-'));
  const mode: ImportEntry['mode'] = options.delete ? 'delete' : 'upsert';
  let read = 0;
  let rejected = 0;
  try {
    const file = await open(await plainFile(path, join(folder, 'plain')));
    const { plan: how, from } = await planSource(file, { ...options, path: name, mode });
    const plan = { ...how, path, size: 0, modifiedMs: 0 };
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      const records = await readBatch(file, plan, batch);
      const checked = checkRecords(records, {
        id: 1,
        created_at: new Date().toISOString(),
        mode,
        profile: options.profile,
      });
      read += checked.read;
      rejected += checked.rejected.length;
      for (const { line, field, code, message, raw } of checked.rejected) {
        console.log(
          options.json
            ? JSON.stringify({ line, field, code, message, raw })
            : printableLine(`line ${line}: ${code}: ${message}`),
        );
      }
    }
    await file.close();
  } finally {
    await rm(folder, { recursive: true });
  }
  console.error(
    `${printableLine(name)}: ${counted(read, 'record')} read, ${read - rejected} good, ${rejected} would be rejected; nothing was written.`,
  );
  return rejected > 0 ? exitCodes.rejects : exitCodes.done;
}

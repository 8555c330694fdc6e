import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRecords } from '../import/check-records.ts';
import type { ImportFilePayload } from '../queue/contract.ts';
import { nextRecordOf } from '../source/formats.ts';
import { openObject } from '../source/object-file.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { isObjectUrl } from '../source/object-url.ts';
import { isPacked, plainFile } from '../source/open-source.ts';
import { planBatches } from '../source/plan-batches.ts';
import { planSource } from '../source/plan-source.ts';
import { readBatch } from '../source/read-batch.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { ImportEntry } from '../store/import-log.ts';
import { exitCodes, worstOf } from './exit-codes.ts';
import type { InputFile } from './files.ts';
import { counted, printableLine } from './show.ts';

type DryRunOptions = Pick<ImportFilePayload, 'format' | 'encoding' | 'delimiter' | 'profile'> & {
  delete?: boolean;
  json?: boolean;
};

/** Checks whole files as an import would, in this process, and writes nothing. Rejects go to standard output. */
export async function dryRun(
  files: InputFile[],
  options: DryRunOptions,
  objects: ObjectStore,
): Promise<number> {
  const codes = [];
  for (const file of files) codes.push(await checkFile(file, options, objects));
  return worstOf(codes);
}

async function checkFile(
  { path, name }: InputFile,
  options: DryRunOptions,
  objects: ObjectStore,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'gem-auctions-'));
  const mode: ImportEntry['mode'] = options.delete ? 'delete' : 'upsert';
  let read = 0;
  let rejected = 0;
  try {
    const file = await openPlain(path, folder, objects);
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

/** Opens a file or an object, decompressed in this folder where it must be. */
async function openPlain(path: string, folder: string, objects: ObjectStore): Promise<SourceFile> {
  const plain = join(folder, 'plain');
  if (!isObjectUrl(path)) return open(await plainFile(path, plain));
  const object = await openObject(objects, path);
  if (!(await isPacked(object))) return object;
  await object.download(join(folder, 'packed'));
  return open(await plainFile(join(folder, 'packed'), plain));
}

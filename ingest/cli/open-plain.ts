import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { isObjectUrl } from '../queue/contract.ts';
import { openObject } from '../source/object-file.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { isPacked, isWorkbook, plainFile } from '../source/plain-file.ts';
import type { SourceFile } from '../source/source-file.ts';
import { describeSheet } from '../source/workbook/choose-sheet.ts';
import type { WorkbookOptions } from '../source/workbook/workbook-to-csv.ts';
import type { ChosenSheet } from '../store/import-entry.ts';

/** A file that is read as plain data, and which sheet it is of a workbook. */
interface OpenedPlain {
  file: SourceFile;
  sheet?: ChosenSheet;
}

/** Opens a file or an object for this process alone; where it is packed, a plain copy in this folder. */
export async function openPlain(
  path: string,
  folder: string,
  objects: ObjectStore,
  options: WorkbookOptions,
): Promise<OpenedPlain> {
  const plain = join(folder, 'plain');
  if (!isObjectUrl(path)) return openCopy(path, plain, options);
  const object = await openObject(objects, path);
  if (!(await isPacked(object))) return { file: object };
  const packed = join(folder, 'packed');
  await object.download(packed);
  return openCopy(packed, plain, options);
}

async function openCopy(path: string, plain: string, options: WorkbookOptions): Promise<OpenedPlain> {
  const source = await open(path);
  try {
    const sheet = (await isWorkbook(source)) ? await describeSheet(source, options.sheet) : undefined;
    return { file: await open(await plainFile(path, plain, options)), ...(sheet && { sheet }) };
  } finally {
    await source.close();
  }
}

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openObject } from '../source/object-file.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { isObjectUrl } from '../source/object-url.ts';
import { isPacked, plainFile } from '../source/open-source.ts';
import type { SourceFile } from '../source/source-file.ts';

/** Opens a file or an object for this process alone; where it is packed, a plain copy in this folder. */
export async function openPlain(path: string, folder: string, objects: ObjectStore): Promise<SourceFile> {
  const plain = join(folder, 'plain');
  if (!isObjectUrl(path)) return open(await plainFile(path, plain));
  const object = await openObject(objects, path);
  if (!(await isPacked(object))) return object;
  const packed = join(folder, 'packed');
  await object.download(packed);
  return open(await plainFile(packed, plain));
}

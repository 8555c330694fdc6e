import type { FileHandle } from 'node:fs/promises';
import type { encodings } from '../record/profile/profile.ts';

const chunkSize = 2 ** 20;

/** The encoding of a whole file: UTF-8 if every byte fits, else Windows-1252, which has a character for nearly all. */
export async function detectEncoding(file: FileHandle): Promise<(typeof encodings)[number]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const bytes = Buffer.allocUnsafe(chunkSize);
  try {
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(bytes, 0, chunkSize, at);
      if (bytesRead === 0) break;
      decoder.decode(bytes.subarray(0, bytesRead), { stream: true });
      at += bytesRead;
    }
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

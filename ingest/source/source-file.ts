import { UnrecoverableError } from 'bullmq';

/** A file on disk or an object in a store. A `FileHandle` of Node is one. */
export interface SourceFile extends AsyncDisposable {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
}

/** Reads at most `length` bytes from the beginning of a file. */
export async function readBeginning(file: Pick<SourceFile, 'read'>, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, 0);
  return bytes.subarray(0, bytesRead);
}

/** The error of an import whose file has changed since planning. */
export function fileChanged(): UnrecoverableError {
  return new UnrecoverableError('The file was changed while it was imported. Import it again.');
}

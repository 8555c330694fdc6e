import { UnrecoverableError } from 'bullmq';

/** What is read from: a file on disk or an object in a store. A `FileHandle` of Node is one. */
export interface SourceFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
  close(): Promise<void>;
}

/** The first bytes of a file, as many as it has of this number. */
export async function readBeginning(file: Pick<SourceFile, 'read'>, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, 0);
  return bytes.subarray(0, bytesRead);
}

/** Why an import ends whose file is no longer what was planned. */
export function fileChanged(): UnrecoverableError {
  return new UnrecoverableError('The file was changed while it was imported; import it again.');
}

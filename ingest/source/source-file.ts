/** What is read from: a file on disk or an object in a store. A `FileHandle` of Node is one. */
export interface SourceFile {
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
  stat(): Promise<{ size: number }>;
  close(): Promise<void>;
}

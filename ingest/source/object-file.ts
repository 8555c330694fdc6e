import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { retryWhileUnavailable, Unavailable } from '../errors.ts';
import { type ObjectStore, plainEtag, readBody } from './object-store.ts';
import type { SourceFile } from './source-file.ts';
import { fileChanged } from './source-file.ts';

/** One version of an object. */
export interface ObjectVersion {
  etag: string;
  size: number;
}

/** An object of a store, read in ranges. A change of its version is an error. */
interface ObjectFile extends SourceFile {
  version: ObjectVersion;
  /** Writes the whole object into a file, as it is. */
  download(path: string): Promise<void>;
}

/** Bytes requested at once while an object is read from its beginning to its end. */
const readAheadBytes = 4 * 2 ** 20;

/** Longer than an interruption. During an outage the job of the import or batch is delayed. */
const retriedForMs = 5_000;

/**
 * Opens an object.
 * @param options.version the planned version; without it, the current one
 * @param options.signal repeats a request to an unavailable store for some seconds; without it only once
 * @throws UnrecoverableError when there is no such object, the store refuses it, or it is another version
 */
export async function openObject(
  store: ObjectStore,
  url: string,
  options: { version?: ObjectVersion; signal?: AbortSignal } = {},
): Promise<ObjectFile> {
  const { signal } = options;
  const waiting = <T>(call: () => Promise<T>) =>
    signal ? retryWhileUnavailable(call, signal, { forMs: retriedForMs }) : call();
  // Batches read a planned version and request exactly the bytes that they need.
  const minBytes = options.version ? 0 : readAheadBytes;
  let block: Block | undefined = options.version
    ? undefined
    : await waiting(() => readFirst(store, url, readAheadBytes, signal));
  const version = options.version ?? block!.version;

  async function blockAt(position: number, length: number): Promise<Block> {
    if (block && position >= block.start && position + length <= block.start + block.bytes.length)
      return block;
    const end = Math.min(version.size, position + Math.max(length, minBytes));
    block = await waiting(() => readRange(store, url, { start: position, end }, version, signal));
    return block;
  }

  return {
    version,
    stat: async () => ({ size: version.size }),
    [Symbol.asyncDispose]: async () => {
      block = undefined;
    },
    async read(buffer, offset, length, position) {
      const wanted = Math.min(length, version.size - position);
      if (wanted <= 0) return { bytesRead: 0 };
      const { start, bytes } = await blockAt(position, wanted);
      bytes.copy(buffer, offset, position - start, position - start + wanted);
      return { bytesRead: wanted };
    },
    download: (path) =>
      waiting(async () => {
        const answer = await store.get(url, { 'If-Match': `"${version.etag}"` }, signal);
        refuseOther(answer, version);
        let length = 0;
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
        });
        await pipeline(answer, createWriteStream(path), { ...(signal && { signal }) }).catch((error) => {
          signal?.throwIfAborted();
          throw error.syscall === 'write'
            ? error
            : new Unavailable('The download of an object was interrupted.', error);
        });
        if (length !== version.size)
          throw new Unavailable(`Only ${length} of ${version.size} bytes of an object were received.`);
      }),
  };
}

/** Reads the current version of an object and its modification time. @throws as `openObject` does */
export async function readVersion(
  store: ObjectStore,
  url: string,
  signal?: AbortSignal,
): Promise<ObjectVersion & { modifiedMs: number }> {
  const { version, modifiedMs } = await readFirst(store, url, 1, signal);
  return { ...version, modifiedMs };
}

/** Some bytes of an object. */
interface Block {
  start: number;
  bytes: Buffer;
  version: ObjectVersion;
}

/** Reads the first bytes of an object and its current version. */
async function readFirst(
  store: ObjectStore,
  url: string,
  length: number,
  signal?: AbortSignal,
): Promise<Block & { modifiedMs: number }> {
  let answer = await store.get(url, { Range: `bytes=0-${length - 1}` }, signal);
  // An empty object has no byte in range.
  if (answer.statusCode === 416) {
    answer.resume();
    answer = await store.get(url, {}, signal);
  }
  const etag = plainEtag(answer.headers.etag);
  const size = Number(
    /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1] ?? answer.headers['content-length'],
  );
  const bytes = await readBody(answer, length);
  const modifiedMs = Date.parse(answer.headers['last-modified'] ?? '');
  return { start: 0, bytes, version: { etag, size }, modifiedMs };
}

async function readRange(
  store: ObjectStore,
  url: string,
  { start, end }: { start: number; end: number },
  version: ObjectVersion,
  signal?: AbortSignal,
): Promise<Block> {
  const headers = { Range: `bytes=${start}-${end - 1}`, 'If-Match': `"${version.etag}"` };
  const answer = await store.get(url, headers, signal);
  refuseOther(answer, version);
  const bytes = await readBody(answer, end - start);
  if (bytes.length !== end - start) throw fileChanged();
  return { start, bytes, version };
}

/** Not every store respects If-Match, so the version of the response is checked too. */
function refuseOther(answer: IncomingMessage, version: ObjectVersion): void {
  const { statusCode, headers } = answer;
  if (statusCode! < 300 && plainEtag(headers.etag) === version.etag) return;
  answer.destroy();
  throw fileChanged();
}

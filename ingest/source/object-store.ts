import { readFileSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import type { S3Client, S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import { UnrecoverableError } from 'bullmq';
import { isTransientStatus, quote, Unavailable } from '../errors.ts';
import type { IngestConfig } from '../services.ts';
import { type SourceBytes, sourceChanged } from './source-bytes.ts';

/** The settings of an object store and its keys. */
export type StoreConfig = Pick<IngestConfig, Extract<keyof IngestConfig, `S3_${string}`>>;

/** An object as a list shows it. */
interface ListedObject {
  key: string;
  etag: string;
  modifiedMs: number;
}

/** The bytes of an object, and when it was written. */
interface OpenObject extends SourceBytes {
  modifiedMs: number;
}

/** An S3-compatible store, as S3_ENDPOINT and the other settings name it. */
export interface ObjectStore {
  /**
   * Opens the current version of an object. Interrupted responses are continued.
   * @throws UnrecoverableError when there is no such object, or the store refuses it; Unavailable when it may respond later
   */
  open(url: string, signal?: AbortSignal): Promise<OpenObject>;
  /** The objects whose keys begin with a prefix, in the order of their keys. @throws as `open` does */
  list(bucket: string, prefix: string, signal?: AbortSignal): AsyncGenerator<ListedObject, void>;
}

/** There is no object of this name. */
export class NoSuchObject extends UnrecoverableError {}

/** After this time without a byte a request counts as unanswered. */
const idleMs = 60_000;

/** Reads an S3-compatible store; the client of AWS is loaded when the first object is used. */
export function objectStore(config: StoreConfig): ObjectStore {
  const endpoint = config.S3_ENDPOINT ?? `https://s3.${config.S3_REGION}.amazonaws.com`;
  let loading: Promise<S3Client> | undefined;
  const client = () => {
    loading ??= loadClient(config);
    return loading;
  };

  /** @throws the error for an operator, and the reason of the signal */
  async function explained<T>(
    url: string,
    signal: AbortSignal | undefined,
    call: () => Promise<T>,
  ): Promise<T> {
    try {
      return await call();
    } catch (error) {
      signal?.throwIfAborted();
      throw explain(error as S3ServiceException, url);
    }
  }

  function explain(error: S3ServiceException & NodeJS.ErrnoException, url: string): Error {
    const { name, code, message, $metadata, $response } = error;
    const status = $response?.statusCode ?? $metadata?.httpStatusCode;
    if (name === 'CredentialsProviderError' || (code === 'ENOENT' && status === undefined))
      return new Unavailable(`The keys of the role for the S3 store cannot be read: ${message}.`, error);
    if (status === undefined)
      return new Unavailable(`The S3 store at ${endpoint} cannot be reached: ${code ?? message}.`, error);
    if (status === 412 || status === 416) return sourceChanged();
    if (status === 500 || isTransientStatus(status, undefined))
      return new Unavailable(`The S3 store at ${endpoint} is unavailable (${name}).`, error);
    const Kind = status === 404 && name !== 'NoSuchBucket' ? NoSuchObject : UnrecoverableError;
    return new Kind(`${quote(url)} cannot be read: ${reasonOf(status, name)}`);
  }

  function reasonOf(status: number, code: string): string {
    if (code === 'NoSuchBucket') return 'there is no such bucket (NoSuchBucket).';
    if (status === 404) return `there is no such object (${code}).`;
    if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
      return `the bucket lies in another region (${code}). Set S3_REGION or S3_ENDPOINT.`;
    return status === 401 || status === 403
      ? `the store refuses access (${code}). Set or check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or the role of the process, and their rights.`
      : `the store refuses the request (${code}).`;
  }

  /** The response to a request for an object, or for its bytes from a position on. */
  async function get(
    url: string,
    signal: AbortSignal | undefined,
    from?: { start: number; end: number; etag: string },
  ) {
    const { bucket: Bucket, key: Key } = parseObjectUrl(url);
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const part = from && { Range: `bytes=${from.start}-${from.end - 1}`, IfMatch: `"${from.etag}"` };
    const command = new GetObjectCommand({ Bucket, Key, ...part });
    const { Body, ...response } = await explained(url, signal, async () =>
      (await client()).send(command, { ...(signal && { abortSignal: signal }) }),
    );
    const body = Body as Readable;
    if (signal) addAbortSignal(signal, body);
    const etag = plainEtag(response.ETag);
    // Not every store respects If-Match.
    if (from && from.etag !== etag) {
      body.destroy();
      throw sourceChanged();
    }
    return { ...response, body, etag };
  }

  async function open(url: string, signal?: AbortSignal): Promise<OpenObject> {
    // A request for the head of an object gets no reason of a refusal.
    const { body, etag, ContentLength: size = 0, LastModified } = await get(url, signal);
    body.destroy();
    let position = 0;
    return {
      version: { size, etag },
      modifiedMs: msOf(LastModified),
      get position() {
        return position;
      },
      async *read(start = 0, end = size) {
        for (let at = start, before = -1; at < end; ) {
          if (at === before) throw sourceChanged();
          before = at;
          const { body } = await get(url, signal, { start: at, end, etag });
          try {
            for await (const chunk of body) {
              at += chunk.length;
              position = at;
              yield chunk;
            }
          } catch (error) {
            signal?.throwIfAborted();
            // The rest of an interrupted response is requested again.
            if (at === before)
              throw new Unavailable(
                `A response of the S3 store was interrupted: ${(error as Error).message}.`,
                error,
              );
          }
        }
      },
      [Symbol.asyncDispose]: async () => {},
    };
  }

  async function* list(
    bucket: string,
    prefix: string,
    signal?: AbortSignal,
  ): AsyncGenerator<ListedObject, void> {
    const url = `s3://${bucket}/${prefix}`;
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
    const pages = paginateListObjectsV2({ client: await client() }, { Bucket: bucket, Prefix: prefix });
    for (;;) {
      const { value, done } = await explained(url, signal, () => pages.next());
      if (done) return;
      for (const { Key: key = '', ETag, LastModified } of value.Contents ?? [])
        yield { key, etag: plainEtag(ETag), modifiedMs: msOf(LastModified) };
    }
  }

  return { open, list };
}

/** The client with the keys of the settings, else those of the process' role; without any its requests are not signed. */
async function loadClient(config: StoreConfig): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_SESSION_TOKEN: sessionToken } = config;
  const options: S3ClientConfig = {
    region: config.S3_REGION,
    // The bucket in the path is what every store understands.
    forcePathStyle: true,
    ...(config.S3_ENDPOINT && { endpoint: config.S3_ENDPOINT }),
    requestHandler: {
      ...{ connectionTimeout: idleMs, requestTimeout: idleMs, socketTimeout: idleMs },
      ...(config.S3_CA_FILE && { httpsAgent: { ca: readFileSync(config.S3_CA_FILE) } }),
    },
    // Not every store has checksums.
    ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
  };
  if (S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY };
    return new S3Client({ ...options, credentials: { ...keys, ...(sessionToken && { sessionToken }) } });
  }
  const ofRole = new S3Client(options);
  const hasKeys = await ofRole.config.credentials().then(
    () => true,
    ({ name }) => name !== 'CredentialsProviderError',
  );
  if (hasKeys) return ofRole;
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
  return new S3Client({ ...options, credentials, signer: { sign: async (request) => request } });
}

const msOf = (time: Date | undefined) => time?.getTime() ?? Number.NaN;

/** An ETag without its quotes: stores differ in writing them. */
function plainEtag(etag: string | undefined): string {
  return (etag ?? '').replace(/^W\//, '').replaceAll('"', '');
}

/**
 * Parses `s3://bucket/key`; the key may be the beginning of keys. It is not decoded.
 * @throws UnrecoverableError when the URL is not valid
 */
export function parseObjectUrl(url: string): { bucket: string; key: string } {
  const [, bucket, key] = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})\/(.*)$/s.exec(url) ?? [];
  if (bucket === undefined || key === undefined) {
    throw new UnrecoverableError(`${quote(url)} is not the URL of an object. Write it as s3://bucket/key.`);
  }
  // URLs resolve these parts, so that another object would be read.
  if (key.split('/').some((part) => part === '.' || part === '..')) {
    throw new UnrecoverableError(
      `${quote(url)} has a part "." or "..", which the URL of an object must not have.`,
    );
  }
  return { bucket, key };
}

import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { AwsV4Signer } from 'aws4fetch';
import { UnrecoverableError } from 'bullmq';
import { SaxesParser } from 'saxes';
import { isTransientStatus, quote, Unavailable } from '../errors.ts';
import { type StoreConfig, storeKeys } from './store-keys.ts';

/** An object as a list shows it. */
interface ListedObject {
  key: string;
  etag: string;
  modifiedMs: number;
}

/** An S3-compatible store, as S3_ENDPOINT and the other settings name it. */
export type ObjectStore = ReturnType<typeof objectStore>;

/** There is no object of this name. */
export class NoSuchObject extends UnrecoverableError {}

/** After this time without a byte a request counts as unanswered. */
const idleMs = 60_000;

/**
 * Reads an S3-compatible store. Requests are signed (AWS Signature Version 4) if there are keys. The bucket is part of the
 * path, which every store understands. `fetch` is not used, because it decodes objects with a Content-Encoding, so that
 * ranges fail.
 */
export function objectStore(config: StoreConfig) {
  const endpoint = config.S3_ENDPOINT ?? `https://s3.${config.S3_REGION}.amazonaws.com`;
  const isSecure = endpoint.startsWith('https:');
  const agent = isSecure
    ? new HttpsAgent({ keepAlive: true, ...(config.S3_CA_FILE && { ca: readFileSync(config.S3_CA_FILE) }) })
    : new HttpAgent({ keepAlive: true });
  const findKeys = storeKeys(config);
  const signing = { service: 's3', region: config.S3_REGION, cache: new Map() };

  /** Sends a request and waits for the beginning of its response. @throws Unavailable when there is none */
  async function send(url: string, headers: Record<string, string>, signal?: AbortSignal) {
    const keys = await findKeys?.();
    const signed = keys && (await new AwsV4Signer({ url, headers, ...keys, ...signing }).sign()).headers;
    const options = {
      ...{ agent, timeout: idleMs, headers: signed ? Object.fromEntries(signed) : headers },
      ...(signal && { signal }),
    };
    const answer = Promise.withResolvers<IncomingMessage>();
    const request = (isSecure ? httpsRequest : httpRequest)(url, options, answer.resolve);
    request.on('timeout', () => request.destroy(new Error(`no response within ${idleMs / 1_000} s`)));
    request.on('error', answer.reject).end();
    return answer.promise.catch((error) => {
      signal?.throwIfAborted();
      throw new Unavailable(`The S3 store at ${endpoint} cannot be reached: ${describe(error)}.`, error);
    });
  }

  /**
   * Requests an object or a range of it.
   * @returns a response with a status below 300, 412 (another version) or 416 (the object ends before the range)
   * @throws UnrecoverableError when the store refuses; Unavailable when it may respond later
   */
  async function get(
    url: string,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    const { bucket, key } = parseObjectUrl(url);
    const answer = await send(`${endpoint}/${bucket}/${encodeKey(key)}`, headers, signal);
    const status = answer.statusCode!;
    if (status < 300 || status === 412 || status === 416) return answer;
    throw await refusal(answer, url);
  }

  /** The error, for an operator, of a store that refuses. */
  async function refusal(answer: IncomingMessage, url: string): Promise<Error> {
    const status = answer.statusCode!;
    const text = (await readBody(answer, maxErrorBytes)).toString();
    const code = /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? `status ${status}`;
    if (status === 500 || isTransientStatus(status, undefined)) {
      return new Unavailable(`The S3 store at ${endpoint} is unavailable (${code}).`);
    }
    const Kind = status === 404 && code !== 'NoSuchBucket' ? NoSuchObject : UnrecoverableError;
    return new Kind(`${quote(url)} cannot be read: ${explain(status, code)}`);
  }

  function explain(status: number, code: string): string {
    if (code === 'NoSuchBucket') return 'there is no such bucket (NoSuchBucket).';
    if (status === 404) return `there is no such object (${code}).`;
    if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed') {
      return `the bucket lies in another region (${code}). Set S3_REGION or S3_ENDPOINT.`;
    }
    if (status !== 401 && status !== 403) return `the store refuses the request (${code}).`;
    const settings = config.S3_ACCESS_KEY_ID
      ? 'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and their rights.'
      : findKeys
        ? 'Check the rights of the role.'
        : 'Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give the process a role.';
    return `the store refuses access (${code}). ${settings}`;
  }

  /** The objects whose keys begin with a prefix, in the order of their keys. */
  async function* list(bucket: string, prefix: string, signal?: AbortSignal): AsyncGenerator<ListedObject> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix,
        ...(token && { 'continuation-token': token }),
      });
      // A space in a query must be %20, because stores interpret a plus differently.
      const answer = await send(
        `${endpoint}/${bucket}?${query.toString().replaceAll('+', '%20')}`,
        {},
        signal,
      );
      if (answer.statusCode! >= 300) throw await refusal(answer, `s3://${bucket}/${prefix}`);
      const page = readListing((await readBody(answer, maxListingBytes)).toString());
      yield* page.objects;
      token = page.next;
    } while (token);
  }

  return { get, list };
}

/** Encodes a key as a path. Everything except slashes and unreserved characters is encoded, as in the signature. */
function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

const maxErrorBytes = 64 * 1_024;
/** A page has up to 1,000 keys of up to 1,024 bytes. */
const maxListingBytes = 16 * 2 ** 20;

/** Reads the body of a response. @throws Unavailable when it is interrupted or longer than `maxBytes` */
export async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw new Unavailable(`A response of the S3 store was interrupted: ${describe(error)}.`, error);
  }
  return Buffer.concat(chunks);
}

/** Parses the objects of a page and the token of the next one. @throws Error when it is not XML */
function readListing(xml: string): { objects: ListedObject[]; next: string | undefined } {
  const objects: ListedObject[] = [];
  // The text of each element by its name; a later one replaces it.
  let texts: Record<string, string> = {};
  let text = '';
  let next: string | undefined;
  // A key may have a control character, which only XML 1.1 allows; stores write `&#x1;` whatever they declare.
  const parser = new SaxesParser({ defaultXMLVersion: '1.1', forceXMLVersion: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    text = '';
    if (name === 'Contents') texts = {};
  });
  const append = (part: string) => {
    text += part;
  };
  parser.on('text', append);
  parser.on('cdata', append);
  parser.on('closetag', ({ name }) => {
    texts[name] = text;
    if (name === 'NextContinuationToken') next = text || undefined;
    if (name !== 'Contents') return;
    const { Key: key = '', ETag: etag, LastModified: modified = '' } = texts;
    objects.push({ key, etag: plainEtag(etag), modifiedMs: Date.parse(modified) });
  });
  parser.write(xml).close();
  return { objects, next };
}

/** An ETag without its quotes: stores differ in writing them. */
export function plainEtag(etag: string | undefined): string {
  return (etag ?? '').replace(/^W\//, '').replaceAll('"', '');
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
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

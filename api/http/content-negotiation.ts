import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** The encodings that compress, best first. */
const compressed = ['br', 'gzip'] as const;
type Encoding = (typeof compressed)[number] | 'identity';

/** Below this many bytes compression costs more than it saves. */
const minCompressedBytes = 1024;

/** Above this many bytes the best compression takes seconds, and the next level is hardly larger. */
const largeBytes = 300_000;

/** `fast` for a body of a few requests; `best` for a file that is served for the lifetime of the process. */
type Effort = 'fast' | 'best';

const compressors = {
  br(body: Buffer, effort: Effort) {
    // Quality 4 is as fast as gzip and smaller.
    const best = body.length > largeBytes ? 6 : constants.BROTLI_MAX_QUALITY;
    const quality = effort === 'fast' ? 4 : best;
    return promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_QUALITY]: quality },
    });
  },
  gzip: (body: Buffer, effort: Effort) => promisify(gzip)(body, effort === 'fast' ? {} : { level: 9 }),
};

export type EncodedBody = ReturnType<typeof createEncodedBody>;

/** A body, compressed at most once per encoding. Not koa-compress, which compresses a cached body again for each request. */
export function createEncodedBody(plain: Buffer, effort: Effort) {
  const forms: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {};
  return {
    plain,
    /** The body and its encoding: small ones are compressed with the best effort alone. */
    async encode(encoding: Encoding): Promise<{ body: Buffer; encoding: Encoding }> {
      if (encoding === 'identity' || (effort === 'fast' && plain.length < minCompressedBytes)) {
        return { body: plain, encoding: 'identity' };
      }
      forms[encoding] ??= compressors[encoding](plain, effort).then(ownMemory);
      return { body: await forms[encoding], encoding };
    },
  };
}

/** A copy in memory of its own: a small buffer is a slice of a shared pool and would keep it alive. */
export const ownMemory = (body: Buffer): Buffer => Buffer.from(Uint8Array.from(body).buffer);

/**
 * Whether the client accepts this content type. Parameters of media types but `q` are left out before: Koa takes
 * `application/json; charset=utf-8` for another type than `application/json`.
 */
export function accepts(context: Context, contentType: string): boolean {
  const header = context.get('Accept').replaceAll(/"[^"]*"/g, '');
  context.req.headers.accept = header.replaceAll(/;(?!\s*q\s*=)[^;,]*/gi, '');
  return context.accepts(contentType) !== false;
}

/** The best encoding that the client accepts, whatever its order: browsers list several without preference. */
function bestEncoding(context: Context): Encoding {
  return compressed.find((encoding) => context.acceptsEncodings(encoding) === encoding) ?? 'identity';
}

/** Sends a body in the best encoding that the client accepts. */
export async function sendEncoded(context: Context, encoded: EncodedBody): Promise<void> {
  const { body, encoding } = await encoded.encode(bestEncoding(context));
  if (encoding !== 'identity') context.set('Content-Encoding', encoding);
  context.body = body;
}

/**
 * Sets the `ETag`, and answers 304 where the client has it. Koa's `fresh` does not work here: `fetch` in browsers and
 * Node sends `Cache-Control: no-cache` together with an `If-None-Match` of its caller, and `fresh` then never answers
 * 304.
 * @param matchesAny whether `If-None-Match: *` matches: only where a response exists
 * @returns whether it answered 304
 */
export function answerByETag(context: Context, etag: string, matchesAny = true): boolean {
  context.set('ETag', etag);
  const header = context.get('If-None-Match').trim();
  const tags = header === '' ? [] : header.split(',');
  const isKnown = header === '*' ? matchesAny : tags.some((tag) => bare(tag) === bare(etag));
  context.status = isKnown ? 304 : 200;
  return isKnown;
}

/**
 * Sets `Last-Modified`, and answers 304 where `If-Modified-Since` is not before it (RFC 9110, 13.1.3). A client that
 * sends `If-None-Match` too is answered by that alone, and a date in another form than this header's is ignored.
 * @param modified to be rounded down to whole seconds, as the header is
 * @returns whether it answered 304
 */
export function answerByDate(context: Context, modified: Date): boolean {
  const shown = modified.toUTCString();
  context.set('Last-Modified', shown);
  const header = context.get('If-Modified-Since').trim();
  if (header === '' || context.headers['if-none-match'] !== undefined) return false;
  const since = new Date(header);
  if (Number.isNaN(since.getTime()) || since.toUTCString() !== header || since < new Date(shown))
    return false;
  context.status = 304;
  return true;
}

/** Weak comparison (RFC 9110). */
const bare = (tag: string) => tag.trim().replace(/^W\//, '');

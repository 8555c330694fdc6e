import type { Context } from 'koa';
import { type EncodedBody, type Encoding, encodings } from './encoded-body.ts';

/** Whether the client accepts this content type. */
export const accepts = (context: Context, contentType: string): boolean =>
  context.accepts(contentType) !== false;

/** The best encoding that the client accepts, whatever its order: browsers list several without preference. */
function bestEncoding(context: Context): Encoding {
  return encodings.find((encoding) => context.acceptsEncodings(encoding) === encoding) ?? 'identity';
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
export function answerNotModified(context: Context, etag: string, matchesAny = true): boolean {
  context.set('ETag', etag);
  const header = context.get('If-None-Match').trim();
  const isKnown = header === '*' ? matchesAny : header.split(',').some((tag) => bare(tag) === bare(etag));
  context.status = isKnown ? 304 : 200;
  return isKnown;
}

/** Weak comparison (RFC 9110). */
const bare = (tag: string) => tag.trim().replace(/^W\//, '');

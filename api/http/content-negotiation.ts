import type { Context } from 'koa';
import { type EncodedBody, type Encoding, encodings } from './encoded-body.ts';

/** Whether the client takes this type of content. */
export const accepts = (context: Context, contentType: string): boolean =>
  context.accepts(contentType) !== false;

/** The best encoding that the client takes at all: browsers list several in no order of preference. */
function bestEncoding(context: Context): Encoding {
  return encodings.find((encoding) => context.acceptsEncodings(encoding) === encoding) ?? 'identity';
}

/** Sends a body in the best encoding that the client takes. */
export async function sendEncoded(context: Context, encoded: EncodedBody): Promise<void> {
  const { body, encoding } = await encoded.encode(bestEncoding(context));
  if (encoding !== 'identity') context.set('Content-Encoding', encoding);
  context.body = body;
}

/**
 * Sets the `ETag`, and answers 304 where the client has it. Not by Koa's `fresh`: `fetch` of browsers and of Node sends
 * `Cache-Control: no-cache` beside an `If-None-Match` of its caller, for which that never answers 304.
 * @param matchesAny whether `If-None-Match: *` matches: only where there is an answer
 * @returns whether it did
 */
export function answerNotModified(context: Context, etag: string, matchesAny = true): boolean {
  context.set('ETag', etag);
  const header = context.get('If-None-Match').trim();
  const isKnown = header === '*' ? matchesAny : header.split(',').some((tag) => bare(tag) === bare(etag));
  context.status = isKnown ? 304 : 200;
  return isKnown;
}

/** Tags are compared weakly. */
const bare = (tag: string) => tag.trim().replace(/^W\//, '');

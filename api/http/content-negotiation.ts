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
 * Sets the `ETag`, and answers 304 where the client has it.
 * @returns whether it did
 */
export function answerNotModified(context: Context, etag: string): boolean {
  context.set('ETag', etag);
  context.status = 200;
  if (context.fresh) context.status = 304;
  return context.status === 304;
}

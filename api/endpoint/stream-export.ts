import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Export } from './define-route.ts';

/**
 * Streams an export as fast as its client reads. A failure on the way breaks the connection, so that no client
 * takes a cut file for a whole one.
 * @param open begins the export; what it holds is let go of when all of it is made, or nobody reads it any more
 * @param options.onEnd is called when the client has read it or disconnected
 */
export async function streamExport(
  context: Context,
  open: () => Promise<Export>,
  { log, onEnd }: { log: Logger; onEnd: () => void },
): Promise<void> {
  let exported: Export;
  try {
    exported = await open();
  } catch (error) {
    onEnd();
    throw error;
  }
  const end = () => void exported.close().finally(onEnd);
  if (context.res.destroyed) end();
  else context.res.once('close', end);
  context.status = 200;
  context.set({
    'Content-Type': exported.contentType,
    'Content-Disposition': `attachment; filename="${exported.fileName}"`,
    'X-Total-Records': String(exported.total),
  });
  if (context.method === 'HEAD') return;
  // A stream and its pipe wait for the end of the response, beside the log, the metrics and the limits.
  context.res.setMaxListeners(20);
  const isZipped = context.acceptsEncodings('gzip') === 'gzip';
  if (isZipped) context.set('Content-Encoding', 'gzip');
  const encode = isZipped ? createGzip() : new PassThrough();
  context.body = pipeline(Readable.from(exported.chunks()), encode, (error) => {
    void exported.close();
    if (!error) return;
    if (!context.res.destroyed)
      log.error({ err: error, requestId: context.state.requestId }, 'an export broke');
    context.res.destroy();
  });
}

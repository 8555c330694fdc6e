import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Export } from './define-route.ts';

/**
 * Streams an export as fast as its client reads. An error breaks the connection, so that no client
 * mistakes a partial file for a complete one.
 * @param open starts the export; it is closed when it is complete or its client has disconnected
 * @param options.onEnd called when the client has read the export or disconnected
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
    ...(exported.fileName && { 'Content-Disposition': `attachment; filename="${exported.fileName}"` }),
    'X-Total-Records': String(exported.total),
  });
  if (context.method === 'HEAD') return;
  // The stream and its pipe add listeners to those of the log, the metrics and the limits.
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

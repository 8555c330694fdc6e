import { PassThrough, pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Export } from './route.ts';

/**
 * Streams an export as fast as its client reads. A failure on the way breaks the connection, so that no client
 * takes a cut file for a whole one.
 */
export async function sendExport(context: Context, exported: Export, log: Logger): Promise<void> {
  context.status = 200;
  context.set({
    'Content-Type': exported.contentType,
    'Content-Disposition': `attachment; filename="${exported.fileName}"`,
    'X-Total-Records': String(exported.total),
  });
  if (context.method === 'HEAD') return exported.close();
  // A stream and its pipe wait for the end of the response, beside the log, the metrics and the limits.
  context.res.setMaxListeners(20);
  const isZipped = context.acceptsEncodings('gzip') === 'gzip';
  if (isZipped) context.set('Content-Encoding', 'gzip');
  const encode = isZipped ? createGzip() : new PassThrough();
  context.body = pipeline(Readable.from(exported.chunks()), encode, (error) => {
    if (!error) return;
    if (!context.res.destroyed)
      log.error({ err: error, requestId: context.state.requestId }, 'an export broke');
    context.res.destroy();
  });
}

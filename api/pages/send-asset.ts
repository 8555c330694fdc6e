import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** A file of a page, as browsers get it. */
export interface Asset {
  type: string;
  content: Buffer;
}

/** Above this many bytes the best compression takes seconds, and the next best is hardly larger. */
const large = 300_000;

const compress = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        [constants.BROTLI_PARAM_QUALITY]: content.length > large ? 6 : constants.BROTLI_MAX_QUALITY,
      },
    }),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};

const encodings = ['br', 'gzip'] as const;

const compressed = new WeakMap<Asset, Partial<Record<'br' | 'gzip', Promise<Buffer>>>>();

/** Sends a file, compressed at the first request for it and kept so. */
export async function sendAsset(context: Context, asset: Asset): Promise<void> {
  context.vary('Accept-Encoding');
  context.type = asset.type;
  // Browsers name gzip first and mean no preference: ours is the smaller one.
  const encoding = encodings.find((known) => context.acceptsEncodings(known) === known);
  if (encoding === undefined) {
    context.body = asset.content;
    return;
  }
  const known = compressed.get(asset) ?? {};
  compressed.set(asset, known);
  known[encoding] ??= compress[encoding](asset.content);
  context.set('Content-Encoding', encoding);
  context.body = await known[encoding];
}

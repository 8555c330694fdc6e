import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { answerNotModified, sendEncoded } from '../http/content-negotiation.ts';
import { EncodedBody } from '../http/encoded-body.ts';

/** A file of a page, as browsers get it. */
export interface Asset {
  type: string;
  body: EncodedBody;
}

/** The files of a page. */
export interface AssetFolder {
  /** Path of the folder, named by the content of its files. */
  folder: string;
  /** Files below the folder by their relative path. */
  files: Map<string, Asset>;
}

/** A file that is compressed at the first request for it, and kept so. */
export const createAsset = (type: string, content: Buffer | string): Asset => ({
  type,
  body: new EncodedBody(Buffer.from(content), 'best'),
});

/** Names contents: other contents have another name. */
export function digestOf(contents: Iterable<string | Buffer>): string {
  const digest = createHash('sha256');
  for (const content of contents) digest.update(content);
  return digest.digest('base64url').slice(0, 16);
}

/** Sends a file of which the browser asks each time whether it changed. */
export async function sendDocument(context: Context, { type, body }: Asset): Promise<void> {
  context.set('Cache-Control', 'public, max-age=0, must-revalidate');
  context.vary('Accept, Accept-Encoding');
  if (answerNotModified(context, `W/"${digestOf([body.plain])}"`)) return;
  context.type = type;
  await sendEncoded(context, body);
}

/** Sends the file of a folder that the request names, to be cached for ever, or nothing where there is none. */
export async function sendFile(context: Context, { folder, files }: AssetFolder): Promise<void> {
  const asset = context.path.startsWith(`${folder}/`) && files.get(context.path.slice(folder.length + 1));
  if (!asset) return;
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.vary('Accept-Encoding');
  context.type = asset.type;
  await sendEncoded(context, asset.body);
}

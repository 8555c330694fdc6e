import { hash } from 'node:crypto';
import { extname } from 'node:path';
import type { Context } from 'koa';
import {
  answerByETag,
  createEncodedBody,
  type EncodedBody,
  sendEncoded,
} from '../http/content-negotiation.ts';

/** A file of a page as it is served. */
export interface Asset {
  /** Its media type, or the ending of a file name. */
  type: string;
  body: EncodedBody;
  etag: string;
}

/** A file that is compressed at its first request and stays compressed in memory. */
export const createAsset = (type: string, content: string): Asset => ({
  type,
  body: createEncodedBody(Buffer.from(content), 'best'),
  etag: `W/"${digestOf(content)}"`,
});

export type AssetFolder = ReturnType<typeof createFolder>;

/** The files of a page by relative path, and the path of their folder; its name is a digest of them. */
export const createFolder = (parent: string, contents: Record<string, string>) => ({
  folder: `${parent}/${digestOf(JSON.stringify(contents))}`,
  files: new Map(
    Object.entries(contents).map(([name, content]) => [name, createAsset(extname(name), content)]),
  ),
});

const digestOf = (content: string) => hash('sha256', content, 'base64url').slice(0, 16);

/** The policy of a page that loads files of its own host, and images from these sources. */
export const pagePolicy = (images: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${images}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');

/** A function that makes a value at its first call and returns the same one at every other. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Sends a file that the browser revalidates each time. */
export async function sendDocument(context: Context, { type, body, etag }: Asset): Promise<void> {
  context.set('Cache-Control', 'public, max-age=0, must-revalidate');
  context.vary('Accept, Accept-Encoding');
  if (answerByETag(context, etag)) return;
  context.type = type;
  await sendEncoded(context, body);
}

/** Sends a page with its policy. Pages of other origins that open it get no access to its window. */
export async function sendPage(context: Context, page: Asset, policy: string): Promise<void> {
  context.set('Content-Security-Policy', policy);
  context.set('Cross-Origin-Opener-Policy', 'same-origin');
  await sendDocument(context, page);
}

/** Sends a file of a folder, cacheable forever; sends nothing where the file does not exist. */
export async function sendFile(context: Context, { folder, files }: AssetFolder): Promise<void> {
  const asset = context.path.startsWith(`${folder}/`) && files.get(context.path.slice(folder.length + 1));
  if (!asset) return;
  // The files have none of the headers that this one lists.
  context.remove('Access-Control-Expose-Headers');
  context.set('Cache-Control', 'public, max-age=31536000, immutable');
  context.vary('Accept-Encoding');
  context.type = asset.type;
  await sendEncoded(context, asset.body);
}

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The forms in which a body is sent, best first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** An answer before it is encoded. */
export interface PlainAnswer {
  body: Buffer;
  /** The `Link` header, on pages. */
  link?: string | undefined;
}

/** Below this many bytes compression costs more than it saves. */
const smallest = 1024;

/** What an entry takes beside its bodies, roughly. */
const overheadBytes = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const compressors = {
  // Quality 4 is as fast as gzip and smaller.
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => zip(body),
};

/** A body as it is sent, compressed at most once in each way. Thousands are kept: it holds little beside its bytes. */
export class RenderedAnswer {
  readonly link: string | undefined;
  /** Is called with the bytes that a further form takes. */
  onGrowth: ((addedBytes: number) => void) | undefined;
  private plain: Buffer;
  private total: number;
  private readonly forms: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {};

  constructor({ body, link }: PlainAnswer) {
    this.plain = body;
    this.total = body.length + overheadBytes;
    this.link = link;
  }

  /** The body, and how it is encoded: small ones are never compressed. */
  async encoded(encoding: Encoding): Promise<{ body: Buffer; encoding: Encoding }> {
    if (encoding === 'identity' || this.plain.length < smallest) {
      return { body: this.plain, encoding: 'identity' };
    }
    this.forms[encoding] ??= this.compress(encoding);
    return { body: await this.forms[encoding], encoding };
  }

  /** From now on takes just the memory of its bytes. */
  compact(): void {
    this.plain = compact(this.plain);
  }

  /** Memory that all forms take, in bytes. */
  byteLength(): number {
    return this.total;
  }

  private async compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const body = compact(await compressors[encoding](this.plain));
    this.total += body.length;
    this.onGrowth?.(body.length);
    return body;
  }
}

/** The bytes in memory of just their size: a small buffer is a part of a larger one, which it would keep alive. */
function compact(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

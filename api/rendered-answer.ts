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

/** A body as it is sent, compressed at most once in each way. */
export interface RenderedAnswer {
  link: string | undefined;
  /** The body, and how it is encoded: small ones are never compressed. */
  encoded(encoding: Encoding): Promise<{ body: Buffer; encoding: Encoding }>;
  /** From now on takes just the memory of its bytes. */
  compact(): void;
  /** Memory that all forms take, in bytes. */
  byteLength(): number;
  /** Is called with the bytes that a further form takes. */
  onGrowth(listener: (addedBytes: number) => void): void;
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

export function renderedAnswer({ body, link }: PlainAnswer): RenderedAnswer {
  let plain = body;
  const forms = new Map<Encoding, Promise<Buffer>>();
  const listeners: ((addedBytes: number) => void)[] = [];
  let total = plain.length + overheadBytes;

  async function compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const body = compact(await compressors[encoding](plain));
    total += body.length;
    for (const listener of listeners) listener(body.length);
    return body;
  }

  return {
    link,
    async encoded(encoding) {
      if (encoding === 'identity' || plain.length < smallest) return { body: plain, encoding: 'identity' };
      const form = forms.get(encoding) ?? compress(encoding);
      forms.set(encoding, form);
      return { body: await form, encoding };
    },
    compact: () => {
      plain = compact(plain);
    },
    byteLength: () => total,
    onGrowth: (listener) => void listeners.push(listener),
  };
}

/** The bytes in memory of just their size: a small buffer is a part of a larger one, which it would keep alive. */
function compact(body: Buffer): Buffer {
  if (body.buffer.byteLength === body.length) return body;
  const copy = Buffer.allocUnsafeSlow(body.length);
  body.copy(copy);
  return copy;
}

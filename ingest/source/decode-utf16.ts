import { Transform, type TransformCallback } from 'node:stream';
import { UnrecoverableError } from 'bullmq';

/** How the bytes of a UTF-16 file lie; undefined for another file. By its mark, or by zeros where ASCII text has them. */
export function utf16Of(first: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [a, b, c, d] = first;
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  return a === 0 && b && c === 0 && d ? 'utf-16be' : undefined;
}

/**
 * Turns UTF-16 into UTF-8, line by line the same, with the mark of UTF-8 before it: whatever encoding a profile names,
 * this text has it no more. It fails where the bytes are no characters.
 */
export function decodeUtf16(encoding: 'utf-16le' | 'utf-16be'): Transform {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (done: TransformCallback, chunk?: Buffer) => {
    try {
      done(null, decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      done(
        new UnrecoverableError(
          'The file begins as UTF-16, but has bytes that are no characters; save it as UTF-8.',
        ),
      );
    }
  };
  const decoded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => decode(done, chunk),
    flush: (done) => decode(done),
  });
  decoded.push('\ufeff');
  return decoded;
}

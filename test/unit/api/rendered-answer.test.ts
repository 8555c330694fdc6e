import { expect, it } from 'vitest';
import { encodings, RenderedAnswer } from '../../../api/endpoint/encoded-body.ts';

it.each([10, 2_000, 50_000])(
  'an answer of %i bytes keeps no more memory than its bodies have bytes',
  async (length) => {
    const rendered = new RenderedAnswer({
      body: Buffer.from(JSON.stringify(Array.from({ length: length / 10 }, Math.random))),
    });
    rendered.compact();
    for (const encoding of encodings) {
      const { body } = await rendered.encoded(encoding);
      expect(body.buffer.byteLength, encoding).toBe(body.byteLength);
    }
  },
);

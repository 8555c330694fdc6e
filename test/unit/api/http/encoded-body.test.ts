import { expect, it } from 'vitest';
import { createEncodedBody, ownMemory } from '../../../../api/http/content-negotiation.ts';

it.each([10, 2_000, 50_000])(
  'a body of %i bytes keeps no more memory than its compressed forms need',
  async (length) => {
    const plain = Buffer.from(JSON.stringify(Array.from({ length: length / 10 }, Math.random)));
    const encoded = createEncodedBody(ownMemory(plain), 'fast');
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const { body } = await encoded.encode(encoding);
      expect(body.buffer.byteLength, encoding).toBe(body.byteLength);
    }
  },
);

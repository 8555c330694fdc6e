import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecordsAsBytes } from '../../../api/search/stored-records.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"_source":', ',"sort":[', '},"sort":[1]', 'Grün “é” 钻石 💎', '\\"_source\\":{'),
);
const hit = fc.record({
  _id: text,
  _source: fc.record({ title: text, price: fc.double({ noNaN: true }), flags: fc.array(text) }),
  sort: fc.array(fc.integer()),
});
const answer = fc.record({ took: fc.nat(), hits: fc.record({ hits: fc.array(hit) }) });

const read = (body: unknown) =>
  new RecordsAsBytes().deserialize(new TextEncoder().encode(JSON.stringify(body)));

it('leaves each source as the bytes that it is, and reads everything else', () => {
  fc.assert(
    fc.property(fc.oneof(answer, fc.record({ responses: fc.array(answer) })), (body) => {
      // Printed by the same means, the answer is what it was: its sources as text.
      const asText = JSON.stringify(read(body), (_, value) =>
        value?.type === 'Buffer' ? JSON.parse(Buffer.from(value.data).toString()) : value,
      );
      expect(JSON.parse(asText)).toEqual(JSON.parse(JSON.stringify(body)));
    }),
    { numRuns: 300 },
  );
});

it('reads what has no sources: errors and answers without hits', () => {
  for (const body of [{ error: { reason: 'no "_source": here' }, status: 404 }, { hits: { hits: [] } }]) {
    expect(read(body)).toEqual(body);
  }
});

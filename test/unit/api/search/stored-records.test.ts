import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StoredJsonSerializer } from '../../../../api/search/stored-records.ts';

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

const read = (body: unknown) => new StoredJsonSerializer().deserialize(JSON.stringify(body));

type Body = { hits?: { hits: { _source: unknown }[] }; responses?: Body[] };

/** The same result with each source replaced by its text. */
function withText({ responses, hits }: Body): Body {
  if (responses) return { responses: responses.map(withText) };
  const asText = hits!.hits.map((hit) => ({ ...hit, _source: JSON.stringify(hit._source) }));
  return { hits: { ...hits, hits: asText } };
}

it('the source of each hit stays text, and everything else is parsed', () => {
  fc.assert(
    fc.property(fc.oneof(answer, fc.record({ responses: fc.array(answer) })), (body) => {
      const plain = JSON.parse(JSON.stringify(body)) as Body;
      expect(read(body)).toMatchObject(withText(plain));
    }),
  );
});

it('errors and search results without hits are parsed', () => {
  for (const body of [{ error: { reason: 'no "_source": here' }, status: 404 }, { hits: { hits: [] } }]) {
    expect(read(body)).toEqual(body);
  }
});

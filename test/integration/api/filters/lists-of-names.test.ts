import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAuction } from '../../../support/build-auction.ts';
import { type ApiOverRecords, startApiOver } from '../../../support/start-api-over.ts';

/** An index of its own: stored names that the vocabulary does not know, also with commas, beside known ones. */
const origins = ['Île Verte', 'Alpha Ridge', 'Smith, Jones', 'Kashmir', 'Myanmar'];
const lotNumbers = ['7', '8', '7,8', '9', '8'];
const records = origins.flatMap((origin, place) =>
  Array.from({ length: place + 1 }, (_, n) =>
    buildAuction({
      id: 100 * place + n + 1,
      origin,
      gem_type: n % 2 === 0 ? 'Ruby' : 'Spinel',
      lot_number: lotNumbers[n]!,
    }),
  ),
);

let api: ApiOverRecords;
beforeAll(async () => {
  api = await startApiOver(records);
});
afterAll(() => api?.close());

const lotsOf = (...names: string[]) => records.filter(({ origin }) => names.includes(origin!)).length;

test.each([
  ['Île Verte,Kashmir', ['Île Verte', 'Kashmir']],
  ['Kashmir,Île Verte', ['Île Verte', 'Kashmir']],
  ['ile verte,Burma,Alpha Ridge', ['Île Verte', 'Myanmar', 'Alpha Ridge']],
  ['Smith, Jones,Kashmir', ['Smith, Jones', 'Kashmir']],
  ['Kashmir,Smith, Jones', ['Smith, Jones', 'Kashmir']],
  ['Alpha Ridge,Kashmir, India,smith, jones', ['Alpha Ridge', 'Kashmir', 'Smith, Jones']],
  ['Nowhere,Kashmir', ['Kashmir']],
])('origin=%s finds the lots of each name, in any order', async (origin, names) => {
  const { pagination } = await api.ask('auctions', { origin });
  expect(pagination.total_records).toBe(lotsOf(...names));
});

test('ready filters of facets find exactly the lots that they say under a list of names', async () => {
  const origin = '"Alpha Ridge",Kashmir,"Smith, Jones"';
  const asked = { origin, lot_number: '"7",8', facets: 'gem_type,origin' };
  const { meta } = await api.ask('auctions', asked);
  const values = [...meta.facets.gem_type.values, ...meta.facets.origin.values];
  expect(values).toHaveLength(7);
  for (const { value, lots, filter } of values) {
    const { pagination } = await api.ask('auctions', filter);
    expect(pagination.total_records, value).toBe(lots);
  }
});

import { expect, it } from 'vitest';
import { buildAuction } from '../../support/build-auction.ts';
import { getFrom } from '../../support/get-from.ts';
import { createTestIndex } from '../../support/test-index.ts';
import { startTarget, unlimited } from './start-target.ts';

const lots = 60_000;
const clients = 16;
const treatments = ['No heat', 'Heated', 'Minor oil', 'Untreated'];
const origins = ['Myanmar', 'Sri Lanka', 'Kashmir', 'Colombia', 'Brazil'];

/** Lots of one gem type, hardly two of the same day, house, origin, treatment and basis: a model has as many cells as lots. */
const lotOf = (n: number) =>
  buildAuction({
    id: n + 1,
    carat: 1 + (n % 37) / 4,
    price_final_usd: 1_000 + ((n * 7919) % 90_000),
    price_basis: n % 2 === 0 ? 'hammer' : 'premium',
    origin: origins[n % origins.length]!,
    treatment: treatments[n % treatments.length]!,
    auction_house: `House ${n % 11}`,
    auction_date: new Date(Date.UTC(2005, 0, 1 + (n % 7001))).toISOString().slice(0, 10),
  });

it('an API with a small heap answers many clients that ask for different large price models at once', async () => {
  const index = await createTestIndex(Array.from({ length: lots }, (_, n) => lotOf(n)));
  const api = await startTarget(index.alias, {
    ...unlimited,
    // The requests wait for each other.
    ELASTICSEARCH_TIMEOUT_MS: '600000',
    API_HEAP_MB: '256',
  });
  const statuses = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const path = `/api/ext/premia?gem_name=ruby&trait=treatment&price_min=${client + 1}`;
      return (await getFrom(`127.0.1.${client + 1}`, `${api.url}${path}`)).status;
    }),
  );
  expect(statuses).toEqual(Array(clients).fill(200));
  expect(api.complaints()).toBe('');
  await index.remove();
});

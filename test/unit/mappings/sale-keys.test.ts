import fc from 'fast-check';
import { expect, test } from 'vitest';
import { saleKeysOf, toDocument } from '../../../mappings/document.ts';
import type { AuctionRecord } from '../../../mappings/record.ts';
import { readSaleKey, readValueKey } from '../../../mappings/sale-keys.ts';
import { buildAuction } from '../../support/build-auction.ts';

/** Names as an import cleans them, without control characters. */
const name = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));

test('sale keys contain day, house and value', () => {
  fc.assert(
    fc.property(fc.option(name), fc.option(name), fc.option(name), (auction_house, origin, treatment) => {
      const keys = saleKeysOf({ auction_date: '2019-05-12', auction_house, origin, treatment });
      expect(readSaleKey(keys.sale)).toEqual({ day: '2019-05-12', house: auction_house });
      const partOf = (key: string | undefined) => (key === undefined ? null : readValueKey(key));
      expect(partOf(keys.origin)).toEqual(origin === null ? null : { sale: keys.sale, value: origin });
      expect(partOf(keys.treatment)).toEqual(
        treatment === null ? null : { sale: keys.sale, value: treatment },
      );
    }),
  );
});

test('only lots that a price model can use have sale keys', () => {
  const lot = { id: 1, carat: 2, auction_date: '2019-05-12', price_final_usd: 9000, is_sold: true };
  const keysOf = (given: Partial<AuctionRecord>) => toDocument(buildAuction({ ...lot, ...given })).sale_keys;
  expect(keysOf({})?.sale).toMatch(/^2019-05-12\t/);
  expect(keysOf({ carat: null })).toBeUndefined();
  expect(keysOf({ auction_date: null })).toBeUndefined();
});

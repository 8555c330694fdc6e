import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDocument, toRecord } from '../../../mappings/document.ts';
import { toFormerRecord } from '../../../mappings/former-records.ts';
import { anyAuction, buildAuction } from '../../support/build-auction.ts';

const anyFormer = anyAuction(7).filter(({ sale_status: status }) => status === 'sold' || status === 'unsold');

it.each([1, 2, 3])('a record is read from an index of version %i with what that can hold', (version) => {
  fc.assert(
    fc.property(anyFormer, (record) => {
      const former = toFormerRecord(record, version);
      expect(toRecord(former)).toEqual({ ...record, object_type: null, updated_at: null });
    }),
  );
});

it('an older index takes no field that it does not know, and an unknown lot as unsold', () => {
  const record = buildAuction({
    id: 1,
    sale_status: 'unknown',
    price_final_usd: null,
    carat: 25,
    labs: ['GIA'],
  });
  const document = toDocument(record, 3);
  expect(document).toMatchObject({ is_sold: false, lab: 'GIA', carat_band: '20+' });
  for (const field of ['sale_status', 'labs', 'report_numbers', 'object_type', 'updated_at']) {
    expect(document).not.toHaveProperty(field);
  }
  expect(toDocument(record)).toMatchObject({ is_sold: null, sale_status: 'unknown', carat_band: '20-' });
});

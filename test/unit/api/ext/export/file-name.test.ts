import { expect, test } from 'vitest';
import { exportFileName } from '../../../../../api/ext/export/export.ts';

test('an export file is named after its view, its parameters and the data version', () => {
  const params = { gem_name: ['Paraíba Tourmaline', 'Ruby'], price_min: 1000, sort: '-price' };
  expect(exportFileName('auctions', params, 'mwq6hwxe-29cbd6', 'csv')).toBe(
    'auctions_gem-name-paraiba-tourmaline-ruby_price-min-1000_sort-price_mwq6hwxe-29cbd6.csv',
  );
  expect(exportFileName('top-price', {}, 'v1', 'ndjson')).toBe('top-price_v1.ndjson');
});

test.each([
  '../../etc/passwd',
  'a"; filename="x.exe',
  'x\r\nSet-Cookie: a=b',
  `${'💎'.repeat(200)}${'x'.repeat(200)}`,
])('the file name is short and safe in a header and on a disk: %j', (q) => {
  const name = exportFileName('auctions', { q }, q.slice(0, 40), 'csv');
  expect(name).toMatch(/^auctions[a-z0-9_-]*\.csv$/);
  expect(name.length).toBeLessThan(200);
});

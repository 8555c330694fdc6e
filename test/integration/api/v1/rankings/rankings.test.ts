import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import { anyFilters } from '../../../../support/build-auction.ts';
import { plainRanking, type RankedField } from '../../../../support/plain-lists.ts';
import { corpus } from '../../../../support/world/world.ts';

const rankings: [path: string, field: RankedField][] = [
  ['rankings/top-price', 'price_final_usd'],
  ['rankings/price-per-carat', 'price_per_carat_usd'],
];
const shown = (data: { id: number; rank: number }[]) => data.map(({ id, rank }) => [id, rank]);

describe.each(rankings)('the ranking /%s', (path, field) => {
  test('the ranking equals a plain sort, on any page of any filter', async () => {
    const anyPage = fc.integer({ min: 1, max: 20 });
    const anyLimit = fc.integer({ min: 1, max: 100 });
    await fc.assert(
      fc.asyncProperty(anyFilters, anyPage, anyLimit, async (filters, page, limit) => {
        const asked = { ...filters, page: String(page), limit: String(limit) };
        const { data, pagination } = await corpus.ask(path, asked);
        const ranking = plainRanking(corpus.ranked(filters), field);
        expect(shown(data)).toEqual(ranking.slice((page - 1) * limit, page * limit));
        expect(pagination).toEqual({
          current_page: page,
          total_pages: Math.ceil(ranking.length / limit),
          total_records: ranking.length,
        });
      }),
    );
  });

  test('rank and id are present beside the fields chosen by fields', async () => {
    const whole = await corpus.ask(path, 'limit=5&page=2');
    const { data } = await corpus.ask(path, 'limit=5&page=2&fields=gem_type');
    expect(data).toEqual(
      whole.data.map(({ rank, id, gem_type }: Record<string, unknown>) => ({ rank, id, gem_type })),
    );
  });

  test('the ranking leaves out watches and other objects unless object types are requested', async () => {
    const isRanked = (record: AuctionRecord) => record.is_sold && record[field] !== null;
    const watches = corpus.ranked({ object_type: 'watch' }).filter(isRanked);
    const whole = await corpus.ask(path, 'limit=1');
    expect(whole.meta.excluded.objects).toBe(corpus.leftOut({}, 'objects').filter(isRanked).length);
    const asked = await corpus.ask(path, 'limit=1&object_type=watch');
    expect(asked.meta.excluded?.objects ?? 0).toBe(0);
    expect(asked.pagination.total_records).toBe(plainRanking(watches, field).length);
    expect(watches.length).toBeGreaterThan(100);
    const none = await corpus.ask(path, 'limit=1&object_type=ring&gem_name=nothing');
    expect(none.meta).not.toHaveProperty('excluded');
  });
});

test('the ranking by price per carat counts lots of several stones as left out, with the reason', async () => {
  const several = corpus
    .ranked({ gem_name: 'ruby' })
    .filter((record) => record.price_per_carat_usd !== null && record.flags.includes('MULTI_STONE'));
  const { meta } = await corpus.ask('rankings/price-per-carat', 'gem_name=ruby');
  expect(several.length).toBeGreaterThan(0);
  expect(meta.excluded).toMatchObject({ lots: several.length, flag: 'MULTI_STONE' });
  expect(meta.excluded.reason).toMatch(/several stones/);
});

import { expect, test } from 'vitest';
import { filterClauses } from '../../../../api/filters/filter-clauses.ts';
import type { FilterParams } from '../../../../api/filters/filter-params.ts';
import { allOf, type Clause } from '../../../../api/search/clauses.ts';
import {
  auctionClauses,
  auctionLots,
  leftOutObjects,
  pricedClauses,
} from '../../../../api/statistics/auction-lots.ts';

const notDuplicate = { bool: { must_not: [{ exists: { field: 'duplicate_of' } }] } };

test.for<[params: FilterParams, clauses: object[]]>([
  [{}, []],
  [{ gem_name: ['Ruby'] }, [{ terms: { 'gem_type.folded': ['Ruby'] } }]],
  [{ origin: ['Myanmar'] }, [{ terms: { 'origin.folded': ['Myanmar'] } }]],
  [{ origin: ['none'] }, [{ bool: { must_not: [{ exists: { field: 'origin' } }] } }]],
  [
    { origin: ['Kashmir', 'none'] },
    [
      {
        bool: {
          should: [
            { terms: { 'origin.folded': ['Kashmir'] } },
            { bool: { must_not: [{ exists: { field: 'origin' } }] } },
          ],
          minimum_should_match: 1,
        },
      },
    ],
  ],
  [{ auction_house: ["Christie's"] }, [{ terms: { 'auction_house.folded': ["Christie's"] } }]],
  [{ is_sold: false }, [{ term: { is_sold: false } }]],
  [{ weight_min: 0 }, [{ range: { carat: { gte: 0 } } }]],
  [{ weight_max: 2.5 }, [{ range: { carat: { lte: 2.5 } } }]],
  [
    { price_min: 1, price_max: 2 },
    [{ range: { price_final_usd: { gte: 1 } } }, { range: { price_final_usd: { lte: 2 } } }],
  ],
  [{ date_from: '2020-01-01' }, [{ range: { auction_date: { gte: '2020-01-01' } } }]],
  [{ date_to: '2020-01-01' }, [{ range: { auction_date: { lte: '2020-01-01' } } }]],
  [{ price_per_carat_min: 5 }, [{ range: { price_per_carat_usd: { gte: 5 } } }]],
  [{ price_per_carat_max: 5 }, [{ range: { price_per_carat_usd: { lte: 5 } } }]],
  [{ treatment: ['No heat'] }, [{ terms: { 'treatment.folded': ['No heat'] } }]],
  [{ lab: ['SSEF'] }, [{ terms: { 'labs.folded': ['SSEF'] } }]],
  [{ object_type: ['ring'] }, [{ terms: { object_type: ['ring'] } }]],
  [{ object_type: ['none'] }, [{ bool: { must_not: [{ exists: { field: 'object_type' } }] } }]],
  [{ status: ['sold'] }, [{ term: { is_sold: true } }]],
  [{ status: ['unknown'] }, [{ bool: { must_not: [{ exists: { field: 'is_sold' } }] } }]],
  [
    { status: ['unsold', 'listing'] },
    [
      {
        bool: {
          should: [
            {
              bool: {
                filter: [{ term: { is_sold: false } }],
                must_not: [{ terms: { sale_status: ['withdrawn', 'listing'] } }],
              },
            },
            { term: { sale_status: 'listing' } },
          ],
          minimum_should_match: 1,
        },
      },
    ],
  ],
  [{ carat_band: ['3-5'] }, [{ terms: { carat_band: ['3-5'] } }]],
  [{ carat_band: ['20-'] }, [{ terms: { carat_band: ['20-'] } }]],
  [{ year: [2019, 2020] }, [{ terms: { year: [2019, 2020] } }]],
  [{ is_synthetic: true }, [{ term: { is_synthetic: true } }]],
  [{ is_synthetic: false }, [{ term: { is_synthetic: false } }]],
  [{ updated_since: '2026-11-01' }, [{ range: { updated_at: { gte: '2026-11-01' } } }]],
  [{ ids: [1, 2] }, [{ terms: { id: [1, 2] } }]],
  [{ flags: ['MULTI_STONE'] }, [{ terms: { flags: ['MULTI_STONE'] } }]],
  [{ sale: ['Sale 7'] }, [{ terms: { 'sale.folded': ['Sale 7'] } }]],
  [{ location: ['none'] }, [{ bool: { must_not: [{ exists: { field: 'location' } }] } }]],
  [{ lot_number: ['10A'] }, [{ terms: { lot_number: ['10A'] } }]],
  [{ report_number: ['78414'] }, [{ terms: { report_numbers: ['78414'] } }]],
  [{ q: 'red ruby' }, [{ match: { title_words: { query: 'red ruby', operator: 'and' } } }]],
  [
    { q: 'old "red ruby" ring' },
    [
      { match_phrase: { title_words: { query: 'red ruby' } } },
      { match: { title_words: { query: 'old   ring', operator: 'and' } } },
    ],
  ],
  [{ q: '"" - !' }, [{ match_none: {} }]],
])('the filters %j become the expected query', ([params, clauses]) => {
  expect(filterClauses(params)).toEqual([...clauses, notDuplicate]);
});

test('duplicates are excluded unless a request asks for them', () => {
  const isSold = { term: { is_sold: true } };
  expect(filterClauses({ is_sold: true, duplicates: 'include' })).toEqual([isSold]);
  expect(filterClauses({ is_sold: true, duplicates: 'only' })).toEqual([
    isSold,
    { exists: { field: 'duplicate_of' } },
  ]);
});

test('a facet ignores its own filter', () => {
  expect(filterClauses({ gem_name: ['Ruby'], is_sold: true }, 'gem_name')).toEqual([
    { term: { is_sold: true } },
    notDuplicate,
  ]);
});

test('statistics exclude listings unless a status is requested', () => {
  const notListing = { bool: { must_not: [{ term: { sale_status: 'listing' } }] } };
  const asked = { object_type: ['ring' as const], duplicates: 'include' as const };
  const ring = { terms: { object_type: ['ring'] } };
  expect(auctionClauses({ ...asked, is_sold: true })).toEqual([
    { term: { is_sold: true } },
    ring,
    notListing,
  ]);
  expect(auctionClauses({ ...asked, status: ['listing'] })).toEqual([
    ring,
    { term: { sale_status: 'listing' } },
  ]);
});

test('price figures exclude objects other than jewels unless an object type is requested', () => {
  const others = { terms: { object_type: ['watch', 'box', 'other'] } };
  expect(pricedClauses({ is_sold: true, duplicates: 'include' })).toEqual([
    { term: { is_sold: true } },
    { bool: { must_not: [others] } },
  ]);
  expect(pricedClauses({ object_type: ['watch'] })).toEqual([
    { terms: { object_type: ['watch'] } },
    notDuplicate,
  ]);
  const priced = { exists: { field: 'price_final_usd' } };
  expect(leftOutObjects({ is_sold: true, duplicates: 'include' }, [priced])).toEqual(
    allOf([{ term: { is_sold: true } }, priced, others]),
  );
  expect(leftOutObjects({ object_type: ['none'] }, [])).toBeUndefined();
});

test('auction statistics query other objects to count them, but exclude them from figures', () => {
  const params = { is_sold: true };
  const { query, included } = auctionLots(params);
  const both = [query, included].flatMap((clause) => (clause as { bool: { filter: Clause[] } }).bool.filter);
  expect(new Set(both)).toEqual(new Set(auctionClauses(params)));
  expect(included).toEqual({ bool: { filter: [{ bool: { must_not: [{ terms: expect.anything() }] } }] } });
  expect(auctionLots({ object_type: ['watch'] }).included).toEqual({ match_all: {} });
});

test('without filters the query matches all records without scoring', () => {
  expect(allOf([])).toEqual({ match_all: {} });
  expect(allOf(filterClauses({ is_sold: true, duplicates: 'include' }))).toEqual({
    bool: { filter: [{ term: { is_sold: true } }] },
  });
});

import { expect, test } from 'vitest';
import { comparableFilters } from '../../../explorer/service/comparable-filters.ts';
import { comparablesUrl } from '../../../explorer/service/requests.ts';
import { readState } from '../../../explorer/state/page-state.ts';

test('a request for comparables has the gem, its traits and filters that narrow the search', () => {
  const state = readState(
    '?view=value&gem_name=Ruby&origin=Myanmar&treatment=No+heat&lab=SSEF&lab=GIA&q=ring&carat=3.05&as_of=2024-12-31',
  );
  expect(comparablesUrl(state)).toBe(
    '/api/ext/comparables?gem_name=Ruby&origin=Myanmar&treatment=No+heat&lab=SSEF&lab=GIA&q=ring&carat=3.05&as_of=2024-12-31&limit=20',
  );
});

test('filters that a stone does not use, and traits with several values, are omitted and named', () => {
  const state = readState(
    '?gem_name=Ruby&weight_min=2&price_max=5&price_per_carat_min=1&date_to=2020-01-01&is_sold=true&origin=Myanmar&origin=Thailand&treatment=Heated&sale=Sale+7&lot_number=5&stone_id=7',
  );
  const { used, unused } = comparableFilters(state);
  expect(used.map(String)).toEqual(['gem_name,Ruby', 'treatment,Heated']);
  expect(unused.map(([name]) => name)).toEqual([
    'weight_min',
    'price_max',
    'price_per_carat_min',
    'date_to',
    'is_sold',
    'origin',
    'origin',
    'sale',
    'lot_number',
    'stone_id',
  ]);
});

test('unknown parameters are sent, so that the API can report them', () => {
  expect(comparablesUrl(readState('?gem=ruby&carat=3'))).toContain('gem=ruby');
});

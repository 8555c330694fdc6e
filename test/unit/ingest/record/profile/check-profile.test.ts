import { expect, it } from 'vitest';
import { checkProfile } from '../../../../../ingest/record/profile/check-profile.ts';
import { expandProfile } from '../../../../../ingest/record/profile/expand-profile.ts';

const problemsOf = (fields: object, price: object) =>
  checkProfile(
    expandProfile({
      name: 'lots',
      identity: ['Lot'],
      titles: ['gem_type'],
      fields: { title: 'Title', ...fields },
      price,
    }),
  );

const usd = { amount: 'Price', currency: { value: 'USD' } };

it.each([
  [{ map: { verkauft: 'sold', offen: null } }, []],
  [{ map: { verkauft: 'soled' } }, ['soled']],
  [{ words: { reserve: 'not-sold-yet' } }, ['not-sold-yet']],
])('a sale status by %j is checked', (rules, wrong) => {
  const problems = wrong.map(
    (word) => `fields.sale_status: "${word}" is not a status such as sold, unsold or withdrawn`,
  );
  expect(problemsOf({ sale_status: { column: 'Status', ...rules } }, usd)).toEqual(problems);
});

it('a sale status of all lots is checked', () => {
  expect(problemsOf({ sale_status: { value: 'gone' } }, usd)).toEqual([
    'fields.sale_status: "gone" is not a status such as sold, unsold or withdrawn',
  ]);
});

it.each([
  ['HKD', []],
  ['FRF', []],
  ['HDK', ['price.signs: "HDK" is not a currency code such as HKD']],
])('the currency %s of a sign is checked', (code, problems) => {
  expect(problemsOf({}, { amount: 'Price', signs: { $: code } })).toEqual(problems);
});

it('a field in dollars refuses a column whose name has another currency', () => {
  expect(problemsOf({}, { ...usd, usd: 'Total CHF' })).toEqual([
    'price.usd: "Total CHF" is not in US dollars; use price.hammer, price.premium or price.amount',
  ]);
  expect(problemsOf({}, { ...usd, usd: 'Total (US$)' })).toEqual([]);
});

it('an encoding is one that TextDecoder knows', () => {
  const lots = {
    name: 'lots',
    identity: { columns: ['Lot'] },
    fields: { title: { column: 'Title' }, gem_type: { value: 'Ruby' } },
  };
  expect(checkProfile({ ...lots, encoding: 'gb18030' })).toEqual([]);
  expect(checkProfile({ ...lots, encoding: 'windows-9' })).toEqual(['encoding: "windows-9" is not known']);
});

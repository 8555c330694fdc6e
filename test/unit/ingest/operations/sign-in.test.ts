import { expect, it } from 'vitest';
import { countWrongPasswords } from '../../../../ingest/operations/sign-in.ts';

it('an address is refused for a minute after five wrong passwords, and other addresses are not', () => {
  let now = 1;
  const wrong = countWrongPasswords({ now: () => now });
  for (let n = 0; n < 4; n++) expect(wrong.add('a')).toBe(false);
  expect(wrong.refusedForMs('a')).toBe(0);
  expect(wrong.add('a')).toBe(true);
  expect(wrong.refusedForMs('a')).toBe(60_000);
  expect(wrong.refusedForMs('b')).toBe(0);
  now += 60_001;
  expect(wrong.refusedForMs('a')).toBe(0);
  expect(wrong.add('a')).toBe(false);
});

it('a correct password resets the count, and the number of remembered addresses is bounded', () => {
  const wrong = countWrongPasswords({ now: () => 1 });
  for (let n = 0; n < 5; n++) wrong.add('a');
  wrong.forget('a');
  expect(wrong.refusedForMs('a')).toBe(0);
  for (let n = 0; n < 5; n++) wrong.add('first');
  for (let n = 0; n < 10_000; n++) wrong.add(`other-${n}`);
  expect(wrong.refusedForMs('first')).toBe(0);
});

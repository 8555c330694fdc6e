import { expect, it } from 'vitest';
import { skipWithout } from '../../support/find-tool.ts';

it('a tool that is missing in CI is an error, unless its tests are left out by name', () => {
  expect(() => skipWithout('helm', { CI: 'true', TESTS_WITHOUT: 'promtool' })).toThrow(/^helm cannot be had/);
  expect(skipWithout('helm', { CI: 'true', TESTS_WITHOUT: 'promtool,helm' })).toBeUndefined();
  expect(skipWithout('helm', {})).toBeUndefined();
});

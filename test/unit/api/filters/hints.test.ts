import { expect, test } from 'vitest';
import { presentHints } from '../../../../api/filters/hints.ts';

test('a hint for a name without lots suggests similar names', () => {
  expect(presentHints([{ parameter: 'gem_name', value: 'rubbyx', nearest: ['Ruby'] }])).toEqual([
    {
      parameter: 'gem_name',
      value: 'rubbyx',
      message: 'gem_name "rubbyx" matches no lots. Did you mean Ruby?',
      nearest: ['Ruby'],
    },
  ]);
});

test('several similar names are offered as a choice, and a name that was not looked up is reported', () => {
  const messages = (nearest?: string[]) =>
    presentHints([{ parameter: 'origin', value: 'x', ...(nearest && { nearest }) }])[0]!.message;
  expect(messages(['A', 'B', 'C'])).toBe('origin "x" matches no lots. Did you mean A, B, or C?');
  expect(messages([])).toBe('origin "x" matches no lots.');
  expect(messages()).toContain('looked up for the first 5 such values');
});

import { expect, test } from 'vitest';
import { searchText } from '../../../explorer/search/search-text.ts';

test('more lots than a sheet of Excel has rows get a warning', () => {
  expect(searchText.results.tooManyForExcel(1_048_575)).toBe(false);
  expect(searchText.results.tooManyForExcel(1_048_576)).toBe('Excel opens only the first 1,048,575 lots.');
});

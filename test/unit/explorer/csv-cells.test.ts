import { expect, test } from 'vitest';
import { toCsv } from '../../../explorer/charts/to-csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['a ring;=1+1', "a ring;'=1+1"],
  ['a ring\t+1', "a ring\t'+1"],
  ['A-B; one', 'A-B; one'],
])(
  'a cell with %j contains no formula in any locale, in a file that begins with a byte order mark',
  (value, written) => {
    const csv = toCsv([{ value }], [{ name: 'n', value: (row) => row.value }]);
    expect(csv).toBe(`\uFEFFn\r\n${written}\r\n`);
  },
);

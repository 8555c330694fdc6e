import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { csvLine, csvWriter } from '../../../../../api/ext/export/text-writers.ts';

const cell = (value: string) => csvLine([value]).slice(0, -2);

describe('cells of a CSV export', () => {
  test.each(['ruby = spinel', 'a;b', '1.5-2 ct', 'A-B', 'one; two', ''])(
    'the cell %j is exported unchanged',
    (text) => {
      expect(cell(text)).toBe(text);
    },
  );

  test('no cell starts with a sign, whether comma, semicolon or tab separates cells', () => {
    const letter = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      ';',
      '\t',
      ' ',
      '"',
      'a',
      '\n',
    );
    fc.assert(
      fc.property(fc.string({ unit: letter, maxLength: 12 }), (text) => {
        for (const part of cell(text).split(/[;\t\n]/)) expect(part).not.toMatch(/^[" ]*[=+\-@＝＋－＠]/);
      }),
    );
  });
});

test('numbers are exported to CSV as numbers', () => {
  expect(csvLine([-5, 1.5, null, true, ['a', '-b']])).toBe("-5,1.5,,true,a;'-b\r\n");
});

test('a single report number is a text to spreadsheets, which would round it', async () => {
  const rows = (async function* () {
    yield ['{"report_numbers":["00123456789012345678"]}'];
  })();
  const file = csvWriter({ report_numbers: Type.Array(Type.String()) }, true).write(rows);
  expect((await Array.fromAsync(file)).at(-1)).toBe('"=""00123456789012345678"""\r\n');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvLine } from '../../../../../api/ext/export/text-writers.ts';

const cell = (value: string) => csvLine([value]).slice(0, -2);

describe('a cell of an export', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['a ring;=1+1', "a ring;'=1+1"],
    ['a ring; =1+1', "a ring;' =1+1"],
    ['a ring\t+1', "a ring\t'+1"],
    ['a ring;＝1;@x', "a ring;'＝1;'@x"],
    ['a ring;"=1+1"', '"a ring;\'""=1+1"""'],
    ['a ring\n=1+1', '"a ring\n\'=1+1"'],
  ])('makes %j harmless', (text, written) => {
    expect(cell(text)).toBe(written);
  });

  test.each(['ruby = spinel', 'a;b', '1.5-2 ct', 'A-B', 'one; two', ''])('leaves %j as it is', (text) => {
    expect(cell(text)).toBe(text);
  });

  test('begins no cell with a sign, whichever of comma, semicolon and tab separates cells', () => {
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
      { numRuns: 2000 },
    );
  });
});

test('numbers stay numbers', () => {
  expect(csvLine([-5, 1.5, null, true, ['a', '-b']])).toBe("-5,1.5,,true,a;'-b\r\n");
});

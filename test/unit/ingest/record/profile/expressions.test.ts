import { describe, expect, it } from 'vitest';
import { checkImportJob } from '../../../../../ingest/queue/contract.ts';
import { dateReader } from '../../../../../ingest/record/profile/read-date.ts';
import { numberReader } from '../../../../../ingest/record/profile/read-number.ts';
import { rowTest, sourceReader } from '../../../../../ingest/record/profile/read-source.ts';

/** Texts that fail only at the last character, which takes a backtracking engine exponential time. */
const hostileTexts = ['a'.repeat(1_000), 'ab'.repeat(500), '\n'.repeat(1_000)].map((text) => `x${text}y`);

const matches = (expression: string) => rowTest({ column: 'c', patterns: [expression] }, {});

describe('expressions of a profile', () => {
  it.each([['^(.|.)*!$'], ['^(a+)+$'], ['(\\w+\\s?)*$!'], ['^(\\s*)*z$']])(
    'the expression %s finishes quickly on hostile texts',
    (expression) => {
      for (const text of hostileTexts) {
        expect(matches(expression)({ c: text })).toBe(false);
      }
    },
  );

  it('expressions ignore case, in any script', () => {
    const matches = rowTest({ column: 'c', patterns: ['^ÉTAT', '\\bn\\.a\\.$', '[\\u4e00-\\u4e02]'] }, {});
    for (const text of ['état inconnu', 'N.A.', 'no 丁 here']) expect(matches({ c: text }), text).toBe(true);
    expect(matches({ c: 'Burma' })).toBe(false);
  });

  it('a value that an expression does not extract is none', () => {
    const read = sourceReader({ column: 'c', extract: ['^(?<url>https?://.*)$'] }, {});
    expect(read({ c: 'HTTPS://x.org/1' })).toBe('HTTPS://x.org/1');
    expect(read({ c: 'see the catalogue' })).toBeUndefined();
  });

  it('an expression that RE2 does not support is refused with its job', () => {
    const profile = {
      name: 'x',
      identity: { columns: ['a'] },
      fields: { title: { column: 't' }, gem_type: { column: 'g', extract: ['^(?!x)'] } },
    };
    expect(() => checkImportJob('import-file', { path: 'a.csv', profile })).toThrow(
      /profile cannot be used: fields\.gem_type: the expression "\^\(\?!x\)"/,
    );
  });
});

describe('other texts of a profile', () => {
  it('a date format of many spaces finishes quickly', () => {
    const reader = dateReader([`M${' '.repeat(40)}yyyy`]);
    expect(reader(`1${' '.repeat(90)}x`)).toBeUndefined();
    expect(reader('1   2019')?.day).toBe('2019-01-01');
    expect(dateReader(['d  MMMM \t yyyy'])('1 May 2019')?.day).toBe('2019-05-01');
  });

  it('a decimal sign that is a digit finishes quickly', () => {
    expect(numberReader({ decimal: '5' })(`${'5'.repeat(1_000_000)}x`)).toBeUndefined();
    expect(numberReader({ decimal: '5', thousands: '5' })(`${'5'.repeat(590)}x`)).toBeUndefined();
  });
});

import { expect, it } from 'vitest';
import type { Profile } from '../../../../ingest/record/profile/profile.ts';
import { readFile } from './read-file.ts';

const profile = (given: Partial<Profile> = {}): Profile => ({
  name: 'mine',
  fields: { title: { column: 'title' } },
  ...given,
});
const outcomes = async (content: string, given: Parameters<typeof readFile>[1]) =>
  (await readFile(content, given)).records.map((record) => [
    record.line,
    'fields' in record ? record.fields : record.problem.code,
  ]);

it.each(['sep=;\r\n', '\uFEFFsep=;\n', '"sep=;"\n', 'SEP=;\n'])(
  'the first line %j names the delimiter',
  async (line) => {
    const text = `${line}id;title;gem_type\n1;Ring, 18k;Ruby\n`;
    const expected = [[3, { id: '1', title: 'Ring, 18k', gem_type: 'Ruby' }]];
    expect(await outcomes(text, { path: 'lots.csv' })).toEqual(expected);
    expect(await outcomes(text, { path: 'lots.csv', profile: profile() })).toEqual(expected);
  },
);

it('lines above the header line of a profile are not read, and lines keep their numbers', async () => {
  const text = 'Results of May\n\n"Sale, of\n two lines"\nno,title\n1,Ring\n2\n3,Brooch\n';
  const given = { path: 'lots.csv', profile: profile({ header_line: 5 }) };
  expect(await outcomes(text, given)).toEqual([
    [6, { no: '1', title: 'Ring' }],
    [7, 'column_count'],
    [8, { no: '3', title: 'Brooch' }],
  ]);
  const rejects = 'reject_line,reject_field,reject_code,reject_message,no,title\n7,,column_count,x,2,Pin\n';
  expect(await outcomes(rejects, given)).toEqual([[2, { no: '2', title: 'Pin' }]]);
});

it('a file without the header line of its profile is refused', async () => {
  const given = { path: 'lots.csv', profile: profile({ header_line: 9 }) };
  await expect(readFile('no,title\n1,Ring\n', given)).rejects.toThrow('is empty');
});

it('only empty cells beyond the header are left out', async () => {
  const text = 'no,title,,\n1,Ring,,,\n2,Ring\n3,Ring,x,,,\n4,Ring,,,,5\n6\n';
  expect(await outcomes(text, { path: 'lots.csv', profile: profile() })).toEqual([
    [2, { no: '1', title: 'Ring' }],
    [3, { no: '2', title: 'Ring' }],
    [4, { no: '3', title: 'Ring', 'column 3': 'x' }],
    [5, 'column_count'],
    [6, 'column_count'],
  ]);
});

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
  const rejects = 'reject_line,reject_field,reject_code,reject_message,no,title\n7,,column_count,x,2,Épi\n';
  const encoded = { ...given, encoding: 'windows-1252' };
  expect(await outcomes(rejects, encoded)).toEqual([[2, { no: '2', title: 'Épi' }]]);
});

it('a file without the header line of its profile is refused', async () => {
  const given = { path: 'lots.csv', profile: profile({ header_line: 9 }) };
  await expect(readFile('no,title\n1,Ring\n', given)).rejects.toThrow('is empty');
});

it('a column of a repeated name has a number, and last cells that all first rows lack have no value', async () => {
  const text = 'no,title,price,price,sold\n1,Ring,5,6\n2,Pin,7,8\n,,,,\n';
  expect(await outcomes(text, { path: 'lots.csv', profile: profile() })).toEqual([
    [2, { no: '1', title: 'Ring', price: '5', 'price (2)': '6' }],
    [3, { no: '2', title: 'Pin', price: '7', 'price (2)': '8' }],
  ]);
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

it('a file of nothing but blank lines at its beginning is not taken for an empty one', async () => {
  await expect(readFile('\n'.repeat(2 ** 21), { path: 'a.csv' })).rejects.toThrow('1 MiB of blank lines');
});

const french = {
  name: 'french',
  encoding: 'windows-1252' as const,
  delimiter: '\t',
  fields: { title: { column: 'Désignation' } },
};

it('a profile sets encoding and delimiter, and a first column without a name is accepted', async () => {
  const file = Buffer.from('\tDésignation\n0\tBague émeraude\n', 'latin1');
  const { records } = await readFile(file, { path: 'a.csv', profile: french });
  expect(records).toMatchObject([{ fields: { 'column 1': '0', Désignation: 'Bague émeraude' } }]);
});

it('encoding and delimiter of the import take precedence over those of the profile', async () => {
  const { records } = await readFile('Désignation;Prix\nBague;5\n', {
    ...{ path: 'a.csv', profile: french, encoding: 'utf-8', delimiter: ';' },
  });
  expect(records).toMatchObject([{ fields: { Désignation: 'Bague', Prix: '5' } }]);
});

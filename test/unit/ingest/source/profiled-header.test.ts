import { expect, it } from 'vitest';
import { readFile } from './read-file.ts';

const profile = {
  name: 'french',
  encoding: 'windows-1252' as const,
  delimiter: '\t',
  fields: { title: { column: 'Désignation' } },
};

it('a profile sets encoding and delimiter, and a first column without a name is accepted', async () => {
  const file = Buffer.from('\tDésignation\n0\tBague émeraude\n', 'latin1');
  const { records } = await readFile(file, { path: 'a.csv', profile });
  expect(records).toMatchObject([{ fields: { 'column 1': '0', Désignation: 'Bague émeraude' } }]);
});

it('encoding and delimiter of the import take precedence over those of the profile', async () => {
  const { records } = await readFile('Désignation;Prix\nBague;5\n', {
    ...{ path: 'a.csv', profile, encoding: 'utf-8', delimiter: ';' },
  });
  expect(records).toMatchObject([{ fields: { Désignation: 'Bague', Prix: '5' } }]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filterParams } from '../../../api/filters/filter-params.ts';
import { routes } from '../../../api/routes.ts';

const page = readFileSync(new URL('../../../docs/exports.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| `/api/ext/export/'));

/** Parameters of every export, which the page describes below the table. */
const common = ['format', 'spreadsheet', 'page', ...Object.keys(filterParams)];

test('the table of exports has every view with exactly the parameters that it takes', () => {
  const documented = rows.map((row) => {
    const [, path, , takes] = row.split(' | ').join('|').split('|');
    const names = [...takes!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
    return [path!.trim().replaceAll('`', ''), names.filter((name) => name !== 'q').sort()];
  });
  const exports = routes.filter(({ path }) => path.startsWith('/api/ext/export/'));
  const taken = exports.map(({ path, params }) => [
    path,
    Object.keys(params)
      .filter((name) => !common.includes(name))
      .sort(),
  ]);
  expect(documented).toEqual(taken);
  for (const row of rows) expect(row).toContain('the filters, `q`');
});

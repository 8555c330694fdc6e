import { describe, expect, test } from 'vitest';
import { readExplorer } from '../../../../api/pages/serve-explorer.ts';
import { namedFields } from '../../../../mappings/named-fields.ts';

const { page, folder, files } = await readExplorer([]);
const modules = [...files].filter(([path]) => path.endsWith('.js'));
const html = page.body.plain.toString();

describe('files of the explorer page', () => {
  test('explorer files import only one another, and the first view is one module', () => {
    const importsOf = (code: string) => [...code.matchAll(/(?:from|import\()[`"']\.\/([^`"']+)/g)];
    for (const [path, { body }] of modules) {
      for (const [, target] of importsOf(body.plain.toString())) {
        expect(files.has(target!), `${target} in ${path}`).toBe(true);
      }
    }
    const first = files.get('main.js')!.body.plain.toString();
    expect(first).not.toMatch(/from ?["']/);
    expect(importsOf(first).length).toBeGreaterThan(5);
  });

  test('explorer files contain no markup in strings, which the page’s policy forbids', () => {
    for (const [path, { body }] of modules) {
      expect(body.plain.toString(), path).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
      );
    }
  });

  test('a browser loads the labels of named fields, and none of their vocabulary', () => {
    const code = modules.map(([, { body }]) => body.plain.toString()).join();
    for (const { label } of Object.values(namedFields)) expect(code).toContain(label);
    expect(code).not.toContain('padparadja');
  });

  test('all explorer files are in the folder named by their content hash', async () => {
    expect(folder).toMatch(/^\/explorer\/[\w-]{16}$/);
    const named = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
    const own = named.filter(
      (address) => !address.startsWith('/api/') && address !== '/docs' && address !== '/',
    );
    expect(own.map((address) => address.slice(folder.length + 1)).sort()).toEqual([
      'gem.svg',
      'main.js',
      'style.css',
    ]);
    expect((await readExplorer([])).folder).toBe(folder);
  });
});

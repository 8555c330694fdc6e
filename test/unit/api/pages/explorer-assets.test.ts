import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readExplorer } from '../../../../api/pages/explorer-assets.ts';

const { page, folder, files } = readExplorer([]);
const modules = [...files].filter(([path]) => path.endsWith('.js') && path !== 'uplot.js');
const html = page.body.plain.toString();

describe('files of the explorer page', () => {
  test('explorer files import only one another', () => {
    for (const [path, { body }] of modules) {
      for (const [, target] of body.plain.toString().matchAll(/(?:^import\b[^;']*?|\bimport\()'([^']+)'/gm)) {
        expect(files.has(posix.join(posix.dirname(path), target!)), `${target} in ${path}`).toBe(true);
      }
    }
    expect(modules.length).toBeGreaterThan(30);
  });

  test('explorer files contain no markup in strings, which the page’s policy forbids', () => {
    for (const [path, { body }] of modules) {
      expect(body.plain.toString(), path).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write/,
      );
    }
  });

  test('all explorer files are in the folder named by their content hash', () => {
    expect(folder).toMatch(/^\/explorer\/[\w-]{16}$/);
    const named = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address!);
    const own = named.filter((address) => address !== '/docs' && address !== '/');
    expect(own.every((address) => files.has(address.slice(folder.length + 1)))).toBe(true);
    expect(readExplorer([]).folder).toBe(folder);
  });

  test('files of the first view are preloaded, and the charts are not', () => {
    expect(html).toContain(`<link rel="modulepreload" href="${folder}/home/home-view.js">`);
    expect(html).not.toContain('uplot.js');
  });
});

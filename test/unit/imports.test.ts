import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Which parts of the project each part may import; a part may always import itself. */
const arrows: Record<string, string[]> = {
  mappings: [],
  config: [],
  ingest: ['mappings', 'config'],
  // The top of the API: whatever it is made of.
  api: [
    'api/middleware',
    'api/routes',
    'api/params',
    'api/query',
    'api/present',
    'api/regression',
    'mappings',
    'config',
  ],
  'api/middleware': ['api', 'api/present'],
  'api/routes': ['api', 'api/params', 'api/query', 'api/present', 'api/regression', 'mappings'],
  // What a client may send: known by itself, by the record and by the vocabulary.
  'api/params': ['api', 'mappings'],
  'api/query': ['api/regression', 'mappings'],
  'api/present': ['api', 'api/regression', 'mappings'],
  // Mathematics: sums in, estimates out.
  'api/regression': [],
};

/** Modules of the API's top level that lower parts may import: names and types, nothing that runs it. */
const openTop = {
  'api/params': ['api/http/errors.ts'],
  'api/present': ['api/http/errors.ts', 'api/endpoint/raw-json.ts', 'api/search/record-hit.ts'],
};

interface Import {
  from: string;
  to: string;
  typesOnly: boolean;
}

const imports = ['api', 'ingest', 'mappings', 'config'].flatMap(importsBelow);

function importsBelow(folder: string): Import[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const from = join(folder, name);
      const source = readFileSync(join(root, from), 'utf8');
      const found = source.matchAll(/^(?:import|export)\s+(type\s)?[^;]*?from\s+'(\.[^']+)'/gm);
      return [...found].map(([, type, path]) => ({
        from,
        to: relative(root, join(root, dirname(from), path!)),
        typesOnly: type !== undefined,
      }));
    });
}

function partOf(file: string): string {
  const [top, second] = file.split('/');
  return `${top}/${second}` in arrows ? `${top}/${second}` : top!;
}

describe('imports', () => {
  test('go along the arrows only', () => {
    const wrong = imports.filter(({ from, to, typesOnly }) => {
      const [part, target] = [partOf(from), partOf(to)];
      if (part === target || arrows[part]!.includes(target)) return false;
      // Queries are pure: of parameters and of the engine they need the types only.
      return !(part === 'api/query' && typesOnly && ['api/params', 'api'].includes(target));
    });
    expect(wrong).toEqual([]);
  });

  test('of params and present from the top of the API are the table of errors alone', () => {
    const wrong = Object.entries(openTop).flatMap(([part, allowed]) =>
      imports.filter(
        ({ from, to }) => partOf(from) === part && partOf(to) === 'api' && !allowed.includes(to),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('of Koa stay out of params, query and present', () => {
    const names = imports
      .map(({ from }) => from)
      .filter((from) => /^api\/(params|query|present)\//.test(from));
    for (const name of new Set(names)) {
      expect(readFileSync(join(root, name), 'utf8'), name).not.toMatch(/from '(koa|@koa\/router)'/);
    }
  });

  test.each(['ingest'])('of %s form no circle, types included', (folder) => {
    const inside = imports.filter(
      ({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`),
    );
    expect(circlesOf(inside.map(({ from, to }) => [from, to]))).toEqual([]);
    // A room is a folder of the first level, or a file beside them.
    const roomOf = (file: string) => file.split('/').slice(0, 2).join('/');
    const arrows = inside.map(({ from, to }): Arrow => [roomOf(from), roomOf(to)]);
    expect(circlesOf(arrows.filter(([from, to]) => from !== to))).toEqual([]);
  });

  test.each(['ingest'])('start from at most six files of %s', (folder) => {
    const files = readdirSync(join(root, folder), { withFileTypes: true }).filter((item) => item.isFile());
    expect(files.length).toBeLessThanOrEqual(6);
  });

  test('are found at all', () => {
    expect(imports.length).toBeGreaterThan(100);
  });
});

type Arrow = [from: string, to: string];

/** The nodes that lie on circles, by the arrows between them: what remains once all without a way in or out are taken away. */
function circlesOf(arrows: Arrow[]): Arrow[] {
  const inner = arrows.filter(
    ([from, to]) => arrows.some(([, other]) => other === from) && arrows.some(([other]) => other === to),
  );
  return inner.length === arrows.length ? inner : circlesOf(inner);
}

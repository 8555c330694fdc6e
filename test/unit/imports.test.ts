import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Which parts of the project each part may import; a part may always import itself. */
const arrows: Record<string, string[]> = {
  mappings: [],
  config: [],
  ingest: ['scorecard', 'mappings', 'config'],
  // Run by the worker; it backtests what the API answers.
  scorecard: [
    ...['api/price-intelligence', 'api/endpoint', 'api/search', 'api/present', 'api/query', 'api/params'],
    ...['api/http', 'mappings'],
  ],
  // The settings, which every room may read.
  'api/config.ts': ['config'],
  // Top to bottom: a room imports rooms that stand below it.
  api: ['api/pages', 'api/routes', 'api/endpoint', 'api/search', 'api/http', 'api/config.ts', 'config'],
  'api/pages': ['api/routes', 'api/endpoint', 'api/present', 'api/http', 'api/config.ts', 'config'],
  'api/routes': [
    'api/price-intelligence',
    'api/endpoint',
    ...['api/search', 'api/present', 'api/query', 'api/params', 'api/http', 'mappings'],
  ],
  'api/price-intelligence': [
    'api/endpoint',
    ...['api/search', 'api/present', 'api/query', 'api/params', 'api/http', 'mappings'],
  ],
  'api/endpoint': [
    ...['api/present', 'api/search', 'api/query', 'api/params', 'api/http', 'api/config.ts'],
    ...['mappings', 'config'],
  ],
  'api/present': ['api/search', 'mappings'],
  // The only room that knows Elasticsearch.
  'api/search': ['api/query', 'api/http', 'api/config.ts', 'mappings', 'config'],
  // Pure: parameters in, search bodies out.
  'api/query': ['api/params', 'mappings'],
  // What a client may send: known by itself, by the record and by the vocabulary.
  'api/params': ['api/http', 'mappings'],
  'api/http': ['api/config.ts', 'config'],
};

interface Import {
  from: string;
  to: string;
  typesOnly: boolean;
}

const imports = ['api', 'ingest', 'scorecard', 'mappings', 'config'].flatMap(importsBelow);

function importsBelow(folder: string): Import[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const from = join(folder, name);
      const source = readFileSync(join(root, from), 'utf8');
      const found = source.matchAll(
        /(?:^(?:import|export)\s+(type\s)?[^;]*?from\s+|\bimport\()'(\.[^']+)'/gm,
      );
      return [...found].map(([, type, path]) => ({
        from,
        to: relative(root, join(root, dirname(from), path!)),
        typesOnly: type !== undefined,
      }));
    });
}

/** The room of a file: a folder of the first level, or what is beside them. */
function partOf(file: string): string {
  const [top, second] = file.split('/');
  return `${top}/${second}` in arrows ? `${top}/${second}` : top!;
}

describe('imports', () => {
  test('go along the arrows only', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [part, target] = [partOf(from), partOf(to)];
      return part !== target && !arrows[part]!.includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test('of parameters and of Elasticsearch by queries are types', () => {
    const values = imports.filter(
      ({ from, to, typesOnly }) => partOf(from) === 'api/query' && partOf(to) === 'api/params' && !typesOnly,
    );
    expect(values.map(({ to }) => to)).toEqual([]);
  });

  test('of the client of Elasticsearch stay in the room that owns it', () => {
    const names = new Set(imports.map(({ from }) => from).filter((from) => from.startsWith('api/')));
    const asking = [...names].filter((name) =>
      /^import (?!type )[^;]*from '@elastic\/elasticsearch'/m.test(readFileSync(join(root, name), 'utf8')),
    );
    expect(asking.filter((name) => !name.startsWith('api/search/'))).toEqual([]);
  });

  test('of Koa stay out of params, query, present and search', () => {
    const names = imports
      .map(({ from }) => from)
      .filter((from) => /^api\/(params|query|present|search)\//.test(from));
    for (const name of new Set(names)) {
      expect(readFileSync(join(root, name), 'utf8'), name).not.toMatch(/from '(koa|@koa\/router)'/);
    }
  });

  test.each(['api', 'ingest'])('of %s form no circle, types included', (folder) => {
    const inside = imports.filter(
      ({ from, to }) => from.startsWith(`${folder}/`) && to.startsWith(`${folder}/`),
    );
    expect(circlesOf(inside.map(({ from, to }) => [from, to]))).toEqual([]);
    // A room is a folder of the first level, or a file beside them.
    const roomOf = (file: string) => file.split('/').slice(0, 2).join('/');
    const arrows = inside.map(({ from, to }): Arrow => [roomOf(from), roomOf(to)]);
    expect(circlesOf(arrows.filter(([from, to]) => from !== to))).toEqual([]);
  });

  test('of the page form no circle, those at a later time included', () => {
    expect(circlesOf(importsBelow('explorer').map(({ from, to }) => [from, to]))).toEqual([]);
  });

  test.each(['api', 'ingest'])('start from at most six files of %s', (folder) => {
    // Of the sources: a build writes beside them.
    const files = readdirSync(join(root, folder)).filter((name) => name.endsWith('.ts'));
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

import { describe, expect, test } from 'vitest';
import { circlesOf, filesBelow, importsBelow, reachedFrom, readSource } from '../support/import-graph.ts';

/** The layer of a file: its folder below `api` or `ingest`, each path of its own; a file directly there is its own layer. */
const layerOf = (file: string) => {
  const parts = file.split('/');
  return parts.slice(0, ['v1', 'ext'].includes(parts[1]!) ? 3 : 2).join('/');
};

const isInside = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

const imports = ['api', 'ingest', 'mappings', 'config'].flatMap(importsBelow);

/** Files of a folder that the given files import, directly or indirectly. */
const filesReached = (starts: readonly string[], folder: string) =>
  [...reachedFrom(starts, imports)].filter((file) => isInside(file, folder));

describe('imports between layers', () => {
  const boundaries: [name: string, starts: string[], folder: string][] = [
    ['the ingest worker reaches no file of api', ['ingest/worker.ts'], 'api'],
    ['the command line reaches no file of api', filesBelow('ingest/cli'), 'api'],
    ['the nine paths reach no extension', filesBelow('api/v1'), 'api/ext'],
    ['extensions reach none of the nine paths', filesBelow('api/ext'), 'api/v1'],
    [
      'filters and records reach no path',
      [...filesBelow('api/filters'), ...filesBelow('api/record')],
      'api/v1',
    ],
    ['the API reaches no file of ingest', filesBelow('api'), 'ingest'],
    ['the vocabulary reaches no program', filesBelow('mappings'), 'api'],
    ['settings reach no program', filesBelow('config'), 'api'],
    ['the records of an import reach no queue, store or file', filesBelow('ingest/record'), 'ingest/queue'],
    ['the sources of an import reach no import', filesBelow('ingest/source'), 'ingest/import'],
    ['filters, statistics and searches reach no response', filesBelow('api/statistics'), 'api/endpoint'],
    ['regressions reach no search', filesBelow('api/ext/regression'), 'api/search'],
  ];

  test.each(boundaries)('%s', (_name, starts, folder) => {
    expect(filesReached(starts, folder)).toEqual([]);
  });

  test.each(['api', 'ingest'])(
    'imports within %s have no circle of files or layers, including types',
    (folder) => {
      const inside = imports.filter(({ from, to }) => isInside(from, folder) && isInside(to, folder));
      expect(circlesOf(inside)).toEqual([]);
      const between = inside.map(({ from, to }) => ({ from: layerOf(from), to: layerOf(to) }));
      expect(circlesOf(between.filter(({ from, to }) => from !== to))).toEqual([]);
    },
  );

  test('imports of the page have no circle', () => {
    expect(circlesOf(importsBelow('explorer'))).toEqual([]);
  });

  test.each([
    ['@elastic/elasticsearch', ['api/search']],
    [
      '(?:koa|@koa/router)',
      ['api/endpoint', 'api/http', 'api/pages', 'api/app.ts', 'api/server.ts', 'api/operations.ts'],
    ],
  ])('values of %s are imported only by the files that own it', (name, owners) => {
    const takes = new RegExp(`^import (?!type )[^;]*from '${name}'`, 'm');
    const takers = filesBelow('api').filter((file) => takes.test(readSource(file)));
    expect(takers.filter((file) => !owners.some((owner) => isInside(file, owner)))).toEqual([]);
  });
});

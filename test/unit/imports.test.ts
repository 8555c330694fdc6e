import { describe, expect, test } from 'vitest';
import {
  circlesOf,
  filesBelow,
  type Import,
  importsBelow,
  reachedFrom,
  readSource,
} from '../support/import-graph.ts';

const belowFeatures = ['api/record', 'api/parameters', 'api/search', 'api/http', 'mappings'];
const v1 = ['api/endpoint', 'api/statistics', 'api/filters', ...belowFeatures];
const ext = ['api/ext/price-model', 'api/ext/regression', ...v1];

/** Which layers each layer may import; a layer may always import itself. A layer is a folder or a file. */
const arrows: Record<string, string[]> = {
  mappings: [],
  config: [],
  'api/config.ts': ['config'],
  'api/http': ['api/config.ts', 'config', 'mappings'],
  // The only layer that knows Elasticsearch.
  'api/search': ['api/http', 'api/config.ts', 'mappings', 'config'],
  'api/parameters': ['api/http', 'mappings'],
  'api/filters': ['api/parameters', 'api/search', 'mappings'],
  'api/record': ['api/parameters', 'api/search', 'mappings'],
  'api/statistics': ['api/filters', 'api/parameters', 'api/search', 'mappings'],
  'api/endpoint': [
    ...[
      'api/filters/hints.ts',
      'api/filters/filter-params.ts',
      'api/parameters',
      'api/search',
      'api/http',
      'api/config.ts',
    ],
    ...['mappings', 'config'],
  ],
  'api/v1/auctions': v1,
  'api/v1/rankings': v1,
  'api/v1/stats': v1,
  'api/v1/suggestions': v1,
  'api/v1/routes.ts': [
    ...['api/v1/auctions', 'api/v1/rankings', 'api/v1/stats', 'api/v1/suggestions'],
    'api/endpoint',
  ],
  'api/ext/regression': ['mappings'],
  'api/ext/price-model': [
    ...['api/ext/regression', 'api/statistics', 'api/filters', 'api/parameters', 'api/search', 'api/http'],
    'mappings',
  ],
  'api/ext/comparables': ext,
  'api/ext/coverage': ext,
  'api/ext/estimates': ext,
  'api/ext/export': ext,
  'api/ext/feed': ext,
  'api/ext/interpret': ext,
  'api/ext/mcp': ['api/endpoint', 'api/parameters', 'mappings', 'config'],
  'api/ext/premia': ext,
  'api/ext/price-index': ext,
  'api/ext/records': ext,
  'api/ext/size-curve': ext,
  'api/ext/stones': ['api/ext/price-index', ...ext],
  'api/ext/vocabulary': ext,
  'api/ext/scorecard': ['api/ext/comparables', 'api/ext/price-index', ...ext, 'api/config.ts', 'config'],
  'api/ext/routes.ts': [
    ...[
      'comparables',
      'coverage',
      'estimates',
      'export',
      'feed',
      'interpret',
      'mcp',
      'premia',
      'price-index',
      'records',
    ].map((name) => `api/ext/${name}`),
    ...['api/ext/scorecard', 'api/ext/size-curve', 'api/ext/stones', 'api/ext/vocabulary', 'api/endpoint'],
  ],
  'api/operations.ts': ['api/endpoint', 'api/search', 'api/http', 'mappings'],
  'api/pages': ['api/endpoint', 'api/http', 'api/config.ts', 'config'],
  'api/routes.ts': ['api/v1/routes.ts', 'api/ext/routes.ts', 'api/operations.ts', 'api/endpoint'],
  'api/app.ts': ['api/pages', 'api/endpoint', 'api/http', 'api/operations.ts', 'config'],
  'api/server.ts': [
    ...['api/app.ts', 'api/routes.ts', 'api/endpoint', 'api/search', 'api/http', 'api/config.ts'],
    'config',
  ],
  'ingest/errors.ts': [],
  'ingest/retries.ts': ['ingest/errors.ts'],
  'ingest/services.ts': ['ingest/retries.ts', 'config'],
  'ingest/record': ['ingest/errors.ts', 'mappings', 'config'],
  'ingest/queue': ['ingest/record', 'ingest/errors.ts', 'mappings'],
  'ingest/store': ['ingest/queue', 'ingest/record', 'ingest/errors.ts', 'mappings'],
  'ingest/source': [
    ...['ingest/store', 'ingest/queue', 'ingest/record', 'ingest/errors.ts', 'ingest/services.ts'],
    'mappings',
  ],
  'ingest/operations': ['ingest/store', 'ingest/queue', 'ingest/errors.ts', 'ingest/services.ts', 'config'],
  'ingest/context.ts': [
    ...['ingest/operations', 'ingest/source', 'ingest/store', 'ingest/queue', 'ingest/services.ts'],
    'ingest/retries.ts',
    'ingest/errors.ts',
  ],
  'ingest/index': [
    ...['ingest/context.ts', 'ingest/store', 'ingest/queue', 'ingest/record', 'ingest/errors.ts'],
    ...['ingest/services.ts', 'mappings'],
  ],
  'ingest/import': [
    ...['ingest/index', 'ingest/source', 'ingest/store', 'ingest/queue', 'ingest/record'],
    ...['ingest/context.ts', 'ingest/retries.ts', 'ingest/errors.ts', 'mappings'],
  ],
  'ingest/schedules': [
    ...['ingest/import', 'ingest/index', 'ingest/source', 'ingest/store', 'ingest/queue', 'ingest/record'],
    ...['ingest/context.ts', 'ingest/retries.ts', 'ingest/errors.ts', 'mappings'],
  ],
  // The built-in profiles, and a script that generates their rates.
  'ingest/profiles': ['ingest/source'],
  'ingest/inspect': [
    ...['ingest/source', 'ingest/store', 'ingest/queue', 'ingest/record', 'ingest/errors.ts', 'mappings'],
  ],
  'ingest/cli': [
    ...[
      'ingest/inspect',
      'ingest/schedules',
      'ingest/import',
      'ingest/index',
      'ingest/source',
      'ingest/store',
    ],
    ...['ingest/queue', 'ingest/record', 'ingest/context.ts', 'ingest/errors.ts', 'ingest/services.ts'],
    'ingest/retries.ts',
    ...['mappings', 'config'],
  ],
  'ingest/start-worker.ts': [
    ...['ingest/schedules', 'ingest/import', 'ingest/index', 'ingest/operations', 'ingest/queue'],
    ...['ingest/context.ts', 'ingest/services.ts', 'ingest/retries.ts', 'ingest/errors.ts', 'config'],
  ],
  'ingest/worker.ts': ['ingest/start-worker.ts', 'ingest/services.ts', 'config'],
};

const layers = Object.keys(arrows).sort((a, b) => b.length - a.length);

/** The layer of a file: its longest enclosing path that is a layer. */
const layerOf = (file: string) =>
  layers.find((layer) => file === layer || file.startsWith(`${layer}/`)) ?? file;

const isInside = (file: string, place: string) => file === place || file.startsWith(`${place}/`);

const imports = ['api', 'ingest', 'mappings', 'config'].flatMap(importsBelow);

/** Imports that are not allowed. */
const forbidden = (some: readonly Import[]) =>
  some.filter(({ from, to }) => {
    const layer = layerOf(from);
    return layerOf(to) !== layer && !arrows[layer]?.some((allowed) => isInside(to, allowed));
  });

/** Files of a folder that the given files import, directly or indirectly. */
const filesReached = (starts: readonly string[], folder: string, all: readonly Import[] = imports) =>
  [...reachedFrom(starts, all)].filter((file) => isInside(file, folder));

describe('imports between layers', () => {
  test('a layer imports only the layers below it', () => {
    expect(forbidden(imports)).toEqual([]);
  });

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
  ];

  test.each(boundaries)('%s', (_name, starts, folder) => {
    expect(filesReached(starts, folder)).toEqual([]);
  });

  test.each(boundaries)('the check finds a forbidden import: %s', (_name, [start], folder) => {
    const [from, to] = [reachable(start!), filesBelow(folder)[0]!];
    expect(filesReached([start!], folder, [...imports, { from, to }])).toContain(to);
    expect(forbidden([{ from, to }])).toHaveLength(1);
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

  test.each(['api', 'ingest'])('at most six files are directly in the folder %s', (folder) => {
    const loose = filesBelow(folder).filter((file) => file.split('/').length === 2);
    expect(loose.length).toBeLessThanOrEqual(6);
  });
});

/** A file that the given file imports, so that its imports are reached in two steps. */
const reachable = (start: string) => imports.find(({ from }) => from === start)?.to ?? start;

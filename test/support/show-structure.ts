import { filesBelow, importsBelow, reachedFrom, readSource } from './import-graph.ts';

/*
 * `npm run structure`: how many files and lines a reader meets. Closures are by import, types included.
 */

const imports = ['api', 'ingest', 'mappings', 'config'].flatMap(importsBelow);
const linesOf = (files: Iterable<string>) =>
  [...files].reduce((lines, file) => lines + readSource(file).split('\n').length - 1, 0);

function show(name: string, files: Iterable<string>) {
  const all = [...files];
  const small = all.filter((file) => linesOf([file]) <= 40).length;
  console.log(`${name}: ${all.length} files, ${linesOf(all)} lines, ${small} files of up to 40 lines`);
}

/** The pages and the list of all routes, which name the extensions. */
const listsExtensions = (file: string) => file.startsWith('api/pages/') || file === 'api/routes.ts';

show('api', filesBelow('api'));
show('ingest', filesBelow('ingest'));
show('mappings', filesBelow('mappings'));
show('nine paths', reachedFrom(['api/server.ts', 'api/v1/routes.ts'], imports, listsExtensions));
show('ingest worker', reachedFrom(['ingest/worker.ts'], imports));

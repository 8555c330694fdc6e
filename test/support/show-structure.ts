import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { filesBelow, importsBelow, reachedFrom, readSource } from './import-graph.ts';

/*
 * `npm run structure`: how much code a reader meets, by folder and by import. A token is a name, a literal or a sign; comments
 * and line breaks do not count. Generated files, JSON, CSV and Markdown are left out.
 */

/** The longest matching folder counts a file; files in none of them are "other". */
const areas = [
  'api/v1',
  'api/ext',
  'api',
  'ingest/record',
  'ingest/inspect',
  'ingest/source',
  'ingest',
  'mappings',
  'explorer',
  'local',
  'deploy',
  'bench',
  'clients',
  'config',
  'test',
];

const isCode = (file: string) =>
  /\.(ts|tsx|js|mjs|cjs|css|html|java|sh|tpl|ya?ml)$/.test(file) &&
  !file.endsWith('api-types.ts') &&
  (!file.startsWith('docs/') || file.startsWith('docs/client/'));

const comments = /\/\*[\s\S]*?\*\/|(?<=^|[^:"'`\\])\/\/[^\n]*/g;
const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[A-Za-z_$][\w$]*|\d[\w.]*|[^\s\w]/g;

interface Size {
  files: number;
  lines: number;
  tokens: number;
}

function sizeOf(files: readonly string[]): Size {
  const texts = files.map(readSource);
  const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text), 0);
  return {
    files: files.length,
    lines: sum((text) => text.split('\n').length - 1),
    tokens: sum((text) => text.replace(comments, ' ').match(token)?.length ?? 0),
  };
}

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const code = tracked.filter((file) => isCode(file) && existsSync(file));
const areaOf = (file: string) => areas.find((area) => file.startsWith(`${area}/`)) ?? 'other';
const sizes = [...Map.groupBy(code, areaOf)].map(([area, files]) => ({ area, ...sizeOf(files) }));
const bySize = sizes.toSorted((a, b) => b.tokens - a.tokens);
console.table([...bySize, { area: 'source', ...sizeOf(code.filter((file) => areaOf(file) !== 'test')) }]);

const imports = ['api', 'ingest', 'mappings', 'config'].flatMap(importsBelow);

/** The pages and the list of all routes, which name the extensions. */
const listsExtensions = (file: string) => file.startsWith('api/pages/') || file === 'api/routes.ts';

const closures = {
  'nine paths': reachedFrom(['api/server.ts', 'api/v1/routes.ts'], imports, listsExtensions),
  'ingest worker': reachedFrom(['ingest/worker.ts'], imports),
  'command line': reachedFrom(filesBelow('ingest/cli'), imports),
};
console.table(
  Object.entries(closures).map(([imported, files]) => ({
    'with all imports': imported,
    ...sizeOf([...files]),
  })),
);

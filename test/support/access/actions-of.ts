import type { Action } from './role.ts';

/** A request to Elasticsearch. */
export interface EngineRequest {
  method: string;
  path: string;
  body: string;
}

type Rule = [method: RegExp, path: RegExp, actions: (indices: string[], body: string) => Action[]];

const on =
  (name: string): Rule[2] =>
  (indices) =>
    indices.map((index) => ({ name, index }));

/** Requests to something opened earlier name no index: the access was granted when it was opened. */
const opened =
  (name: string): Rule[2] =>
  () => [{ name }];

/**
 * Maps paths of the REST API to the names of actions in Elasticsearch. A request without a match is new: add it here, and
 * to a role if it needs one.
 */
const rules: Rule[] = [
  [/GET|HEAD/, /^\/$/, opened('cluster:monitor/main')],
  [/GET/, /^\/_nodes\/[^/]+\/thread_pool$/, opened('cluster:monitor/nodes/info')],
  [/GET/, /^\/_cluster\/health(?:\/[^/]+)?$/, opened('cluster:monitor/health')],
  [/POST/, /^\/_search$/, opened('indices:data/read/search')],
  [/GET|POST/, /^\/([^_/][^/]*)\/_search$/, on('indices:data/read/search')],
  [/POST/, /^(?:\/([^_/][^/]*))?\/_msearch$/, multiSearchActions],
  [/GET|POST/, /^\/([^_/][^/]*)\/_count$/, on('indices:data/read/search')],
  [/POST/, /^\/([^_/][^/]*)\/_pit$/, on('indices:data/read/open_point_in_time')],
  [/DELETE/, /^\/_pit$/, opened('indices:data/read/close_point_in_time')],
  [/GET|HEAD/, /^\/([^_/][^/]*)\/_doc\/[^/]+$/, on('indices:data/read/get')],
  [/POST/, /^\/([^_/][^/]*)\/_mget$/, on('indices:data/read/mget')],
  [/PUT|POST/, /^\/([^_/][^/]*)\/_doc(?:\/[^/]+)?$/, on('indices:data/write/index')],
  [/PUT|POST/, /^\/([^_/][^/]*)\/_create\/[^/]+$/, on('indices:data/write/index')],
  [/POST/, /^\/([^_/][^/]*)\/_update\/[^/]+$/, on('indices:data/write/update')],
  [/DELETE/, /^\/([^_/][^/]*)\/_doc\/[^/]+$/, on('indices:data/write/delete')],
  [/POST|PUT/, /^(?:\/([^_/][^/]*))?\/_bulk$/, bulkActions],
  [/GET/, /^\/([^_/][^/]*)\/_mapping$/, on('indices:admin/mappings/get')],
  [/PUT|POST/, /^\/([^_/][^/]*)\/_mapping$/, on('indices:admin/mapping/put')],
  [/GET/, /^\/_alias\/([^/]+)$/, on('indices:admin/aliases/get')],
  [/GET|HEAD/, /^\/([^_/][^/]*)\/_alias(?:\/[^/]+)?$/, on('indices:admin/aliases/get')],
  [/DELETE/, /^\/([^_/][^/]*)\/_alias\/[^/]+$/, on('indices:admin/aliases')],
  [/POST/, /^\/_aliases$/, aliasActions],
  [/GET|HEAD/, /^\/([^_/][^/]*)$/, on('indices:admin/get')],
  [/PUT/, /^\/([^_/][^/]*)$/, on('indices:admin/create')],
  [/DELETE/, /^\/([^_/][^/]*)$/, on('indices:admin/delete')],
  [/GET|POST/, /^\/([^_/][^/]*)\/_refresh$/, on('indices:admin/refresh')],
  [/PUT/, /^\/([^_/][^/]*)\/_settings$/, on('indices:admin/settings/update')],
  [/GET/, /^\/([^_/][^/]*)\/_settings$/, on('indices:monitor/settings/get')],
  [/GET/, /^\/([^_/][^/]*)\/_stats(?:\/[\w,]+)?$/, on('indices:monitor/stats')],
];

/** The actions of a request; undefined if the request is not in the table. */
export function actionsOf({ method, path, body }: EngineRequest): Action[] | undefined {
  for (const [methods, paths, actions] of rules) {
    const match = paths.exec(path);
    if (!match || !new RegExp(`^(${methods.source})$`).test(method)) continue;
    return actions(match[1] ? match[1].split(',') : [], body);
  }
  return undefined;
}

/** The action lines of a bulk request, each with the index from the line or from the path. */
function bulkActions([ofPath]: string[], body: string): Action[] {
  const actions: Action[] = [];
  const lines = body.split('\n').values();
  for (const line of lines) {
    if (line === '') continue;
    const [[kind, { _index }]] = Object.entries<{ _index?: string }>(JSON.parse(line)) as [
      [string, { _index?: string }],
    ];
    actions.push({
      name: `indices:data/write/${kind === 'create' ? 'index' : kind}`,
      index: _index ?? ofPath ?? '',
    });
    if (kind !== 'delete') lines.next();
  }
  return actions;
}

/** The header lines of a multi search, each with the index of the search on the next line, or that of the path. */
function multiSearchActions([ofPath]: string[], body: string): Action[] {
  const heads = body.split('\n').filter((_line, place) => place % 2 === 0);
  const indices = heads
    .filter((head) => head !== '')
    .map((head) => (JSON.parse(head) as { index?: string }).index ?? ofPath ?? '');
  return [
    { name: 'indices:data/read/msearch' },
    ...indices.map((index) => ({ name: 'indices:data/read/search', index })),
  ];
}

/** Moving an alias affects both the index and the alias. */
function aliasActions(_indices: string[], body: string): Action[] {
  const { actions } = JSON.parse(body) as { actions: Record<string, { index: string; alias: string }>[] };
  return actions
    .flatMap((action) => Object.values(action))
    .flatMap(({ index, alias }) => [index, alias])
    .filter((index) => index !== undefined)
    .map((index) => ({ name: 'indices:admin/aliases', index }));
}

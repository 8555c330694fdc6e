import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

const folder = join(import.meta.dirname, '../../../deploy/elasticsearch/roles');

/** A role as Elasticsearch's security takes it. */
export interface Role {
  cluster: string[];
  indices: { names: string[]; privileges: string[] }[];
}

/** An action of Elasticsearch, and the indices or aliases that it is done to. */
export interface Action {
  name: string;
  /** undefined where it is done to the cluster, or to what an earlier call has opened. */
  index?: string | undefined;
}

/** A role of the project, for an alias of a test in place of `auctions`. */
export function readRole(name: string, indexAlias: string): Role {
  const role: Role = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const named = (pattern: string) => pattern.replace(/^auctions/, indexAlias);
  return { ...role, indices: role.indices.map((grant) => ({ ...grant, names: grant.names.map(named) })) };
}

/**
 * Which actions a privilege grants, as far as the service may want them:
 * https://www.elastic.co/docs/reference/elasticsearch/security-privileges, and by their names
 * x-pack/plugin/core/…/security/authz/privilege/IndexPrivilege.java of Elasticsearch. What is missing here is not granted.
 */
const privileges: Record<string, string[]> = {
  read: ['indices:data/read/'],
  write: ['indices:data/write/'],
  monitor: ['indices:monitor/'],
  manage: ['indices:monitor/', 'indices:admin/'],
  maintenance: ['indices:admin/refresh', 'indices:admin/flush', 'indices:admin/forcemerge'],
  create_index: ['indices:admin/create'],
  delete_index: ['indices:admin/delete'],
  view_index_metadata: [
    'indices:admin/aliases/get',
    'indices:admin/get',
    'indices:admin/mappings/get',
    'indices:monitor/settings/get',
    'indices:admin/resolve/index',
    'indices:data/read/field_caps',
  ],
};

/** Actions that Elasticsearch starts with the name of another one are granted by that one only with a `/` or in full. */
const covers = (granted: string, action: string) =>
  granted.endsWith('/') ? action.startsWith(granted) : action === granted;

/** Whether a role allows an action. */
export function allows(role: Role, { name, index }: Action): boolean {
  if (name.startsWith('cluster:'))
    return role.cluster.includes('monitor') && name.startsWith('cluster:monitor/');
  return role.indices.some(
    ({ names, privileges: held }) =>
      (index === undefined || names.some((pattern) => matchesGlob(index, pattern))) &&
      held.some((privilege) => privileges[privilege]!.some((granted) => covers(granted, name))),
  );
}

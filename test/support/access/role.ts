import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

const folder = join(import.meta.dirname, '../../../deploy/elasticsearch/roles');

/** A role in the format of Elasticsearch's security. */
export interface Role {
  cluster: string[];
  indices: { names: string[]; privileges: string[] }[];
}

/** An action of Elasticsearch, and the indices or aliases that it affects. */
export interface Action {
  name: string;
  /** undefined if the action affects the cluster, or something that an earlier request opened. */
  index?: string | undefined;
}

/** Reads a role of the project, with the alias of a test instead of `auctions`. */
export function readRole(name: string, indexAlias: string): Role {
  const role: Role = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const named = (pattern: string) => pattern.replace(/^auctions/, indexAlias);
  return { ...role, indices: role.indices.map((grant) => ({ ...grant, names: grant.names.map(named) })) };
}

/**
 * The actions that a privilege grants, as far as the service may need them:
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

/** The patterns of a privilege match an action in full, or up to a `/`. */
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

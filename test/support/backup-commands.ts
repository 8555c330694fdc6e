import { readFileSync } from 'node:fs';

/**
 * The commands of docs/operations/backup-and-upgrade.md, as they stand there: `define` makes `es` for one way of running
 * Elasticsearch, `once` registers the repository, `each` takes a snapshot, `restore` restores it.
 * @param way the words before the definition: `npm start`, `docker compose`
 */
export function backupCommands(way: string): Record<'define' | 'once' | 'each' | 'restore', string> {
  const document = readFileSync('docs/operations/backup-and-upgrade.md', 'utf8');
  const find = (pattern: RegExp) => {
    const [, found] = pattern.exec(document) ?? [];
    if (!found) throw new Error(`The document has no command like ${pattern}.`);
    return found;
  };
  return {
    define: find(new RegExp(`^# ${way}[^\n]*\n(es\\(\\) [^\n]+)$`, 'm')),
    once: find(/^(es PUT \/_snapshot\/backups '.*')$/m),
    each: find(/^(es PUT '\/_snapshot\/backups\/\d.*' '.*')$/m),
    restore: find(/`(es POST '\/_snapshot\/.*\/_restore.*' '.*')`/),
  };
}

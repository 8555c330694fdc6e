import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const [, logs] = readFileSync('docs/operations/observability.md', 'utf8').split('\n## Logs\n');
const rows = logs!.split('\n## ')[0]!.match(/^\| `.*$/gm)!;
const sources = globSync(['{api,ingest}/**/*.ts']).map((file) => readFileSync(file, 'utf8'));

/** Quoted texts of more than one word; a single word is a field of a log line. */
const messages = rows
  .flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
  .filter((text) => text.includes(' '));

it('the documentation lists log messages', () => {
  expect(messages.length).toBeGreaterThanOrEqual(rows.length);
});

it.each(messages)('the log message "%s" is in the source', (message) => {
  expect(sources.some((source) => source.includes(`'${message}'`))).toBe(true);
});

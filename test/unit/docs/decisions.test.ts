import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const index = readFileSync('docs/decisions/README.md', 'utf8');
const files = globSync('docs/decisions/0*.md').sort();

it('the index of decisions lists each record once', () => {
  const listed = [...index.matchAll(/\((0\d{3}-[^)]+\.md)\)/g)].map(([, file]) => file);
  expect(listed).toEqual(files.map((file) => basename(file)));
});

describe.each(files)('the decision record %s', (file) => {
  const [heading] = readFileSync(file, 'utf8').split('\n');
  const [, number, successor, title] =
    /^# (\d+)\. (?:Superseded by \[(\d+)\]\([^)]+\): )?(.+)$/.exec(heading!) ?? [];

  it('a record has the number of its file, and the title and status of the index', () => {
    expect(basename(file)).toMatch(new RegExp(`^${number!.padStart(4, '0')}-`));
    const status = successor ? `superseded by ${successor}` : 'accepted';
    expect(index).toContain(`| ${number} | [${title}](${basename(file)}) | ${status}`);
  });
});

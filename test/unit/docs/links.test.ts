import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const documents = globSync(['*.md', 'clients/*/*.md', 'docs/**/*.md', 'local/**/*.md']);

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(file: string): string[] {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, text]) =>
    text!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(documents)('%s links to files and headings that exist', (document) => {
  for (const [, link] of readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)) {
    // The page of the workflow on the site that shows the README.
    if (link!.startsWith('../../actions/')) continue;
    const [path, anchor] = link!.split('#') as [string, string | undefined];
    const file = path === '' ? document : join(dirname(document), path);
    expect(existsSync(file), `${document}: ${link}`).toBe(true);
    if (anchor) expect(anchorsOf(file), `${document}: ${link}`).toContain(anchor);
  }
});

it('the runbook has every section that program messages refer to', () => {
  const sources = globSync(['api/**/*.ts', 'ingest/**/*.ts', 'mappings/**/*.ts']);
  const headings = anchorsOf('docs/runbook.md');
  for (const file of sources) {
    for (const [, heading] of readFileSync(file, 'utf8').matchAll(/“([^”]+)” in docs\/runbook\.md/g))
      expect(headings, file).toContain(heading!.toLowerCase().replaceAll(' ', '-'));
  }
});

it('the runbook has an entry for each alert', () => {
  const alerts = readFileSync('deploy/helm/gem-auctions/alerts.yaml', 'utf8').matchAll(/alert: (\w+)/g);
  for (const [, alert] of alerts) expect(anchorsOf('docs/runbook.md')).toContain(alert!.toLowerCase());
});

import { describe, expect, inject, test } from 'vitest';
import { docsPages, docsPath } from '../../../api/pages/docs/pages.ts';

const { url } = inject('corpus');

/** The texts of linked pages; undefined for one that is not served. */
const read = new Map<string, Promise<string | undefined>>();
function textOf(pathname: string): Promise<string | undefined> {
  const text =
    read.get(pathname) ?? fetch(url + pathname).then((page) => (page.ok ? page.text() : undefined));
  read.set(pathname, text);
  return text;
}

describe.each(docsPages)('the documentation page %s', (page) => {
  test('the page is served compressed, runs only its script, and has no broken links', async () => {
    const response = await fetch(url + docsPath(page), { headers: { 'Accept-Encoding': 'br' } });
    expect([response.status, response.headers.get('content-encoding')]).toEqual([200, 'br']);
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';.* connect-src 'self';.* require-trusted-types/,
    );
    const html = await response.text();
    expect(html.match(/<script.*?>/g)).toEqual([expect.stringContaining('/page.js">')]);
    expect(html).not.toMatch(/\{\{\w+\}\}|\]\(|href=""/);
    expect(html).toMatch(/<h1 id="[^"]+">/);
    // All but other sites: a page names no file that is not served.
    const paths = [...html.matchAll(/href="([^"]*)"/g)].filter(([, path]) => !/^(https?|data):/.test(path!));
    const links = paths.map(([, path]) => new URL(path!, url + docsPath(page)));
    expect(links.length).toBeGreaterThan(8);
    for (const { pathname, hash } of links) {
      const text = await textOf(pathname);
      expect(text, pathname).toBeDefined();
      if (hash) expect(text, pathname + hash).toContain(`id="${hash.slice(1)}"`);
    }
  });
});

test('the search index has every section of every page, at an address that exists', async () => {
  const response = await fetch(`${url}/docs/sections.json`);
  const sections = (await response.json()) as { address: string; title: string; text: string }[];
  for (const { address, title, text } of sections) {
    const [path, id] = address.split('#') as [string, string?];
    expect(await textOf(path), address).toContain(id === undefined ? '<h1' : `id="${id}"`);
    expect(text.length, address).toBeGreaterThan(title.split(': ').at(-1)!.length);
  }
  const about = (word: string) =>
    sections.filter(({ text }) => text.includes(word)).map(({ address }) => address);
  expect(about('GemBackupOld')).toContain('/docs/runbook#gembackupold');
  expect(about('WORKER_PORT')).toContain('/docs/operations/configuration#settings');
  const paths = new Set(sections.map(({ address }) => address.split('#')[0]));
  expect([...paths].sort()).toEqual(docsPages.map(docsPath).sort());
});

test('an unknown name below /docs gets 404', async () => {
  expect((await fetch(`${url}/docs/releasing`)).status).toBe(404);
});

import { expect, test } from 'vitest';
import { startApiProcess } from '../../support/api-process.ts';
import { buildAuction } from '../../support/build-auction.ts';
import { startApi } from '../../support/start-api.ts';
import { createTestIndex } from '../../support/test-index.ts';

const paths = ['/api/v1/auctions', '/api/v1/auctions/7', '/api/v1/openapi.json', '/', '/docs'];

/** Calls a tool of the MCP server, whose file is read at the first request. */
async function callTool(url: string): Promise<string> {
  const params = { name: 'search_lots', arguments: {} };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  return response.text();
}

test('the API bundled in one file responds like its sources, byte for byte', async () => {
  // An index of its own, with letters of every width.
  const index = await createTestIndex([buildAuction({ id: 7, title: 'Padparadscha – 刚玉 💎' })]);
  const settings = {
    INDEX_ALIAS: index.alias,
    RATE_LIMIT_MAX: '0',
    MCP: 'on',
    PUBLIC_URL: 'https://gems.example.com',
  };
  const sources = await startApi(settings);
  const bundle = await startApiProcess(settings);
  const read = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() };
  };
  for (const path of paths) {
    const [ofSources, ofBundle] = await Promise.all([read(sources.url + path), read(bundle.url + path)]);
    expect(ofBundle).toEqual(ofSources);
    expect(ofBundle.status).toBe(200);
    // The pages name the files that they consist of.
    const [file] = /\/(?:docs|explorer)\/[^"]+\.js/.exec(ofBundle.body) ?? [];
    expect(file === undefined, path).toBe(path.startsWith('/api'));
    if (file) expect(await read(bundle.url + file)).toEqual(await read(sources.url + file));
  }
  const [toolOfSources, toolOfBundle] = await Promise.all([callTool(sources.url), callTool(bundle.url)]);
  expect(toolOfBundle).toContain('1 of 1 lots in this data');
  expect(toolOfBundle).toBe(toolOfSources);
  expect(bundle.complaints()).toBe('');
  expect(await bundle.stop()).toBe(0);
  await sources.close();
  await index.remove();
});

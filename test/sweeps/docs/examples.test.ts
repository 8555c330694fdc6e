import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runScorecard } from '../../../api/ext/scorecard/run-scorecard.ts';
import { routes } from '../../../api/routes.ts';
import type { RunningApi } from '../../../api/server.ts';
import { lotsCsv } from '../../support/browser/sample-lots.ts';
import { type Body, get } from '../../support/get.ts';
import { startApi } from '../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../support/start-ingest.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/examples.md'), 'utf8');
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0]!,
    request: /curl 'http:\/\/127\.0\.0\.1:3000([^']+)'/.exec(section)![1]!,
    json: /```json\n([\s\S]+?)```/.exec(section)?.[1],
    csv: /```csv\n([\s\S]+?)```/.exec(section)?.[1],
  }));
const examples = sections
  .filter(({ csv }) => csv === undefined)
  .map(({ json, ...section }) => ({ ...section, shown: JSON.parse(json!) as Body }));
const exported = sections.filter(({ csv }) => csv !== undefined);

/** The day after the newest sample record, on which these records are the latest. */
const dayOfExamples = '2026-11-21';

let ingest: TestIngest;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  const sales = readFileSync(join(root, 'local/samples/notable-sales.csv'));
  await ingest.import('notable-sales.csv', sales);
  await ingest.import('synthetic-lots.csv', lotsCsv(20_000));
  api = await startApi({ INDEX_ALIAS: ingest.alias }, dayOfExamples);
  await runScorecard(ingest.environment, { maxGems: 4, maxYears: 2, maxLotsPerYear: 2 });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

/** The required content of a response: fields that are not shown may have any value, and so may "…" in a list. */
function pattern(shown: unknown): unknown {
  if (Array.isArray(shown)) {
    const listed = shown.filter((one) => one !== '…').map(pattern);
    return listed.length < shown.length ? expect.arrayContaining(listed) : listed;
  }
  if (typeof shown !== 'object' || shown === null) return shown;
  const fields = Object.entries(shown).filter(([name]) => name !== '…');
  return expect.objectContaining(Object.fromEntries(fields.map(([name, value]) => [name, pattern(value)])));
}

describe('docs/examples.md with the sample data', () => {
  test('there is an example request for every path except the list, which the README shows', () => {
    const isAsked = (path: string) => {
      const pattern = new RegExp(`^${path.replace(/:\w+|\{\w+\}/, '\\d+')}$`);
      return examples.some(({ request }) => pattern.test(request.split('?')[0]!));
    };
    const missing = routes
      .filter((route) => 'handle' in route && !isAsked(route.path))
      .map(({ path }) => path);
    expect(missing).toEqual(['/api/v1/auctions']);
    const exports = readFileSync(join(root, 'docs/exports.md'), 'utf8');
    const exports_ = routes.filter((route) => 'export' in route);
    for (const { path } of exports_) expect(exports).toContain(`| \`${path}\` |`);
  });

  test.for(exported)('$title: the response to $request begins as shown', async ({ request, csv }) => {
    const response = await fetch(`${api.url}${request}`);
    const shown = csv!.split('…')[0]!.replaceAll('\n', '\r\n');
    expect((await response.text()).slice(0, shown.length)).toBe(shown);
  });

  test.for(examples)('$title: the response to $request is as shown', async ({ request, shown }) => {
    const [path, search] = request.split('?');
    const { status, body } = await get(api.url, path!, search);
    expect(status).toBe(200);
    const isEnvelope = 'data' in shown;
    expect(isEnvelope ? body : body.data).toEqual(pattern(shown));
  });
});

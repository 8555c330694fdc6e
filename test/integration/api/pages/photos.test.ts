import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../../../api/server.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';
import { startIngest, type TestIngest } from '../../../support/start-ingest.ts';

const photo = 'https://images.example.com/1.jpg';
let ingest: TestIngest;
let api: RunningApi;

beforeAll(async () => {
  ingest = await startIngest();
  await ingest.import('lots.csv', `id,title,gem_type,image_url\n1,A ruby,Ruby,${photo}\n2,An opal,Opal,\n`);
  api = await startApi({ INDEX_ALIAS: ingest.alias });
});
afterAll(async () => {
  await api?.close();
  await ingest?.close();
});

test('a record has the URL of its photo, or null', async () => {
  expect((await get(api.url, '/api/v1/auctions/1')).body.data.image_url).toBe(photo);
  expect((await get(api.url, '/api/v1/auctions/2')).body.data.image_url).toBeNull();
  const { body } = await get(api.url, '/api/v1/auctions', 'fields=image_url&ids=1,2');
  expect(body.data.toSorted((a: { id: number }, b: { id: number }) => a.id - b.id)).toEqual([
    { id: 1, image_url: photo },
    { id: 2, image_url: null },
  ]);
});

test('a photo is not searched', async () => {
  const { status, body } = await get(api.url, '/api/v1/auctions', 'sort=image_url');
  expect([status, body.error.code]).toEqual([400, 'invalid_parameter']);
});

test.each(['csv', 'ndjson'])('an export as %s includes the URL of the photo', async (format) => {
  const response = await fetch(`${api.url}/api/ext/export/auctions?format=${format}&ids=1`);
  const [first, second] = (await response.text()).split('\n');
  if (format === 'ndjson') expect(JSON.parse(first!).image_url).toBe(photo);
  else expect(second!.split(',')[first!.split(',').indexOf('image_url')]).toBe(photo);
});

/** What the page may load as images, and the hosts that it knows of. */
async function pageOf(url: string, query = '') {
  const response = await fetch(`${url}/${query}`);
  const policy = response.headers.get('content-security-policy')!;
  return {
    images: /img-src ([^;]*)/.exec(policy)![1],
    hosts: /<meta name="image-hosts" content="([^"]*)">/.exec(await response.text())?.[1],
    rest: policy.replace(/img-src [^;]*/, ''),
  };
}

test('the page loads no photos by default', async () => {
  expect(await pageOf(api.url)).toMatchObject({ images: "'self' blob:", hosts: '' });
});

test('the page may load photos from the hosts in IMAGE_HOSTS, and nothing else', async () => {
  const IMAGE_HOSTS = 'images.example.com,localhost:8443';
  const images = "'self' blob: https://images.example.com https://localhost:8443";
  const other = await startApi({ INDEX_ALIAS: ingest.alias, IMAGE_HOSTS });
  try {
    for (const query of ['', '?lot=1']) {
      const page = await pageOf(other.url, query);
      expect(page).toMatchObject({ images, hosts: IMAGE_HOSTS });
      expect(page.rest).toBe((await pageOf(api.url, query)).rest);
      expect(page.rest).not.toContain('https:');
    }
  } finally {
    await other.close();
  }
});

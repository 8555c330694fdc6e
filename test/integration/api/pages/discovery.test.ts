import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import type { RunningApi } from '../../../../api/server.ts';
import { get } from '../../../support/get.ts';
import { startApi } from '../../../support/start-api.ts';

const publicUrl = 'https://gems.example.com';
const descriptions =
  '</api/v1/openapi.json>; rel="service-desc"; type="application/openapi+json", </docs>; rel="service-doc"; type="text/html"';

const INDEX_ALIAS = inject('samples').alias;
let api: RunningApi;

beforeAll(async () => {
  // Other settings than those of the shared API.
  api = await startApi({
    INDEX_ALIAS,
    PUBLIC_URL: publicUrl,
    IMAGE_HOSTS: 'images.example.com,localhost:8443',
  });
});
afterAll(() => api?.close());

/** A text file of the service. */
async function text(path: string, url = api.url): Promise<string> {
  const response = await fetch(url + path);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  return response.text();
}

describe('the index page of the API', () => {
  test('the index lists every other path with a description, and links to the API description', async () => {
    const { body } = await get(api.url, '/api/v1');
    const { paths, documentation, openapi, explorer } = body.data;
    const listed = paths.map(({ path, summary }: Record<string, string>) => [path, summary]);
    const others = routes.filter(({ path }) => path !== '/api/v1');
    expect(listed).toEqual(others.map(({ path, summary }) => [path, summary]));
    for (const path of [documentation, openapi, explorer]) {
      expect((await fetch(api.url + path)).status, path).toBe(200);
    }
  });
});

describe('links to the API description', () => {
  test.each(['/api/v1', '/api/v1/stats', '/api/ext/vocabulary'])('the links are on %s', async (path) => {
    expect((await get(api.url, path)).headers.get('link')).toBe(descriptions);
  });

  test('the Link header of a list names its pages before the description', async () => {
    const link = (await get(api.url, '/api/v1/auctions', 'limit=1')).headers.get('link')!;
    expect(link).toMatch(/^<[^>]+>; rel="first", /);
    expect(link.endsWith(`, ${descriptions}`)).toBe(true);
  });

  test('each link leads to the document in its stated type, and to JSON for other clients', async () => {
    const typeOf = async (accept?: string) => {
      const headers = accept ? { Accept: accept } : {};
      const response = await fetch(`${api.url}/api/v1/openapi.json`, { headers });
      return [response.status, response.headers.get('content-type')?.split(';')[0]];
    };
    expect(await typeOf('application/openapi+json')).toEqual([200, 'application/openapi+json']);
    expect(await typeOf('application/json')).toEqual([200, 'application/json']);
    expect(await typeOf()).toEqual([200, 'application/json']);
    expect((await typeOf('text/html'))[0]).toBe(406);
  });
});

describe('/llms.txt', () => {
  test('/llms.txt names every path, and links only to pages that are served', async () => {
    const content = await text('/llms.txt');
    for (const { path } of routes) expect(content).toContain(`- \`GET ${path}\`: `);
    const links = [...content.matchAll(/\]\(([^)]+)\)/g)].map(([, url]) => new URL(url!));
    expect(links.length).toBeGreaterThan(15);
    for (const { origin, pathname, search } of links) {
      expect(origin).toBe(publicUrl);
      expect((await fetch(api.url + pathname + search)).status, pathname).toBe(200);
    }
  });
});

describe('/robots.txt', () => {
  test('/robots.txt excludes robots from the data, but not from its description', async () => {
    expect(await text('/robots.txt')).toBe(
      'User-agent: *\nAllow: /api/v1$\nAllow: /api/v1/openapi.json\nDisallow: /api/\nDisallow: /*?\n',
    );
  });
});

describe('photos', () => {
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

  test('the page loads photos only from IMAGE_HOSTS, by default from none', async () => {
    const plain = await pageOf(inject('samples').url);
    expect(plain).toMatchObject({ images: "'self' blob:", hosts: '' });
    for (const query of ['', '?lot=1']) {
      const page = await pageOf(api.url, query);
      expect(page).toMatchObject({
        images: "'self' blob: https://images.example.com https://localhost:8443",
        hosts: 'images.example.com,localhost:8443',
      });
      expect(page.rest).toBe(plain.rest);
    }
  });
});

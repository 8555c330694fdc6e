import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import type { RunningApi } from '../../../../api/server.ts';
import { get } from '../../../support/get.ts';
import { startApi, testToday } from '../../../support/start-api.ts';

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
  test('/llms.txt shows ten sample requests, and each finds something', async () => {
    const [, worked = ''] = /## Worked requests\n\n([\s\S]*?)\n\n##/.exec(await text('/llms.txt')) ?? [];
    const requests = [...worked.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S.+[.;]$/gm)].map(([, url]) => url!);
    expect(requests).toHaveLength(10);
    expect(worked.split('\n')).toHaveLength(10);
    for (const url of requests) {
      expect(url.startsWith(`${publicUrl}/api/`), url).toBe(true);
      const { status, body } = await get(api.url, ...pathAndQuery(url));
      expect(status, url).toBe(200);
      expect(body.data, url).not.toEqual([]);
      for (const { message } of body.meta.hints ?? []) expect(message).toContain('Others of its family');
    }
  });

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

describe('/llms.txt without PUBLIC_URL', () => {
  /** The text, and the origins of its links, as a client of this host gets them. */
  async function linksFor(host: string) {
    const { hostname, port } = new URL(inject('samples').url);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, path: '/llms.txt', headers: { host } }, resolve).on('error', reject).end();
    });
    const content = (await response.setEncoding('utf8').toArray()).join('');
    const origins = [...content.matchAll(/\]\(([^)]+?)\/(?:api|docs)/g)].map(([, origin]) => origin);
    return { etag: response.headers.etag, content, origins: [...new Set(origins)] };
  }

  test('links have the host of the request, and another host gets another ETag', async () => {
    const found = await Promise.all(
      ['gems.example.com', 'gems.example.com:8443', '[::1]:3000'].map(linksFor),
    );
    expect(found.map(({ origins }) => origins)).toEqual([
      ['http://gems.example.com'],
      ['http://gems.example.com:8443'],
      ['http://[::1]:3000'],
    ]);
    expect(found[0]!.content).not.toContain('localhost');
    expect(new Set(found.map(({ etag }) => etag)).size).toBe(3);
  });

  test.each(['evil.example/path', 'a)b', 'a b', '<script>', 'user@host', 'x:99999999', `${'a'.repeat(300)}`])(
    'a host that is none is not repeated: %s',
    async (host) => {
      const { origins, content } = await linksFor(host);
      expect(origins).toHaveLength(1);
      expect(origins[0]).toMatch(/^http:\/\/localhost:\d+$/);
      expect(content).not.toContain(host);
    },
  );
});

const pathAndQuery = (url: string): [path: string, query: string] => {
  const { pathname, search } = new URL(url);
  return [pathname, search.slice(1)];
};

describe('/robots.txt', () => {
  test('/robots.txt excludes robots from the data, but not from its description', async () => {
    expect(await text('/robots.txt')).toBe(
      'User-agent: *\nAllow: /api/v1$\nAllow: /api/v1/openapi.json\nDisallow: /api/\nDisallow: /*?\n',
    );
  });
});

describe('/.well-known/security.txt', () => {
  const fieldsOf = (content: string) =>
    Object.fromEntries(
      content
        .trim()
        .split('\n')
        .map((line) => line.split(': ')),
    );

  test('security.txt is valid for half a year from the request, and names a page that exists', async () => {
    const fields = fieldsOf(await text('/.well-known/security.txt'));
    expect(fields).toEqual({
      Contact: `${publicUrl}/docs/security`,
      Policy: `${publicUrl}/docs/security`,
      Expires: '2020-11-28T00:00:00Z',
      'Preferred-Languages': 'en',
      Canonical: `${publicUrl}/.well-known/security.txt`,
    });
    expect(new Date(fields.Expires!).getTime() - new Date(testToday).getTime()).toBe(180 * 86_400_000);
    expect((await fetch(`${api.url}/docs/security`)).status).toBe(200);
  });

  test('security.txt names the operator’s contact', async () => {
    const SECURITY_CONTACT = 'mailto:security@example.com';
    const other = await startApi({ INDEX_ALIAS, SECURITY_CONTACT });
    const fields = fieldsOf(await text('/.well-known/security.txt', other.url));
    await other.close();
    expect(fields.Contact).toBe(SECURITY_CONTACT);
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
    for (const query of ['', '?lot=1', '?view=prices&embed=1']) {
      const page = await pageOf(api.url, query);
      expect(page).toMatchObject({
        images: "'self' blob: https://images.example.com https://localhost:8443",
        hosts: 'images.example.com,localhost:8443',
      });
      expect(page.rest).not.toContain('https:');
      if (query === '') expect(page.rest).toBe(plain.rest);
    }
  });
});

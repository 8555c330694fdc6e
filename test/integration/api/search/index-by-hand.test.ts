import type { estypes } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import type { RunningApi } from '../../../../api/server.ts';
import { aliasOnSeveral, mappingVersion } from '../../../../mappings/records-index.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { startApi, testToday } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';

/** The interval of the API's checks of the index: a tenth of the default. */
const checkEveryMs = 500;

/** For a busy machine, and for the process below, which checks every five seconds. */
const noticed = { interval: 200 };

let index: TestIndex;
let api: RunningApi;
/** The `_meta` of the undamaged mapping. */
let meta: object;
const closing: (() => Promise<unknown>)[] = [];

/** An index of its own for each test, which damages it. */
beforeEach(async () => {
  index = await createTestIndex(Array.from({ length: 30 }, (_, i) => buildAuction({ id: i + 1 })));
  closing.push(() => index.remove());
  meta = (await indices().getMapping({ index: index.index }))[index.index]!.mappings._meta!;
  api = await startApi({ INDEX_ALIAS: index.alias }, testToday, checkEveryMs);
  closing.push(() => api.close());
  expect((await get(api.url, list)).status).toBe(200);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const indices = () => index.elasticsearch.indices;

/** Another index of records, without the alias. */
async function createOther(name: string, aliases: Record<string, estypes.IndicesAlias> = {}) {
  await indices().create({ index: name, aliases, settings: { number_of_replicas: 0 } });
  closing.push(() => indices().delete({ index: name, ignore_unavailable: true }));
}

const messageOf = async (path: string) => {
  const { status, body } = await get(api.url, path);
  return status === 200 ? 'fine' : `${status} ${body.error.message}`;
};

const hidden = 'The data is temporarily unavailable. Retry after the seconds in Retry-After.';

/** Expects that every list, cached or not, is refused, and that /readyz names the reason. */
async function expectRefusal(reason: string, detail: RegExp, message = hidden) {
  await expect.poll(() => messageOf(list), noticed).toBe(`503 ${message}`);
  for (const query of ['?limit=3', '?sort=price', '?limit=1&page=7', '/7', '/latest']) {
    expect(await messageOf(`${list}${query}`)).toBe(`503 ${message}`);
  }
  expect(await messageOf('/api/v1/stats')).toBe(`503 ${message}`);
  const readiness = await messageOf('/readyz');
  expect(readiness).toContain(`503 ${reason}`);
  expect(readiness).toMatch(detail);
}

const noData = 'There is no data: nothing has been imported yet, or it was removed.';
const noIndex = () =>
  `The index alias ${index.alias} does not exist: nothing has been imported, or it was removed.`;

/** What somebody does to the live index, what /readyz says then, and what repairs it. */
const damages: {
  what: string;
  reason: string | (() => string);
  detail: RegExp | (() => RegExp);
  message?: string;
  harm: () => Promise<unknown>;
  repair?: () => Promise<unknown>;
}[] = [
  {
    what: 'the alias was removed',
    reason: noIndex,
    detail: /runbook/,
    message: noData,
    harm: () => indices().deleteAlias({ index: index.index, name: index.alias }),
    repair: () => indices().putAlias({ index: index.index, name: index.alias }),
  },
  {
    what: 'the alias points to two indices',
    reason: () => aliasOnSeveral(index.alias, [`${index.alias}-records-2`, index.index]),
    detail: /runbook/,
    async harm() {
      await createOther(`${index.alias}-records-2`, { [index.alias]: {} });
    },
    repair: () => indices().deleteAlias({ index: `${index.alias}-records-2`, name: index.alias }),
  },
  {
    what: 'the _meta of the mapping was erased',
    reason: 'The live index has no data version.',
    detail: /lacks data_version, as_of or mapping_version/,
    harm: () => setMeta({}),
    repair: () => setMeta(meta),
  },
  {
    what: 'its mapping is older',
    reason: () => wrongVersion(mappingVersion - 1),
    detail: /Import all files again, the first with --replace\./,
    message: 'The data was indexed by an older version of the service: import the files again.',
    harm: () => setMeta({ ...meta, mapping_version: mappingVersion - 1 }),
    repair: () => setMeta(meta),
  },
];
const setMeta = (_meta: object) => indices().putMapping({ index: index.index, _meta: _meta as never });
const wrongVersion = (version: number) =>
  `${index.index} has version ${version} of the mapping, and this build needs version ${mappingVersion}.`;

describe('damaged search indices', () => {
  test.for(damages)(
    'requests are refused with the reason when $what, until it is repaired',
    async ({ reason, detail, message, harm, repair }) => {
      await harm();
      await expectRefusal(
        typeof reason === 'string' ? reason : reason(),
        detail instanceof RegExp ? detail : detail(),
        message,
      );
      if (!repair) return;
      await repair();
      await expect.poll(() => messageOf(list), noticed).toBe('fine');
    },
  );
});

test('while the first index is built there is no data', async () => {
  const alias = `${index.alias}-first`;
  await createOther(`${alias}-records-1`, { [`${alias}-write-1-1`]: { is_hidden: true } });
  const first = await startApi({ INDEX_ALIAS: alias });
  closing.push(() => first.close());
  const { status, body } = await get(first.url, list);
  expect(status).toBe(503);
  expect(body.error.message).toBe(noData);
  expect(await fetch(`${first.url}/readyz`).then((answer) => answer.text())).toContain(
    `The index alias ${alias} does not exist: nothing has been imported, or it was removed.`,
  );
});

describe('search indices with an unreadable shard', () => {
  test('every path is refused when one shard cannot be read, and no response comes from the others alone', async () => {
    // The only node has a place for one of the two shards.
    const half = await createTestIndex([], {
      number_of_shards: 2,
      'routing.allocation.total_shards_per_node': 1,
    });
    closing.push(() => half.remove());
    const overHalf = await startApi({ INDEX_ALIAS: half.alias });
    closing.push(() => overHalf.close());
    const record = `${list}/{id}`;
    const paths = routes
      // Suggestions and the scorecard have their own indices, the list of paths needs none, and a record one shard.
      .filter(({ path }) => !['/api/v1/suggestions', '/api/ext/scorecard', '/api/v1', record].includes(path))
      .flatMap(({ path, examples }) =>
        (examples ?? ['']).map((query) => (query.startsWith('/') ? query : `${path}${query && `?${query}`}`)),
      );
    paths.push(`${list}?facets=gem_type,year`, `${list}?limit=100&page=101`, '/readyz');
    for (const path of paths) {
      const { status, body } = await get(overHalf.url, path);
      expect([path, status, body?.error?.message]).toEqual([
        path,
        503,
        path === '/readyz' ? 'A part of the index cannot be read.' : hidden,
      ]);
    }
    const statuses = new Set<number>();
    for (let id = 1; id <= 20; id++) statuses.add((await get(overHalf.url, `${list}/${id}`)).status);
    expect([...statuses].sort()).toEqual([404, 503]);
  });
});

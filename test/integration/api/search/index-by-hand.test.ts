import type { estypes } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '../../../../api/routes.ts';
import type { RunningApi } from '../../../../api/server.ts';
import { aliasOnSeveral, mappingVersion } from '../../../../mappings/records-index.ts';
import { startApiProcess } from '../../../support/api-process.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { get } from '../../../support/get.ts';
import { createLackingIndex, lackedFields } from '../../../support/lacking-index.ts';
import { startApi, testToday } from '../../../support/start-api.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const list = '/api/v1/auctions';

/** The interval of the API's checks of the index: a tenth of the default. */
const checkEveryMs = 500;

/** For a busy machine, and for the process below, which checks every five seconds. */
const noticed = { interval: 200 };

let index: TestIndex;
let api: RunningApi;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  index = await createTestIndex(Array.from({ length: 30 }, (_, i) => buildAuction({ id: i + 1 })));
  closing.push(() => index.remove());
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

const expectRepaired = () => expect.poll(() => messageOf(list), noticed).toBe('fine');

describe('damaged search indices', () => {
  test('requests are refused with the reason after the alias was removed, until it is repaired', async () => {
    await indices().deleteAlias({ index: index.index, name: index.alias });
    await expectRefusal(
      'The live index is missing.',
      new RegExp(`The alias ${index.alias} does not exist, although .* records: ${index.index}\\..*runbook`),
    );
    await indices().putAlias({ index: index.index, name: index.alias });
    await expectRepaired();
  });

  test('requests are refused with the reason after the live index was deleted, while an earlier one is kept', async () => {
    const earlier = `${index.alias}-records-0`;
    await createOther(earlier);
    await indices().delete({ index: index.index });
    await expectRefusal('The live index is missing.', new RegExp(`Indices of records: ${earlier}\\.`));
  });

  test('requests are refused with the reason after the only index was deleted', async () => {
    await createOther(`${index.alias}-suggest-1`);
    await indices().delete({ index: index.index });
    await expectRefusal('The live index is missing.', /No index of records is left\./);
  });

  test('requests are refused with the reason when an index has the name of the alias', async () => {
    await indices().deleteAlias({ index: index.index, name: index.alias });
    await createOther(index.alias);
    await expectRefusal('The live index is missing.', /is an index of its own, where an alias should be/);
  });

  test('requests are refused with the reason when the alias points to two indices', async () => {
    const other = `${index.alias}-records-2`;
    await createOther(other);
    await indices().putAlias({ index: other, name: index.alias });
    await expectRefusal(aliasOnSeveral(index.alias, [other, index.index]), /runbook/);
    await indices().deleteAlias({ index: other, name: index.alias });
    await expectRepaired();
  });

  test('requests are refused with the reason when the index is closed', async () => {
    await indices().close({ index: index.index });
    await expectRefusal('The live index is closed.', new RegExp(`Open ${index.index}\\.`));
    await indices().open({ index: index.index });
    await expectRepaired();
  });

  test('requests are refused with the reason when the _meta of the mapping was erased', async () => {
    const found = await indices().getMapping({ index: index.index });
    await indices().putMapping({ index: index.index, _meta: {} });
    await expectRefusal(
      'The live index has no data version.',
      /lacks data_version, as_of or mapping_version/,
    );
    await indices().putMapping({ index: index.index, _meta: found[index.index]!.mappings._meta! });
    await expectRepaired();
  });
});

describe('search indices of another mapping', () => {
  const versions = [
    {
      mapping_version: mappingVersion - 1,
      advice: /Import all files again, the first with --replace\./,
      message: 'The data was indexed by an older version of the service: import the files again.',
    },
    { mapping_version: mappingVersion + 1, advice: /Start the newer build\./ },
  ];
  test.for(versions)(
    'an index with mapping version $mapping_version is refused, and the message says what to do',
    async ({ mapping_version, advice, message }) => {
      const { _meta } = (await indices().getMapping({ index: index.index }))[index.index]!.mappings;
      await indices().putMapping({ index: index.index, _meta: { ..._meta, mapping_version } });
      const reason = `${index.index} has version ${mapping_version} of the mapping, and this build needs version ${mappingVersion}.`;
      await expectRefusal(reason, advice, message);
      await indices().putMapping({ index: index.index, _meta: _meta! });
      await expectRepaired();
    },
  );

  test('an index without a field is refused, and the message says what to do', async () => {
    const alias = `${index.alias}-lacking`;
    const lacking = await createLackingIndex(index.elasticsearch, alias, [buildAuction({ id: 1 })]);
    closing.push(() => indices().delete({ index: lacking }));
    const other = await startApi({ INDEX_ALIAS: alias });
    closing.push(() => other.close());
    expect((await get(other.url, list)).body.error).toMatchObject({
      code: 'unavailable',
      message: 'The data was indexed by an older version of the service: import the files again.',
    });
    const { status, body } = await get(other.url, '/readyz');
    const told = `${lacking} lacks the fields ${lackedFields.join(', ')}. Import all files again, the first with --replace.`;
    expect([status, body.error.message]).toEqual([503, told]);
  });
});

test('an index that is built for the first time is not reported as lost', async () => {
  const alias = `${index.alias}-first`;
  await createOther(`${alias}-records-1`, { [`${alias}-write-1-1`]: { is_hidden: true } });
  const first = await startApi({ INDEX_ALIAS: alias });
  closing.push(() => first.close());
  const { status, body } = await get(first.url, list);
  expect(status).toBe(503);
  expect(body.error.message).toBe('There is no data yet: nothing has been imported.');
  expect(await fetch(`${first.url}/readyz`).then((answer) => answer.text())).toContain(
    `The index alias ${alias} does not exist yet: nothing has been imported.`,
  );
});

test('requests beyond a lowered max_result_window are refused, and /readyz names it', async () => {
  await indices().putSettings({ index: index.index, settings: { max_result_window: 20 } });
  expect((await get(api.url, list, 'limit=10')).status).toBe(200);
  const refused = await get(api.url, list, 'limit=10&page=3');
  expect(refused.status).toBe(503);
  expect(refused.body.error.message).toBe(hidden);
  const { status, body } = await get(api.url, '/readyz');
  expect(status).toBe(200);
  expect(body.data.problem).toContain(`index.max_result_window of ${index.index} is 20, lower than 10000`);
});

test('an index that is blocked for reading is refused', async () => {
  await indices().putSettings({ index: index.index, settings: { 'blocks.read': true } });
  expect(await messageOf(`${list}?limit=4`)).toBe(`503 ${hidden}`);
  expect(await messageOf('/readyz')).toBe('503 The index is blocked.');
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
    const paths = routes
      // Suggestions and the scorecard have their own indices, and the list of paths needs none.
      .filter(({ path }) => !['/api/v1/suggestions', '/api/ext/scorecard', '/api/v1'].includes(path))
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
  });
});

test('a reason is logged when it begins and when it ends, not for each request', async () => {
  const process = await startApiProcess({ INDEX_ALIAS: index.alias, RATE_LIMIT_MAX: '0' });
  const told = () => process.log.filter(({ msg }) => String(msg).startsWith('the data can'));
  await indices().deleteAlias({ index: index.index, name: index.alias });
  await expect.poll(async () => (await get(process.url, list)).status, noticed).toBe(503);
  for (let n = 0; n < 10; n++) await get(process.url, list);
  expect(told().map(({ msg }) => msg)).toEqual(['the data cannot be read as usual']);
  expect(told()[0]!.reason).toContain(`Indices of records: ${index.index}.`);
  await indices().putAlias({ index: index.index, name: index.alias });
  await expect.poll(() => told().length, noticed).toBe(2);
  expect(told()[1]!.msg).toBe('the data can be read as usual again');
});

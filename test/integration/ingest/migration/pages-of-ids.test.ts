import { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { pagesOfIds } from '../../../../ingest/index/migration/pages-of-ids.ts';
import { buildAuction } from '../../../support/build-auction.ts';
import { createTestIndex, type TestIndex } from '../../../support/test-index.ts';

const ids = Array.from({ length: 20_500 }, (_, i) => 3 * i + 1);

let index: TestIndex;
beforeAll(async () => {
  index = await createTestIndex(ids.map((id) => buildAuction({ id })));
});
afterAll(() => index.remove());

it('the pages of ids go on after the last id when their point in time is gone', async () => {
  const elasticsearch = new Client({ node: inject('elasticsearchUrl') });
  let opened = 0;
  let pit = '';
  elasticsearch.diagnostic.on('response', (_, event) => {
    if (event?.meta.request.params.path.endsWith('/_pit') && event.meta.request.params.method === 'POST') {
      opened++;
      pit = (event.body as { id: string }).id;
    }
  });

  const pages: number[][] = [];
  for await (const page of pagesOfIds(elasticsearch, index.alias, new AbortController().signal)) {
    pages.push(page);
    // As a restart of Elasticsearch does.
    if (opened === 1) await index.elasticsearch.closePointInTime({ id: pit });
  }
  await elasticsearch.close();

  expect(opened).toBe(2);
  expect(pages.flat()).toEqual(ids);
});

import { describe, expect, test } from 'vitest';
import { get } from '../../../../support/get.ts';
import { corpus } from '../../../../support/world/world.ts';

const path = '/api/v1/auctions';
const largest = Number.MAX_SAFE_INTEGER;
const [full, bare] = [20_001, largest].map((id) => corpus.records.find((record) => record.id === id)!);

describe('GET /api/v1/auctions/{id}', () => {
  test.for([full!, bare!])('record $id is returned completely, with every field present', async (record) => {
    const body = await corpus.ask(`auctions/${record.id}`);
    expect(body.data).toEqual(record);
    expect(body.pagination).toBeNull();
    expect(body.meta.filters).toEqual({});
  });

  test('an unknown id gets 404', async () => {
    const { status, body } = await get(corpus.url, `${path}/20000`);
    expect(status).toBe(404);
    expect(body.error).toMatchObject({ code: 'not_found', message: 'There is no auction record 20000.' });
  });

  test.for([
    ...['0', '01', '-1', '1.0', '1e3', 'abc', '9007199254740992', '99999999999999999', '%31x', '%00', '%E0'],
    ...['+1', '1%20', 'Latest'],
  ])('%s is refused as an id', async (id) => {
    const { status, body } = await get(corpus.url, `${path}/${id}`);
    expect(status).toBe(400);
    expect(body.error.details).toHaveLength(1);
    expect(body.error.details[0]).toMatchObject({
      parameter: 'id',
      message: expect.stringContaining(id === '%00' ? 'NUL character' : `whole number from 1 to ${largest}`),
    });
  });

  test('filters and paging are refused, and named together with an invalid id', async () => {
    const { status, body } = await get(corpus.url, `${path}/x`, 'limit=1&page=2');
    expect(status).toBe(400);
    expect(body.error.details.map(({ parameter }: { parameter: string }) => parameter)).toEqual([
      'id',
      'limit',
      'page',
    ]);
  });
});

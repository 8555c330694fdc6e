import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const { GET } = createClient<paths, 'application/json'>({ baseUrl: process.argv[2] });

const list = await GET('/api/v1/auctions', {
  params: { query: { gem_name: ['ruby', 'sapphire'], limit: 5 } },
});
if (!list.data) throw new Error(list.error.error.message);

const walked: number[] = [];
let cursor: string | undefined;
do {
  const page = await GET('/api/v1/auctions', { params: { query: { limit: 7, ...(cursor && { cursor }) } } });
  if (!page.data) throw new Error(page.error.error.message);
  // @ts-expect-error A misspelt field does not compile.
  page.data.data[0]?.titel;
  walked.push(...page.data.data.map(({ id }) => id));
  cursor = page.data.meta.next_cursor;
} while (cursor);

const detail = await GET('/api/v1/auctions/{id}', { params: { path: { id: list.data.data[0]!.id } } });
const stats = await GET('/api/v1/stats', { params: { query: { gem_name: ['ruby'] } } });
const suggestions = await GET('/api/v1/suggestions', { params: { query: { q: 'burm' } } });
if (!detail.data || !stats.data || !suggestions.data) throw new Error('No data.');

const refused = await GET('/api/v1/auctions', { params: { query: { price_min: 5, price_max: 4 } } });
const missing = await GET('/api/v1/auctions/{id}', { params: { path: { id: Number.MAX_SAFE_INTEGER } } });
if (!refused.error || !missing.error) throw new Error('No error.');

console.log(
  JSON.stringify({
    list: list.data.data.map(({ id }) => id),
    total: list.data.pagination.total_records,
    walked,
    title: detail.data.data.title,
    price: detail.data.data.price_final_usd,
    lots: stats.data.data.lots,
    value: stats.data.data.total_value_usd,
    median: stats.data.data.price_usd.median,
    suggestion: suggestions.data.data[0]?.text,
    origin: suggestions.data.data[0]?.filter.origin,
    refused: [refused.response.status, refused.error.error.code, refused.error.error.details[0]?.parameter],
    missing: [missing.response.status, missing.error.error.code],
  }),
);

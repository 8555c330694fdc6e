import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RunningApi } from '../../../../../api/server.ts';
import { type Body, get } from '../../../../support/get.ts';
import { callTool, connectClient } from '../../../../support/mcp-clients.ts';
import { pricePhrases } from '../../../../support/price-phrases.ts';
import { startApi } from '../../../../support/start-api.ts';

/** Tokens are bytes ÷ 4. */
const tokensOf = (text: string) => Buffer.byteLength(text) / 4;

/** Over the shared samples, because the API that they share does not speak MCP. */
let api: RunningApi;
let client: Client;
let stdio: Client;

beforeAll(async () => {
  api = await startApi({ INDEX_ALIAS: inject('samples').alias, MCP: 'on' });
  client = await connectClient('http', api.url);
  stdio = await connectClient('stdio', api.url, 'legacy');
  // Clients check answers against the schemas that they have listed.
  for (const one of [client, stdio]) await one.listTools();
});
afterAll(async () => {
  await client?.close();
  await stdio?.close();
  await api?.close();
});

/** A figure: value, n, and the ends of the interval. */
type Expected = [value: number | null, n: number, low?: number | null, high?: number | null];

/** A question, the call that answers it, and the request that gives the same figure. */
interface Question {
  ask: string;
  tool: string;
  args: Record<string, unknown>;
  /** The figure in the data of the answer. */
  said(data: Body, body: Body): Expected;
  request: string;
  /** The figure in the response to the request. */
  read(body: Body): Expected;
  /** Dollars are whole, and estimates have three digits. */
  rounded?: 'dollars' | 'estimate';
}

const ofMedian = ({ median, n, median_low, median_high }: Body): Expected => [
  median,
  n,
  median_low,
  median_high,
];
const perCarat = (of: Body) => ofMedian(of.price_per_carat_usd);
const turnover = (group: Body): Expected => [group.total_value_usd, group.price_usd.n];
const priceOf = (lot: Body): Expected => [lot.price_final_usd, 1];
const ofPeriod = (periods: Body[], wanted: string) => periods.find(({ period }) => period === wanted)!;
const ofShare = ({ share, low, high }: Body, n: number): Expected => [share, n, low, high];
const busiest = (periods: Body[]) =>
  periods.toSorted((a, b) => b.price_per_carat_usd.n - a.price_per_carat_usd.n)[0];

const kashmir = { gem_name: 'sapphire', origin: 'Kashmir', treatment: 'untreated', date_from: '2015-01-01' };
const kashmirQuery = 'gem_name=sapphire&origin=Kashmir&treatment=untreated&date_from=2015-01-01';
const of2019 = { date_from: '2019-01-01', date_to: '2019-12-31' };
const query2019 = 'date_from=2019-01-01&date_to=2019-12-31';
const stone = { gem_name: 'ruby', carat: 3.05, origin: 'Burma' };
const stoneQuery = 'gem_name=ruby&carat=3.05&origin=Burma';

const questions: Question[] = [
  {
    ask: 'median price per carat of unheated Kashmir sapphires since 2015, with interval',
    ...{ tool: 'price_history', args: { ...kashmir, measure: 'price_per_carat' }, rounded: 'dollars' },
    said: ({ whole_time }) => perCarat(whole_time),
    ...{ request: `/api/v1/stats?${kashmirQuery}`, read: ({ data }) => perCarat(data) },
  },
  {
    ask: 'which house sold most emeralds by turnover in 2019',
    ...{ tool: 'house_report', args: { gem_name: 'emerald', ...of2019 } },
    said: ({ markets }, { data }) =>
      turnover(markets.find((one: Body) => one.auction_house === data[0].auction_house)),
    request: `/api/v1/stats/market?gem_name=emerald&group_by=auction_house&sort=-total_value&${query2019}`,
    read: ({ data }) => turnover(data[0]),
  },
  {
    ask: 'what is the Sunrise Ruby known to have sold for',
    ...{ tool: 'get_lot', args: { id: '9000000000000002' }, said: ({ lot }) => priceOf(lot) },
    ...{ request: '/api/v1/auctions/9000000000000002', read: ({ data }) => priceOf(data) },
  },
  {
    ask: 'the most expensive Burmese ruby',
    ...{ tool: 'search_lots', args: { phrase: 'burmese ruby', sort: '-price' } },
    said: ({ lots }) => priceOf(lots[0]),
    request: '/api/v1/rankings/top-price?gem_name=ruby&origin=Burma',
    read: ({ data }) => priceOf(data[0]),
  },
  {
    ask: 'what a Burmese ruby of 3.05 ct is worth',
    ...{ tool: 'value_stone', args: stone, rounded: 'estimate' },
    said: ({ estimate }) => ofMedian({ ...estimate.prediction.price_usd, n: estimate.n }),
    request: `/api/ext/comparables?${stoneQuery}`,
    read: ({ data }) => ofMedian({ ...data.prediction.price_usd, n: data.n }),
  },
  {
    ask: 'what an emerald of 4.2 ct was worth at the end of 2018, with premium, in dollars of today',
    tool: 'value_stone',
    args: { gem_name: 'emerald', carat: '4.2', as_of: '2018-12-31', basis: 'premium', dollars: 'real' },
    rounded: 'estimate',
    said: ({ estimate }) => ofMedian({ ...estimate.prediction.price_usd, n: estimate.n }),
    request: '/api/ext/comparables?gem_name=emerald&carat=4.2&as_of=2018-12-31&basis=premium&dollars=real',
    read: ({ data }) => ofMedian({ ...data.prediction.price_usd, n: data.n }),
  },
  {
    ask: 'the quarter with most priced sapphires, and their median price per carat',
    tool: 'price_history',
    args: {
      ...{ gem_name: 'sapphire', measure: 'price_per_carat', interval: 'quarter' },
      date_from: '2015-01-01',
    },
    rounded: 'dollars',
    said: ({ periods }, { data }) => perCarat(ofPeriod(periods, busiest(data).period)),
    request: '/api/v1/stats/trends?gem_name=sapphire&interval=quarter&date_from=2015-01-01',
    read: ({ data }) => perCarat(busiest(data)),
  },
  {
    ask: 'which origin of sapphires has the highest median price per carat',
    tool: 'compare_markets',
    args: { gem_name: 'sapphire', group_by: 'origin', sort: '-median_price_per_carat' },
    rounded: 'dollars',
    said: ({ markets }, { data }) => perCarat(markets.find((one: Body) => one.origin === data[0].origin)),
    request: '/api/v1/stats/market?gem_name=sapphire&group_by=origin&sort=-median_price_per_carat',
    read: ({ data }) => perCarat(data[0]),
  },
  {
    ask: 'how often an invented house sells above its estimate',
    ...{ tool: 'house_report', args: { auction_house: 'Sample House North' } },
    said: ({ estimates }) => ofShare(estimates.above, estimates.n),
    request: '/api/ext/estimates?auction_house=Sample House North',
    read: ({ data }) => ofShare(data.above, data.n),
  },
  {
    ask: 'how many lots come from Burma',
    ...{ tool: 'explain_term', args: { term: 'Burma' } },
    said: ({ names }) => [names[0].lots, names[0].lots],
    request: '/api/ext/vocabulary',
    read({ data }) {
      const { lots } = data.origins.find(({ name }: Body) => name === 'Myanmar');
      return [lots, lots];
    },
  },
];

const roundings = {
  dollars: Math.round,
  estimate: (value: number) => Number(value.toPrecision(3)),
  none: (value: number) => value,
};

test.each(questions)('a tool answers with the figure of the API: $ask', async (question) => {
  const { tool, args, said, request, read, rounded = 'none' } = question;
  const [path, query] = request.split('?');
  const { body, status } = await get(api.url, path!, query);
  expect(status).toBe(200);
  const [value, n, ...ends] = read(body);
  expect(value).not.toBeNull();
  const { text, answer } = await callTool(client, tool, args);
  const shown = [value, ...ends].map((one) => (one === null ? null : roundings[rounded](one!)));
  const [value_, n_, ...ends_] = said(answer.data, body);
  expect([value_, ...ends_], text).toEqual(shown);
  expect(n_, text).toBe(n);
  for (const one of shown) if (one !== null) expect(text).toContain(String(one));
  expect(answer.meta[0].data_version).toBe(body.meta.data_version);
  expect(tokensOf(text), text).toBeLessThanOrEqual(1500);
  for (const address of [answer.page, ...answer.requests]) {
    expect((await fetch(address.replace(/^https?:\/\/[^/]+/, api.url))).status, address).toBe(200);
  }
});

test('search_lots counts the lots of its filters, real sales only', async () => {
  const args = { gem_name: ['ruby'], weight_min: 5, date_from: '2010-01-01', is_synthetic: false };
  const query = 'gem_name=ruby&weight_min=5&date_from=2010-01-01&is_synthetic=false';
  const { total_records } = (await get(api.url, '/api/v1/auctions', query)).body.pagination;
  const { answer } = await callTool(client, 'search_lots', args);
  const listed = answer.data.lots.length;
  expect(answer.notes[0]).toBe(`Sorted by date, descending: ${listed} of ${total_records} lots in this data`);
});

test('seven tools take at most 6,000 tokens to describe, each read-only, with its output', async () => {
  const { tools } = await client.listTools();
  expect(tokensOf(JSON.stringify(tools))).toBeLessThanOrEqual(6000);
  // Some clients refuse it.
  expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain('"format"');
  expect(tools.map(({ name }) => name)).toEqual([
    ...['search_lots', 'get_lot', 'value_stone', 'price_history'],
    ...['compare_markets', 'house_report', 'explain_term'],
  ]);
  for (const { annotations, outputSchema } of tools) {
    expect(annotations?.readOnlyHint).toBe(true);
    expect(outputSchema?.required).toEqual(['data', 'notes', 'meta', 'page', 'requests']);
  }
});

test('the example of each error is a call that works', async () => {
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    const refused = await client.callTool({ name, arguments: { nonsense: 1 } });
    expect(refused.isError).toBe(true);
    const { text } = (refused.content as { text: string }[])[0]!;
    const [, tool, example] = /^Example: (\w+) (.+)$/m.exec(text)!;
    expect(tool).toBe(name);
    await callTool(client, name, JSON.parse(example!));
  }
});

test('a client over standard input, with the former protocol, gets the same tools and answers as over HTTP', async () => {
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  expect(stdio.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  expect((await stdio.listTools()).tools).toEqual((await client.listTools()).tools);
  for (const { tool, args } of questions.slice(0, 4))
    expect((await callTool(stdio, tool, args)).answer.data).toEqual(
      (await callTool(client, tool, args)).answer.data,
    );
  const former = await connectClient('http', api.url, 'legacy');
  expect(former.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  expect((await callTool(former, 'explain_term', { term: 'median_low' })).answer.data.terms).not.toEqual([]);
  await former.close();
});

test('a term is found by its usual spelling, and a phrase that asks for a record price lists the dearest lots first', async () => {
  const textOf = async (tool: string, args: object) => (await callTool(client, tool, args)).text;
  expect(await textOf('explain_term', { term: 'sell-through rate' })).toContain('sell_through_rate');
  for (const [term, meaning] of [
    ['hammer', /"hammer", meaning "The price at which the hammer fell/],
    ['premium', /"premium", meaning "The buyer's premium/],
    ['Pigeon-Blood', /"pigeon blood", meaning "A grade of red/],
    ['price index', /"Price index of one gem type", meaning "The price level/],
  ] as const)
    expect(await textOf('explain_term', { term })).toMatch(meaning);
  const sorted = /notes: "Sorted by price, descending: 10 of \d+ lots in this data"/;
  expect(await textOf('search_lots', { phrase: 'record ruby price' })).toMatch(sorted);
  const perCarat = await textOf('search_lots', { phrase: 'most expensive ruby per carat' });
  expect(perCarat).toContain('Sorted by price per carat, descending');
  expect(perCarat).toContain('sort=-price_per_carat');
  expect(await textOf('search_lots', { phrase: 'ruby' })).toContain('Sorted by date, descending');
  expect(await textOf('search_lots', { phrase: 'record ruby price' })).toContain('sort=-price');
  expect(await textOf('search_lots', { phrase: 'ruby' })).not.toContain('sort=');
});

test('ten phrasings of a question about prices get one figure, from the API and from both tools', async () => {
  const { data } = (await get(api.url, '/api/ext/price-index', 'gem_name=ruby&from=2010&to=2020')).body;
  const { change, model } = data;
  const expected = { n: model.n, ...change };
  for (const phrase of pricePhrases) {
    const { filter } = (await get(api.url, '/api/ext/interpret', { q: phrase })).body.data;
    expect((await get(api.url, '/api/ext/price-index', filter)).body.data.change, phrase).toEqual(change);
    for (const [tool, args] of [
      ['search_lots', { phrase }],
      ['price_history', filter],
    ] as const) {
      const { price_index_changes } = (await callTool(client, tool, args)).answer.data;
      expect(price_index_changes, `${tool}: ${phrase}`).toEqual([{ gem_name: 'Ruby', ...expected }]);
    }
  }
  const { data: both } = (await callTool(client, 'search_lots', { phrase: 'emerald vs ruby' })).answer;
  for (const [place, gem_name] of ['Emerald', 'Ruby'].entries()) {
    const alone = (await get(api.url, '/api/ext/price-index', { gem_name })).body.data;
    expect(both.price_index_changes[place]).toEqual({ gem_name, n: alone.model.n, ...alone.change });
  }
});

test('a price index with too few lots says so', async () => {
  const { text, answer } = await callTool(client, 'price_history', { gem_name: 'benitoite' });
  expect(answer.data.price_index_changes).toEqual([{ gem_name: 'benitoite', n: 0 }]);
  expect(text).toContain('benitoite: too few lots for a change of the price index');
});

test('the API has no /mcp unless MCP is on', async () => {
  const off = await startApi({ INDEX_ALIAS: inject('samples').alias });
  expect((await fetch(`${off.url}/mcp`, { method: 'POST', body: '{}' })).status).toBe(404);
  await off.close();
});

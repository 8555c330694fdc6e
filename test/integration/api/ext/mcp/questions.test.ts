import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Figure } from '../../../../../api/ext/mcp/answer.ts';
import type { RunningApi } from '../../../../../api/server.ts';
import { round } from '../../../../../mappings/round.ts';
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

/** A figure as the API gives it: value, n, and the ends of the interval. */
type Expected = [value: number | null, n: number, low?: number | null, high?: number | null];

/** A question, the call that answers it, where its figure is, and the request that gives the same figure. */
interface Question {
  ask: string;
  tool: string;
  args: Record<string, unknown>;
  figure: string;
  /** The group or the period of the figure; a function of the response where it is what the question asks for. */
  of?: string | ((body: Body) => string);
  request: string;
  read(body: Body): Expected;
}

const ofMedian = ({ median, n, median_low, median_high }: Body): Expected => [
  median,
  n,
  median_low,
  median_high,
];
const perCarat = (body: Body) => ofMedian(body.data.price_per_carat_usd);
const firstGroup = (field: string) => (body: Body) => String(body.data[0][field]);
const turnover = ({ data: [first] }: Body): Expected => [first.total_value_usd, first.price_usd.n];
const ofLot =
  (field: string) =>
  (body: Body): Expected => [(body.data[0] ?? body.data)[field], 1];
const found = ({ pagination }: Body): Expected => [pagination.total_records, pagination.total_records];

const busiest = (periods: Body[]) =>
  periods.toSorted((a, b) => b.price_per_carat_usd.n - a.price_per_carat_usd.n)[0];

const kashmir = { gem_name: 'sapphire', origin: 'Kashmir', treatment: 'untreated', date_from: '2015-01-01' };
const kashmirQuery = 'gem_name=sapphire&origin=Kashmir&treatment=untreated&date_from=2015-01-01';
const of2019 = { date_from: '2019-01-01', date_to: '2019-12-31' };
const query2019 = 'date_from=2019-01-01&date_to=2019-12-31';
const stone = { gem_name: 'ruby', carat: 3.05, origin: 'Burma' };
const stoneQuery = 'gem_name=ruby&carat=3.05&origin=Burma';
const perCaratName = 'median price per carat, whole time';

const questions: Question[] = [
  {
    ask: 'median price per carat of unheated Kashmir sapphires since 2015, with interval',
    ...{ tool: 'price_history', args: { ...kashmir, measure: 'price_per_carat' }, figure: perCaratName },
    ...{ request: `/api/v1/stats?${kashmirQuery}`, read: perCarat },
  },
  {
    ask: 'which house sold most emeralds by turnover in 2019',
    ...{
      tool: 'house_report',
      args: { gem_name: 'emerald', ...of2019 },
      figure: 'turnover',
    },
    of: firstGroup('auction_house'),
    request: `/api/v1/stats/market?gem_name=emerald&group_by=auction_house&sort=-total_value&${query2019}`,
    read: turnover,
  },
  {
    ask: 'what did the 35.09 ct Kashmir sapphire bring in 2025',
    ...{ tool: 'search_lots', args: { phrase: 'what did the 35.09 ct Kashmir sapphire bring in 2025' } },
    figure: 'price_final_usd',
    request: '/api/v1/auctions?gem_name=sapphire&origin=Kashmir&weight_min=35.09&weight_max=35.09&year=2025',
    read: ofLot('price_final_usd'),
  },
  {
    ask: 'what is the Sunrise Ruby known to have sold for',
    ...{ tool: 'get_lot', args: { id: '9000000000000002' }, figure: 'price (premium)' },
    ...{ request: '/api/v1/auctions/9000000000000002', read: ofLot('price_final_usd') },
  },
  {
    ask: 'the most expensive Burmese ruby',
    ...{ tool: 'search_lots', args: { phrase: 'burmese ruby', sort: '-price' }, figure: 'price_final_usd' },
    ...{ request: '/api/v1/rankings/top-price?gem_name=ruby&origin=Burma', read: ofLot('price_final_usd') },
  },
  {
    ask: 'how many rubies over 5 ct were offered since 2010, real sales only',
    tool: 'search_lots',
    args: { gem_name: ['ruby'], weight_min: 5, date_from: '2010-01-01', is_synthetic: false },
    figure: 'lots found',
    request: '/api/v1/auctions?gem_name=ruby&weight_min=5&date_from=2010-01-01&is_synthetic=false',
    read: found,
  },
  {
    ask: 'what a Burmese ruby of 3.05 ct is worth',
    ...{ tool: 'value_stone', args: stone, figure: 'median price' },
    request: `/api/ext/comparables?${stoneQuery}`,
    read: ({ data }) => ofMedian({ ...data.prediction.price_usd, n: data.n }),
  },
  {
    ask: 'in which range 80 % of such sales are, per carat',
    ...{ tool: 'value_stone', args: stone, figure: 'range of price per carat' },
    request: `/api/ext/comparables?${stoneQuery}`,
    read: ({
      data: {
        prediction: { price_per_carat_usd: range },
        n,
      },
    }) => [range.median, n, range.low, range.high],
  },
  {
    ask: 'how many independent sales the value rests on',
    ...{ tool: 'value_stone', args: stone, figure: 'independent sales' },
    request: `/api/ext/comparables?${stoneQuery}`,
    read: ({ data }) => [data.independent_sales, data.n],
  },
  {
    ask: 'what an emerald of 4.2 ct was worth at the end of 2018, with premium, in dollars of today',
    tool: 'value_stone',
    args: { gem_name: 'emerald', carat: '4.2', as_of: '2018-12-31', basis: 'premium', dollars: 'real' },
    figure: 'median price',
    request: '/api/ext/comparables?gem_name=emerald&carat=4.2&as_of=2018-12-31&basis=premium&dollars=real',
    read: ({ data }) => ofMedian({ ...data.prediction.price_usd, n: data.n }),
  },
  {
    ask: 'the median price of sapphires in 2012',
    ...{ tool: 'price_history', args: { gem_name: 'sapphire', measure: 'price' }, figure: 'median price' },
    ...{ of: '2012', request: '/api/v1/stats?gem_name=sapphire&date_from=2012-01-01&date_to=2012-12-31' },
    read: ({ data }) => ofMedian(data.price_usd),
  },
  {
    ask: 'the quarter with most priced sapphires, and their median price per carat',
    tool: 'price_history',
    args: {
      gem_name: 'sapphire',
      measure: 'price_per_carat',
      interval: 'quarter',
      date_from: '2015-01-01',
    },
    figure: 'median price per carat',
    of: ({ data }) => busiest(data).period,
    request: '/api/v1/stats/trends?gem_name=sapphire&interval=quarter&date_from=2015-01-01',
    read: ({ data }) => ofMedian(busiest(data).price_per_carat_usd),
  },
  {
    ask: 'the price index of sapphires in 2019',
    ...{ tool: 'price_history', args: { gem_name: 'sapphire', measure: 'index' } },
    ...{ figure: 'price index', of: '2019', request: '/api/ext/price-index?gem_name=sapphire' },
    read({ data }) {
      const { index, n, low, high } = data.periods.find(({ period }: Body) => period === '2019');
      return [index, n, low, high];
    },
  },
  {
    ask: 'by how much prices of like sapphires changed from 2013 to 2019',
    tool: 'price_history',
    args: { gem_name: 'sapphire', measure: 'index', from: '2013', to: '2019' },
    figure: 'change of the price index from 2013 to 2019',
    request: '/api/ext/price-index?gem_name=sapphire&from=2013&to=2019',
    read: ({ data: { change, model } }) => [change.relative_change, model.n, change.low, change.high],
  },
  {
    ask: 'turnover of all gems',
    ...{ tool: 'compare_markets', args: {}, figure: 'turnover', request: '/api/v1/stats' },
    read: ({ data }) => [data.total_value_usd, data.price_usd.n],
  },
  {
    ask: 'the sell-through of Colombian emeralds',
    ...{ tool: 'compare_markets', args: { gem_name: 'emerald', origin: 'colombia' }, figure: 'sell-through' },
    request: '/api/v1/stats?gem_name=emerald&origin=colombia',
    read: ({ data }) => [data.sell_through_rate, data.sold_lots + data.unsold_lots],
  },
  {
    ask: 'which origin of sapphires has the highest median price per carat',
    tool: 'compare_markets',
    args: { gem_name: 'sapphire', group_by: 'origin', sort: '-median_price_per_carat' },
    ...{ figure: 'median price per carat', of: firstGroup('origin') },
    request: '/api/v1/stats/market?gem_name=sapphire&group_by=origin&sort=-median_price_per_carat',
    read: ({ data }) => ofMedian(data[0].price_per_carat_usd),
  },
  {
    ask: 'how often an invented house sells above its estimate',
    ...{ tool: 'house_report', args: { auction_house: 'Sample House North' } },
    figure: 'sold above the estimate',
    request: '/api/ext/estimates?auction_house=Sample House North',
    read: ({ data: { above, n } }) => [above.share, n, above.low, above.high],
  },
  {
    ask: "of how many of Sotheby's lots the origin is known, hand-picked ones included",
    tool: 'house_report',
    args: { auction_house: "Sotheby's", selection: 'all' },
    figure: 'lots with known origin',
    request: "/api/ext/coverage?auction_house=Sotheby's&selection=all",
    read: ({ data }) => [data.origin.share, data.lots],
  },
  {
    ask: 'how many lots come from Burma',
    ...{ tool: 'explain_term', args: { term: 'Burma' }, figure: 'lots', of: 'Myanmar' },
    request: '/api/ext/vocabulary',
    read({ data }) {
      const { lots } = data.origins.find(({ name }: Body) => name === 'Myanmar');
      return [lots, lots];
    },
  },
  {
    ask: 'how to cite the statistics of rubies',
    tool: 'cite_figure',
    args: { request: '/api/v1/stats?gem_name=ruby', title: 'Rubies' },
    figure: 'lots behind it',
    request: '/api/v1/stats?gem_name=ruby',
    read: ({ data }) => [data.lots, data.lots],
  },
];

/** The figure of an answer; a fact of its first lot is a figure of one lot. */
function figureOf(
  { figures, lots }: { figures: Figure[]; lots?: Record<string, unknown>[] },
  name: string,
  of?: string,
): Expected {
  const figure = figures.find(
    (one) => one.of === of && (one.name === name || one.name.startsWith(`${name},`)),
  );
  if (!figure) return [(lots?.[0]?.[name] as number) ?? null, 1, null, null];
  const { value, n, interval } = figure;
  return [value, n, interval?.low ?? null, interval?.high ?? null];
}

/** The most that rounding may change a figure: dollars are whole, estimates have three digits. */
const errorOf = (unit: string, tool: string, exact: number) =>
  tool === 'value_stone' && unit !== 'sales'
    ? exact / 200
    : ({ USD: 0.5, 'USD/ct': 0.5, index: 0.05, share: 0.00005, sales: 0.005 }[unit] ?? 0);

test.each(questions)('a tool answers with the figure of the API: $ask', async (question) => {
  const { tool, args, figure, of, request, read } = question;
  const [path, query] = request.split('?');
  const { body, status } = await get(api.url, path!, query);
  expect(status).toBe(200);
  const group = typeof of === 'function' ? of(body) : of;
  const [value, n, low = null, high = null] = read(body);
  expect(value).not.toBeNull();
  const { text, answer } = await callTool(client, tool, args);
  const [value_, n_, low_, high_] = figureOf(answer, figure, group);
  expect(n_, text).toBe(n);
  const unit = answer.figures.find(({ name }) => name.startsWith(figure))?.unit ?? '';
  const pairs = [
    [value, value_],
    ...(low === null
      ? []
      : [
          [low, low_],
          [high, high_],
        ]),
  ] as [number, number][];
  expect([low_, high_].map((end) => end === null)).toEqual([low, high].map((end) => end === null));
  for (const [exact, shown] of pairs) {
    expect(Math.abs(exact - shown), text).toBeLessThanOrEqual(errorOf(unit, tool, exact));
    if (unit.startsWith('USD')) expect(Number.isInteger(shown)).toBe(true);
    expect(text).toContain(String(shown));
  }
  expect(answer.data_version).toBe(body.meta.data_version);
  expect(tokensOf(text), text).toBeLessThanOrEqual(1500);
  for (const address of [answer.page, ...answer.requests]) {
    expect((await fetch(address.replace(/^https?:\/\/[^/]+/, api.url))).status, address).toBe(200);
  }
});

test('eight tools take at most 6,000 tokens to describe, each read-only, with its output', async () => {
  const { tools } = await client.listTools();
  expect(tokensOf(JSON.stringify(tools))).toBeLessThanOrEqual(6000);
  // Some clients refuse it.
  expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain('"format"');
  expect(tools.map(({ name }) => name)).toEqual([
    ...['search_lots', 'get_lot', 'value_stone', 'price_history'],
    ...['compare_markets', 'house_report', 'explain_term', 'cite_figure'],
  ]);
  for (const { annotations, outputSchema } of tools) {
    expect(annotations?.readOnlyHint).toBe(true);
    const { items } = (outputSchema as Body).properties.figures;
    expect(items.required).toEqual(['name', 'value', 'unit', 'n', 'interval']);
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

test('the resources have every name, definition and house', async () => {
  const { resources } = await client.listResources();
  const texts = await Promise.all(
    resources.map(async ({ uri }) => {
      const { contents } = await client.readResource({ uri });
      return (contents[0] as { text: string }).text;
    }),
  );
  const [vocabulary, definitions, coverage] = texts;
  const { data } = (await get(api.url, '/api/ext/coverage', 'group_by=auction_house')).body;
  for (const { auction_house, lots, sold_lots } of data.groups) {
    expect(coverage).toContain(`${JSON.stringify(auction_house ?? 'unknown')} | ${lots} | ${sold_lots} |`);
  }
  const known = (await get(api.url, '/api/ext/vocabulary')).body.data;
  for (const { name, lots } of known.gem_types)
    if (lots > 0) expect(vocabulary).toContain(`${name} (n ${lots})`);
  for (const term of [
    'median_low',
    'sell_through_rate',
    'independent_sales',
    'MULTI_STONE',
    'relative_change',
  ]) {
    expect(definitions).toMatch(new RegExp(`^- ${term}: .{20}`, 'm'));
  }
});

test('the prompts name the tools, and quote what the user gave', async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['value_a_stone', 'prepare_for_a_sale', 'check_a_claim']);
  const claim = 'Rubies rose.\n"Ignore this" <b>';
  const { messages } = await client.getPrompt({ name: 'check_a_claim', arguments: { claim } });
  const { text } = messages[0]!.content as { text: string };
  expect(text).toContain(String.raw`claim "Rubies rose.\n\"Ignore this\" \u003cb\u003e"`);
  expect(text).toContain('price_history');
  await expect(client.getPrompt({ name: 'value_a_stone', arguments: { carat: '3' } })).rejects.toThrow(
    'The prompt value_a_stone requires gem_name.',
  );
});

test('a client over standard input, with the former protocol, gets the same tools and answers as over HTTP', async () => {
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  expect(stdio.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  expect((await stdio.listTools()).tools).toEqual((await client.listTools()).tools);
  for (const { tool, args } of questions.slice(0, 4))
    expect((await callTool(stdio, tool, args)).answer.figures).toEqual(
      (await callTool(client, tool, args)).answer.figures,
    );
  const former = await connectClient('http', api.url, 'legacy');
  expect(former.getNegotiatedProtocolVersion()).toBe('2025-11-25');
  expect((await callTool(former, 'explain_term', { term: 'median_low' })).answer.terms).not.toEqual([]);
  await former.close();
});

test('a term is found by its usual spelling, and a phrase that asks for a record price lists the dearest lots first', async () => {
  const textOf = async (tool: string, args: object) => (await callTool(client, tool, args)).text;
  expect(await textOf('explain_term', { term: 'sell-through rate' })).toContain('sell_through_rate');
  for (const [term, meaning] of [
    ['hammer', /"hammer": The price at which the hammer fell/],
    ['premium', /"premium": The buyer's premium/],
    ['Pigeon-Blood', /"pigeon blood": A grade of red/],
    ['price index', /"Price index of one gem type": The price level/],
  ] as const)
    expect(await textOf('explain_term', { term })).toMatch(meaning);
  const sorted = /Note: Sorted by price, highest first/;
  expect(await textOf('search_lots', { phrase: 'record ruby price' })).toMatch(sorted);
  const perCarat = await textOf('search_lots', { phrase: 'most expensive ruby per carat' });
  expect(perCarat).toContain('Note: Sorted by price per carat, highest first');
  expect(perCarat).toContain('sort=-price_per_carat');
  expect(await textOf('search_lots', { phrase: 'ruby' })).toContain('Note: Sorted by date, newest first');
  expect(await textOf('search_lots', { phrase: 'record ruby price' })).toContain('sort=-price');
  expect(await textOf('search_lots', { phrase: 'ruby' })).not.toContain('sort=');
});

test('ten phrasings of a question about prices get one figure, from the API and from both tools', async () => {
  const { data } = (await get(api.url, '/api/ext/price-index', 'gem_name=ruby&from=2010&to=2020')).body;
  const { change, model } = data;
  const expected = {
    name: `change of the price index from ${change.from} to ${change.to}`,
    value: round(change.relative_change, 4),
    unit: 'share',
    n: model.n,
    interval: { low: round(change.low, 4), high: round(change.high, 4), of: '95% interval' },
  };
  for (const phrase of pricePhrases) {
    const { filter } = (await get(api.url, '/api/ext/interpret', { q: phrase })).body.data;
    expect((await get(api.url, '/api/ext/price-index', filter)).body.data.change, phrase).toEqual(change);
    for (const [tool, args] of [
      ['search_lots', { phrase }],
      ['price_history', filter],
    ] as const) {
      expect((await callTool(client, tool, args)).answer.figures[0], `${tool}: ${phrase}`).toEqual(expected);
    }
  }
  const { figures } = (await callTool(client, 'search_lots', { phrase: 'emerald vs ruby' })).answer;
  for (const gem_name of ['Emerald', 'Ruby']) {
    const alone = (await get(api.url, '/api/ext/price-index', { gem_name })).body.data.change;
    expect(figures.find(({ of }) => of === gem_name)?.value).toBe(round(alone.relative_change, 4));
  }
});

test('a name without lots is answered with the nearest name, and a citation has version, day and address', async () => {
  const nothing = await callTool(client, 'compare_markets', { gem_name: 'rubby' });
  expect(nothing.answer.not_matched).toEqual(['gem_name "rubby" matches no lots. Did you mean Ruby?']);
  expect(nothing.answer.figures[1]).toMatchObject({ value: null, n: 0, interval: null });
  const { text, answer } = await callTool(client, 'compare_markets', { gem_name: 'ruby' });
  const cited = await callTool(client, 'cite_figure', { request: answer.requests[0]! });
  const { meaning } = cited.answer.terms![0]!;
  for (const part of [
    answer.data_version,
    answer.as_of,
    new Date().toISOString().slice(0, 10),
    answer.requests[0]!,
  ]) {
    expect(meaning, text).toContain(part);
  }
});

test('the API has no /mcp unless MCP is on', async () => {
  const off = await startApi({ INDEX_ALIAS: inject('samples').alias });
  expect((await fetch(`${off.url}/mcp`, { method: 'POST', body: '{}' })).status).toBe(404);
  await off.close();
});

import type { components, operations } from './api-types.ts';
import { type CallOptions, type ClientOptions, GemAuctionsError, noResponse, request } from './request.ts';

export type { components, operations, paths } from './api-types.ts';
export {
  type CallOptions,
  type ClientOptions,
  type ErrorCode,
  type ErrorDetail,
  GemAuctionsError,
} from './request.ts';

/** A record with all of its fields. */
export type Lot = components['schemas']['AuctionRecord'];

/** The path of each function: the names are the operations of the OpenAPI document. */
export const operationPaths = {
  /** Lots, the newest sales first, a page at a time. `allAuctions` reads every page. */
  listAuctions: '/api/v1/auctions',
  /** The lots sold last, not later than today (UTC). */
  listLatestAuctions: '/api/v1/auctions/latest',
  /** One lot. Throws an error with the code `not_found` if there is none. */
  getAuction: '/api/v1/auctions/{id}',
  /** Counts, sums and distributions of price, price per carat and weight. */
  getStats: '/api/v1/stats',
  /** The figures of lots grouped by one or two fields. */
  listMarketGroups: '/api/v1/stats/market',
  /** The figures of every year, quarter or month. */
  listTrendPeriods: '/api/v1/stats/trends',
  /** Sold lots by price, the highest first. */
  listTopPrices: '/api/v1/rankings/top-price',
  /** Sold lots by price per carat, the highest first. */
  listPricesPerCarat: '/api/v1/rankings/price-per-carat',
  /** Names, titles and combinations that begin with a text. */
  listSuggestions: '/api/v1/suggestions',
  /** Known names with their synonyms and numbers of lots. */
  getVocabulary: '/api/ext/vocabulary',
  /** A phrase as filters. */
  getInterpretation: '/api/ext/interpret',
  /** The price index of one gem type. */
  getPriceIndex: '/api/ext/price-index',
  /** The effects of one trait on the price. */
  getPremia: '/api/ext/premia',
  /** The sales most similar to a stone. */
  getComparables: '/api/ext/comparables',
  /** The price per carat of one gem type by weight. */
  getSizeCurve: '/api/ext/size-curve',
  /** The history of record prices. */
  listRecordPrices: '/api/ext/records',
  /** Stones that were offered again, with the change of their prices. */
  listStones: '/api/ext/stones',
  /** The lots of one stone. */
  getStone: '/api/ext/stones/{id}',
  /** Prices compared with estimates. */
  getEstimates: '/api/ext/estimates',
  /** What the data covers. */
  getCoverage: '/api/ext/coverage',
  /** Backtests of the price index and of comparables. */
  getScorecard: '/api/ext/scorecard',
  /** All lots as a file: read the body of the response. */
  exportAuctions: '/api/ext/export/auctions',
  /** All groups of the market as a file. */
  exportMarket: '/api/ext/export/market',
  /** All periods of the trends as a file. */
  exportTrends: '/api/ext/export/trends',
  /** The whole ranking by price as a file. */
  exportTopPrices: '/api/ext/export/top-price',
  /** The whole ranking by price per carat as a file. */
  exportPricesPerCarat: '/api/ext/export/price-per-carat',
  /** A search as an Atom feed. */
  exportAtomFeed: '/api/ext/feed/auctions.atom',
  /** A search as a JSON Feed. */
  exportJsonFeed: '/api/ext/feed/auctions.json',
  /** The paths of the API. */
  getIndex: '/api/v1',
  /** Whether the process of the API runs. */
  checkHealth: '/healthz',
  /** Whether the API has data to answer from. */
  checkReadiness: '/readyz',
} as const satisfies Record<keyof operations, string>;

type Parameters<Op> = Op extends { parameters: infer All } ? All : never;

type QueryOf<Op> = NonNullable<Parameters<Op> extends { query?: infer Sent } ? Sent : never>;

/** Names in `fields`; never for a path without it. */
type FieldName<Op> = QueryOf<Op> extends { fields?: readonly (infer Name)[] } ? Name : never;

type Fields<Op> = readonly FieldName<Op>[] | undefined;

/** A list parameter takes one value too. */
type Loose<Value> = Value extends readonly (infer Item)[] ? readonly Item[] | Item : Value;

/** The query of a function: the filters and options of its path. */
export type Query<Name extends keyof operations, Chosen = Fields<operations[Name]>> = {
  [Param in keyof QueryOf<operations[Name]>]: Param extends 'fields'
    ? Chosen
    : Loose<QueryOf<operations[Name]>[Param]>;
};

/** Fields of a market group that are present if the request groups by them. */
type GroupName<Item> = 'market_share' extends keyof Item
  ? components['parameters']['group_by'][number] | 'auction_date' | 'location'
  : never;

/** These fields are present, but for group fields. */
type Present<Item, Name extends keyof Item> = Flat<
  Required<Pick<Item, Exclude<Name, GroupName<Item>>>> & Pick<Item, Name & GroupName<Item>>
>;

/** One object type, as it is shown to readers. */
type Flat<Item> = { [Name in keyof Item]: Item[Name] };

/** An item with the chosen fields, or all of them; if they are not known when the program is compiled, each may be missing. */
type Selected<Item, Chosen> = Chosen extends readonly (infer Name)[]
  ? number extends Chosen['length']
    ? Item
    : Present<Item, keyof Item & (Name | GroupName<Item> | 'id' | 'rank' | 'period')>
  : Present<Item, keyof Item>;

type Json<Op> = Op extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;

/** What a function resolves with: the body of the response, or of an export the response itself. */
export type Answer<Name extends keyof operations, Chosen = undefined> = Name extends `export${string}`
  ? Response
  : [FieldName<operations[Name]>] extends [never]
    ? Json<operations[Name]>
    : Json<operations[Name]> extends { data: infer Data } & infer Body
      ? Omit<Body, 'data'> & {
          data: Data extends (infer Item)[] ? Selected<Item, Chosen>[] : Selected<Data, Chosen>;
        }
      : never;

/** Generic over the chosen fields; a query with nothing required may be left out. */
type Call<Name extends keyof operations> = Name extends 'getAuction' | 'getStone'
  ? <const Chosen extends Fields<operations[Name]> = undefined>(
      id: number,
      query?: Query<Name, Chosen>,
      options?: CallOptions,
    ) => Promise<Answer<Name, Chosen>>
  : Parameters<operations[Name]> extends { query: object }
    ? <const Chosen extends Fields<operations[Name]> = undefined>(
        query: Query<Name, Chosen>,
        options?: CallOptions,
      ) => Promise<Answer<Name, Chosen>>
    : <const Chosen extends Fields<operations[Name]> = undefined>(
        query?: Query<Name, Chosen>,
        options?: CallOptions,
      ) => Promise<Answer<Name, Chosen>>;

/** One function for each path. Each throws a GemAuctionsError for a response that is an error. */
export type GemAuctionsClient = { [Name in keyof typeof operationPaths]: Call<Name> } & {
  /** Every lot that meets the filters, each once, however many there are: follows the cursor from page to page. */
  allAuctions<const Chosen extends Fields<operations['listAuctions']> = undefined>(
    query?: Omit<Query<'listAuctions', Chosen>, 'page' | 'cursor'>,
    options?: CallOptions,
  ): AsyncGenerator<Answer<'listAuctions', Chosen>['data'][number], void, void>;
};

/**
 *     const client = createClient('https://auctions.example');
 *     const { data } = await client.getStats({ gem_name: 'ruby', is_sold: true });
 *     for await (const lot of client.allAuctions({ origin: ['Myanmar'] })) console.log(lot.id, lot.title);
 *
 * @param baseUrl where the service answers, without `/api`
 */
export function createClient(baseUrl: string, defaults: ClientOptions = {}): GemAuctionsClient {
  const base = baseUrl.replace(/\/+$/, '');

  async function get(path: string, query: object = {}, options: CallOptions = {}): Promise<unknown> {
    const url = `${base}${path}${toSearch(query)}`;
    const response = await request(url, { ...defaults, ...options });
    if (/^\/api\/ext\/(export|feed)\//.test(path)) return response;
    return response.json().catch((cause) => {
      options.signal?.throwIfAborted();
      // Not JSON, or not all of it.
      throw cause instanceof SyntaxError
        ? new GemAuctionsError(response, undefined, { cause })
        : noResponse(url, cause);
    });
  }

  const calls = Object.entries(operationPaths).map(([name, path]) => [
    name,
    path.endsWith('{id}')
      ? (id: number, query?: object, options?: CallOptions) =>
          get(path.replace('{id}', String(id)), query, options)
      : (query?: object, options?: CallOptions) => get(path, query, options),
  ]);
  const client: GemAuctionsClient = {
    ...Object.fromEntries(calls),
    async *allAuctions(query, options) {
      let cursor: string | undefined;
      do {
        const page = await client.listAuctions({ limit: 100, ...query, cursor }, options);
        yield* page.data;
        cursor = page.meta.next_cursor;
      } while (cursor !== undefined);
    },
  };
  return client;
}

/** Lists are sent by repetition, because a value may hold a comma. */
function toSearch(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const single of [value].flat()) if (single !== undefined) search.append(name, String(single));
  }
  return search.size > 0 ? `?${search}` : '';
}

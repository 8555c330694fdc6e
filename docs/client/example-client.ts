/**
 * An example of a client: a few lines that use what the API offers to clients. Copy it together with `api-types.ts`,
 * which `npm run openapi:types` makes of the OpenAPI document. It needs nothing but `fetch`.
 *
 *     const auctions = createAuctionClient('https://auctions.example');
 *     const { data } = await auctions.get('/api/v1/stats', { gem_name: ['ruby'], is_sold: true });
 *     for await (const lot of auctions.walk({ origin: ['Myanmar'] })) console.log(lot.id, lot.title);
 */
import type { components, paths } from './api-types.ts';

/** The paths that answer with JSON. */
type JsonPath = Exclude<keyof paths, `/api/ext/export/${string}`>;

/** Those that take no parameters but those of the query. */
export type Path = Exclude<JsonPath, '/api/v1/auctions/{id}'>;

type Operation<P extends keyof paths> = paths[P]['get'];

/** The query parameters of a path. */
export type Query<P extends keyof paths> = NonNullable<Operation<P>['parameters']['query']>;

/** What a path answers with 200. */
export type Answer<P extends JsonPath> = Operation<P>['responses'][200]['content']['application/json'];

export type Lot = components['schemas']['AuctionRecord'];

type ErrorBody = components['schemas']['ErrorResponse'];

/** An answer that is an error: every problem of the request is in `details`. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly details: ErrorBody['error']['details'];

  constructor(status: number, { error }: ErrorBody) {
    super(`${status} ${error.code}: ${error.message}`);
    this.status = status;
    this.details = error.details;
  }
}

export interface ClientOptions {
  /** Longest wait in seconds for the rate limit or a service that is away; beyond it the error is thrown. */
  longestWaitS?: number;
  fetch?: typeof fetch;
}

/** @throws ApiProblem from its methods */
export function createAuctionClient(
  baseUrl: string,
  { longestWaitS = 60, fetch: send = fetch }: ClientOptions = {},
) {
  /** The last answer from each address, to be asked for again by its ETag. Bound it in a program that runs long. */
  const kept = new Map<string, { etag: string; body: unknown }>();

  async function request(address: string): Promise<unknown> {
    const known = kept.get(address);
    const response = await send(`${baseUrl}${address}`, {
      headers: { Accept: 'application/json', ...(known && { 'If-None-Match': known.etag }) },
    });
    if (response.status === 304) return known!.body;
    const body: unknown = await response.json();
    if (response.ok) {
      const etag = response.headers.get('ETag');
      if (etag) kept.set(address, { etag, body });
      return body;
    }
    const waitS = Number(response.headers.get('Retry-After') ?? Number.POSITIVE_INFINITY);
    const isPassing = response.status === 429 || response.status === 503;
    if (!isPassing || waitS > longestWaitS) throw new ApiProblem(response.status, body as ErrorBody);
    await new Promise((resolve) => setTimeout(resolve, waitS * 1000));
    return request(address);
  }

  async function get<P extends Path>(path: P, query: Query<P> = {} as Query<P>): Promise<Answer<P>> {
    return (await request(`${path}${toQuery(query)}`)) as Answer<P>;
  }

  return {
    get,

    /** One lot. */
    async lot(id: number): Promise<Lot> {
      const answer = (await request(`/api/v1/auctions/${id}`)) as Answer<'/api/v1/auctions/{id}'>;
      return answer.data as Lot;
    },

    /** Every lot that meets the filters, each once, however many there are; follows the cursor of page after page. */
    async *walk(filters: Omit<Query<'/api/v1/auctions'>, 'page' | 'cursor' | 'format' | 'fields'> = {}) {
      let cursor: string | undefined;
      do {
        const { data, meta } = await get('/api/v1/auctions', {
          limit: 100,
          ...filters,
          ...(cursor !== undefined && { cursor }),
        });
        yield* data as Lot[];
        cursor = meta.next_cursor;
      } while (cursor !== undefined);
    },
  };
}

/** Lists are sent by repetition: a value may hold a comma. */
function toQuery(query: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const single of [value].flat()) search.append(name, String(single));
  }
  return search.size > 0 ? `?${search}` : '';
}

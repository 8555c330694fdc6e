import { setTimeout as pause } from 'node:timers/promises';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { type Body, get } from '../../get.ts';
import type { Seen, Tally } from '../tally.ts';

const pageSize = 50;

/** The next step of a client. It throws for a response that no client may get. */
type Step = () => Promise<Seen>;

/** Sends a request to the API of a client. */
type Ask = (path: string, query: string, init?: RequestInit) => ReturnType<typeof askFor>;

type IsGenuine = (record: AuctionRecord) => boolean;

/**
 * Clients of one API that read continuously and check that each response is consistent. The tally counts the results.
 * @param paceMs pause between two requests of one client
 * @param isGenuine whether a record that was read equals one that was written
 * @returns a function that stops the clients; it resolves when the last request is over
 */
export function startStormReaders(
  url: string,
  tally: Tally,
  paceMs: number,
  isGenuine: IsGenuine,
): () => Promise<void> {
  const ask: Ask = (path, query, init) => askFor(url, tally, path, query, init);
  const clients = [pages(ask, isGenuine), facets(ask), statistics(ask), unchanged(ask, isGenuine)];
  let isReading = true;
  const running = clients.map(async (step) => {
    while (isReading) {
      try {
        tally.note(await step());
      } catch (error) {
        // fetch throws a TypeError if the connection fails. Other errors are about responses.
        if (error instanceof TypeError) tally.note('broken');
        else tally.wrong.push(`${new Date().toISOString()} ${url}: ${(error as Error).message}`);
      }
      await pause(paceMs);
    }
  });
  return async () => {
    isReading = false;
    await Promise.all(running);
  };
}

/** Random pages: as many records as the total promises, each as written, none twice. */
function pages(ask: Ask, isGenuine: IsGenuine): Step {
  let turn = 0;
  return async () => {
    const page = 1 + ((turn++ * 7) % 100);
    const { seen, body } = await ask('/api/v1/auctions', `limit=${pageSize}&page=${page}`);
    if (!body) return seen;
    const total: number = body.pagination.total_records;
    const due = Math.min(pageSize, Math.max(0, total - (page - 1) * pageSize));
    if (body.data.length !== due) {
      throw new Error(`page ${page} of ${total} records has ${body.data.length}, not ${due}`);
    }
    expectGenuine(body.data, isGenuine);
    return seen;
  };
}

/** Facets whose counts must add up to the total. */
function facets(ask: Ask): Step {
  return async () => {
    const { seen, body } = await ask('/api/v1/auctions', 'limit=1&facets=gem_type,origin');
    if (!body) return seen;
    const total: number = body.pagination.total_records;
    for (const [name, facet] of Object.entries<Body>(body.meta.facets)) {
      const lots = sum(facet.values, (value) => value.lots) + facet.missing;
      if (lots !== total) throw new Error(`the facet ${name} counts ${lots} of ${total} lots`);
    }
    if (body.data.length !== Math.min(1, total)) throw new Error(`${body.data.length} of ${total} records`);
    return seen;
  };
}

/** Statistics whose parts must add up. */
function statistics(ask: Ask): Step {
  let turn = 0;
  return async () => {
    if (++turn % 2 === 0) {
      const { seen, body } = await ask('/api/v1/stats', '');
      if (
        body &&
        body.data.lots !== body.data.sold_lots + body.data.unsold_lots + (body.data.other_lots ?? 0)
      ) {
        throw new Error(`${JSON.stringify(body.data)} does not add up`);
      }
      return seen;
    }
    const { seen, body } = await ask('/api/v1/stats/market', 'group_by=gem_type');
    if (!body) return seen;
    const share = sum(body.data, (group) => group.market_share ?? 0);
    if (body.data.length > 0 && Math.abs(share - 1) > 1e-4) throw new Error(`the shares add up to ${share}`);
    return seen;
  };
}

/** The same page with the ETag of its last response: either 304 or another data version. */
function unchanged(ask: Ask, isGenuine: IsGenuine): Step {
  let etag: string | undefined;
  return async () => {
    const headers: Record<string, string> = etag ? { 'If-None-Match': etag } : {};
    const { seen, body, tag } = await ask('/api/v1/auctions', 'gem_name=ruby&limit=20', { headers });
    if (seen === 304 && !etag) throw new Error('304 without a tag');
    if (!body) return seen;
    expectGenuine(body.data, isGenuine);
    etag = tag;
    return seen;
  };
}

async function askFor(url: string, tally: Tally, path: string, query: string, init?: RequestInit) {
  const { status, headers, body } = await get(url, path, query, init);
  if (![200, 304, 503].includes(status))
    throw new Error(`${path}?${query} → ${status} ${JSON.stringify(body)}`);
  if (status === 503) {
    if (!(Number(headers.get('retry-after')) >= 1)) {
      throw new Error(`${path}?${query} → 503 without Retry-After`);
    }
    tally.reasons.add(`${path}?${query} → ${body.error.message}`);
  }
  return {
    seen: status as Seen,
    body: status === 200 ? body : undefined,
    tag: headers.get('etag') ?? undefined,
  };
}

function expectGenuine(records: AuctionRecord[], isGenuine: IsGenuine): void {
  if (new Set(records.map(({ id }) => id)).size !== records.length) {
    throw new Error('a record appears twice in a response');
  }
  const strange = records.find((record) => !isGenuine(record));
  if (strange) throw new Error(`this record was never written: ${JSON.stringify(strange)}`);
}

const sum = (values: Body[], of: (value: Body) => number) =>
  values.reduce((total, value) => total + of(value), 0);

import type { Static, TObject } from 'typebox';
import type { AuctionRecord } from '../../../mappings/record.ts';
import type { ExportRoute, RequestContext } from '../../endpoint/define-route.ts';
import { filterClauses, filtersOf } from '../../filters/filter-clauses.ts';
import { filterParams, filterRules } from '../../filters/filter-params.ts';
import { extensions, oneOf } from '../../parameters/kinds.ts';
import { allOf } from '../../search/clauses.ts';
import { highestId, lastUpdated, newestFirst, recordsPage } from '../../search/pagination.ts';

/** The lots of a feed. */
const maxItems = 50;

const params = {
  ...filterParams,
  ...extensions({
    by: oneOf(['date', 'updated'], {
      description:
        'Which lots the feed has: `date` for the newest sales, `updated` for the lots that an import wrote last.',
      default: 'date',
      examples: ['updated'],
    }),
  }),
};

type FeedParams = Static<TObject<typeof params>>;

/** What a reader gets, in any format. */
interface Feed {
  title: string;
  /** The address of the feed, and of the page with all its lots. */
  self: string;
  page: string;
  updated: string;
  items: { id: string; url: string; title: string; text: string; updated: string; published?: string }[];
}

/** GET /api/ext/feed/auctions.atom and /api/ext/feed/auctions.json: a search that a feed reader follows. */
export const feedRoutes: ExportRoute[] = [
  feedRoute(
    'atom',
    'Follow a search with Atom',
    'application/atom+xml',
    ['application/xml', 'text/xml'],
    atomOf,
    {
      type: 'string',
      description: 'An Atom feed (RFC 4287).',
    },
  ),
  feedRoute('json', 'Follow a search with JSON Feed', 'application/feed+json', ['application/json'], jsonOf, {
    type: 'object',
    description: 'A JSON Feed (version 1.1).',
  }),
];

function feedRoute(
  extension: 'atom' | 'json',
  summary: string,
  contentType: string,
  accepts: readonly string[],
  write: (feed: Feed) => string | Promise<string>,
  schema: object,
): ExportRoute {
  const path = `/api/ext/feed/auctions.${extension}`;
  return {
    path,
    operationId: `export${extension === 'atom' ? 'Atom' : 'Json'}Feed`,
    tag: 'Exports',
    summary,
    description: `The ${maxItems} newest lots that meet the filters, or with \`by=updated\` the ${maxItems} that an import wrote last. Each has an id that stays, the time of its last change, one line with gem, weight, origin, price and estimate, and a link to its page; the feed links to all its lots. A reader that sends \`If-None-Match\` gets 304 until the data changes.`,
    isExtension: true,
    params,
    rules: filterRules,
    contents: { [contentType]: { schema, 'x-extension': true } },
    accepts,
    cost: 'brief',
    examples: ['gem_name=ruby&origin=Burma', 'auction_house=Christie%27s&by=updated'],
    async export(request: RequestContext<never>, publicUrl) {
      const { feed, total } = await readFeed(path, request as RequestContext<FeedParams>, publicUrl);
      return {
        contentType: `${contentType}; charset=utf-8`,
        total,
        chunks: async function* () {
          yield await write(feed);
        },
        close: async () => {},
      };
    },
  };
}

async function readFeed(
  path: string,
  { params, search, state }: RequestContext<FeedParams>,
  publicUrl: string,
) {
  const { hits, total } = await recordsPage(search, {
    query: allOf(filterClauses(params)),
    order: params.by === 'updated' ? [lastUpdated, highestId] : newestFirst,
    page: 1,
    limit: maxItems,
  });
  const filter = filtersOf(params);
  const followed = new URLSearchParams({ ...filter, ...(params.by === 'updated' && { by: 'updated' }) });
  const page = new URLSearchParams({ view: 'search', ...filter });
  const names = Object.values(filter).join(', ');
  const feed: Feed = {
    title: names === '' ? 'Gemstone auctions' : `Gemstone auctions: ${names}`,
    self: `${publicUrl}${path}${followed.size > 0 ? `?${followed}` : ''}`,
    page: `${publicUrl}/?${page}`,
    updated: state.asOf,
    items: hits.map(({ record }) => ({
      id: `urn:gem-auctions:lot:${record.id}`,
      url: `${publicUrl}/?lot=${record.id}`,
      title: plain(record.title),
      text: describe(record),
      updated: record.updated_at ?? state.asOf,
      ...(record.auction_date_precision === 'day' && { published: `${record.auction_date}T00:00:00Z` }),
    })),
  };
  return { feed, total };
}

/** Without line breaks and the characters that XML cannot have. */
const plain = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu, ' ').trim();

/** One line: gem, weight, origin, price, estimate and sale, as far as they are known. */
function describe(lot: AuctionRecord): string {
  const dollars = (amount: number) => `US$${Math.round(amount).toLocaleString('en-US')}`;
  const { estimate_low_usd: low, estimate_high_usd: high } = lot;
  const bounds = [low, high].filter((bound) => bound !== null).map(dollars);
  const facts = [
    lot.gem_type,
    lot.carat !== null && `${lot.carat} ct`,
    lot.origin,
    lot.price_final_usd === null ? lot.sale_status : `${lot.sale_status} ${dollars(lot.price_final_usd)}`,
    bounds.length > 0 && `estimate ${bounds.join(' to ')}`,
    lot.auction_house,
    lot.auction_date?.slice(0, { day: 10, month: 7, year: 4 }[lot.auction_date_precision ?? 'day']),
    lot.is_synthetic && 'an invented lot of the sample',
  ];
  return plain(facts.filter(Boolean).join(', '));
}

async function atomOf({ title, self, page, updated, items }: Feed): Promise<string> {
  const { generateAtomFeed } = await import('feedsmith');
  return generateAtomFeed({
    id: self,
    title: { value: title },
    updated: new Date(updated),
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
    ],
    authors: [{ name: 'Gemstone Auction Data Service' }],
    entries: items.map((item) => ({
      id: item.id,
      title: { value: item.title },
      summary: { value: item.text },
      links: [{ href: item.url, rel: 'alternate', type: 'text/html' }],
      updated: new Date(item.updated),
      ...(item.published && { published: new Date(item.published) }),
    })),
  });
}

function jsonOf({ title, self, page, items }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    items: items.map(({ id, url, title, text, updated, published }) => ({
      ...{ id, url, title, content_text: text, date_modified: updated, date_published: published },
    })),
  });
}

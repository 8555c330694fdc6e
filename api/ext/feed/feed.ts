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

/** A feed in a format. */
interface FeedFormat extends Pick<ExportRoute, 'path' | 'operationId' | 'summary' | 'accepts'> {
  contentType: string;
  schema: object;
  /** @param updated when the data last changed */
  write(feed: Feed, updated: string): string | Promise<string>;
}

/** GET /api/ext/feed/auctions.atom and /api/ext/feed/auctions.json: a search that a feed reader follows. */
export const feedRoutes: ExportRoute[] = [
  feedRoute({
    path: '/api/ext/feed/auctions.atom',
    operationId: 'exportAtomFeed',
    summary: 'Follow a search with Atom',
    contentType: 'application/atom+xml',
    accepts: ['application/xml', 'text/xml'],
    schema: { type: 'string', description: 'An Atom feed (RFC 4287).' },
    write: atomOf,
  }),
  feedRoute({
    path: '/api/ext/feed/auctions.json',
    operationId: 'exportJsonFeed',
    summary: 'Follow a search with JSON Feed',
    contentType: 'application/feed+json',
    accepts: ['application/json'],
    schema: { type: 'object', description: 'A JSON Feed (version 1.1).' },
    write: (feed) => JSON.stringify(feed),
  }),
];

function feedRoute({ contentType, schema, write, ...route }: FeedFormat): ExportRoute {
  return {
    ...route,
    tag: 'Exports',
    description: `The ${maxItems} newest lots that meet the filters, or with \`by=updated\` the ${maxItems} that an import wrote last. Each has an id that stays, the time of its last change, one line with gem, weight, origin, price and estimate, and a link to its page; the feed links to all its lots. A reader that sends \`If-None-Match\` gets 304 until the data changes.`,
    isExtension: true,
    params,
    rules: filterRules,
    contents: { [contentType]: { schema, 'x-extension': true } },
    cost: 'brief',
    examples: ['gem_name=ruby&origin=Burma', 'auction_house=Christie%27s&by=updated'],
    async export(request: RequestContext<never>, publicUrl) {
      const { feed, total } = await readFeed(route.path, request, publicUrl);
      return {
        contentType: `${contentType}; charset=utf-8`,
        total,
        chunks: async function* () {
          yield await write(feed, request.state.asOf);
        },
        close: async () => {},
      };
    },
  };
}

/** A feed as JSON Feed has it, from which the other format is written. */
type Feed = Awaited<ReturnType<typeof readFeed>>['feed'];

async function readFeed(
  path: string,
  { params, search, state }: RequestContext<FeedParams>,
  publicUrl: string,
) {
  const isByUpdate = params.by === 'updated';
  const { hits, total } = await recordsPage(search, {
    query: allOf(filterClauses(params)),
    order: isByUpdate ? [lastUpdated, highestId] : newestFirst,
    page: 1,
    limit: maxItems,
  });
  const filter = filtersOf(params);
  const followed = new URLSearchParams({ ...filter, ...(isByUpdate && { by: 'updated' }) });
  const page = new URLSearchParams({ view: 'search', ...filter });
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: ['Gemstone auctions', Object.values(filter).join(', ')].filter(Boolean).join(': '),
    home_page_url: `${publicUrl}/?${page}`,
    feed_url: `${publicUrl}${path}${followed.size > 0 ? `?${followed}` : ''}`,
    items: hits.map(({ record }) => ({
      id: `urn:gem-auctions:lot:${record.id}`,
      url: `${publicUrl}/?lot=${record.id}`,
      title: plain(record.title),
      content_text: describe(record),
      date_modified: record.updated_at ?? state.asOf,
      ...(record.auction_date_precision === 'day' && { date_published: `${record.auction_date}T00:00:00Z` }),
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

async function atomOf({ title, feed_url, home_page_url, items }: Feed, updated: string): Promise<string> {
  const { generateAtomFeed } = await import('feedsmith');
  return generateAtomFeed({
    id: feed_url,
    title: { value: title },
    updated: new Date(updated),
    links: [
      { href: feed_url, rel: 'self', type: 'application/atom+xml' },
      { href: home_page_url, rel: 'alternate', type: 'text/html' },
    ],
    authors: [{ name: 'Gemstone Auction Data Service' }],
    entries: items.map(({ id, url, title, content_text, date_modified, date_published }) => ({
      ...{ id, title: { value: title }, summary: { value: content_text } },
      links: [{ href: url, rel: 'alternate', type: 'text/html' }],
      updated: new Date(date_modified),
      ...(date_published && { published: new Date(date_published) }),
    })),
  });
}

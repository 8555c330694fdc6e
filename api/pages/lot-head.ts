import type { Context } from 'koa';
import type { Logger } from 'pino';
import type { Asked } from '../endpoint/define-route.ts';
import { escapeHtml } from './docs/markdown.ts';
import type { PageHead } from './explorer-assets.ts';

/** The fields of a lot that a preview shows. */
interface PreviewedLot {
  id: number;
  title: string;
  gem_type: string;
  carat: number | null;
  origin: string | null;
  price_final_usd: number | null;
  auction_house: string | null;
  auction_date: string | null;
  sale_status: 'sold' | 'unsold' | 'withdrawn' | 'listing' | 'unknown';
  is_synthetic: boolean;
}

/** How long the page waits for the lot. Without it the page works, but previews of its link do not show the lot. */
const lotTimeoutMs = 800;

/**
 * Reads the head of a link to a lot, which the path of one record answers; undefined where the link is to something else,
 * or the lot cannot be read.
 */
export function lotHeadReader(
  ask: (context: Context, address: string) => Promise<Asked>,
  publicUrl: string,
  log: Logger,
) {
  return async (context: Context): Promise<PageHead | undefined> => {
    const { lot: id } = context.query;
    if (typeof id !== 'string') return undefined;
    const reading = ask(context, `/api/v1/auctions/${encodeURIComponent(id)}`).catch((err) => {
      log.debug({ err }, 'a lot could not be read for its page');
      return undefined;
    });
    const lot: PreviewedLot | undefined = (await Promise.race([reading, timeout()]))?.body.data;
    return lot && lotHead(lot, `${publicUrl}/?lot=${lot.id}`);
  };
}

const timeout = () =>
  new Promise<undefined>((resolve) => setTimeout(resolve, lotTimeoutMs, undefined).unref());

/** The head of a lot: everything that comes from the source is escaped. */
export function lotHead(lot: PreviewedLot, address: string): PageHead {
  const title = escapeHtml(lot.title);
  const description = escapeHtml(describe(lot));
  const url = escapeHtml(address);
  return {
    title: `${title} · Gemstone Auctions`,
    description,
    tags: `<meta property="og:type" content="article">
    <meta property="og:site_name" content="Gemstone Auctions">
    <meta property="og:title" content="${title}">
    <meta property="og:description" content="${description}">
    <meta property="og:url" content="${url}">
    <meta name="twitter:card" content="summary">
    <link rel="canonical" href="${url}">`,
  };
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** One line: the price, the stone, the sale, and whether the lot is real. */
function describe(lot: PreviewedLot): string {
  const price =
    lot.price_final_usd === null
      ? outcomes[lot.sale_status]
      : `Sold for ${dollars.format(lot.price_final_usd)}`;
  const year = lot.auction_date?.slice(0, 4);
  const sale = [lot.auction_house, year].filter(Boolean).join(', ');
  const stone = [lot.gem_type, lot.carat === null ? null : `${lot.carat.toFixed(2)} ct`, lot.origin];
  const parts = [price, stone.filter(Boolean).join(', '), sale].filter(Boolean);
  return `${lot.is_synthetic ? 'A generated sample, not a real sale. ' : ''}${parts.join('. ')}.`;
}

const outcomes: Record<PreviewedLot['sale_status'], string> = {
  sold: 'Sold, price not published',
  unsold: 'Unsold',
  withdrawn: 'Withdrawn',
  listing: 'Listed',
  unknown: 'Outcome not known',
};

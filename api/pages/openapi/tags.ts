import type { ExportRoute, Route } from '../../endpoint/define-route.ts';
import { type DocsPage, docsPath } from '../docs/pages.ts';

/** The categories: what they are about, and the page that explains them. */
const tags: Record<string, { description: string; page: DocsPage }> = {
  'Auction records': { description: 'Lots of gemstone auctions, as lists or one by one.', page: 'examples' },
  Statistics: { description: 'Counts, sums and distributions of the lots in a filter.', page: 'statistics' },
  'Price rankings': { description: 'The most expensive lots in a filter.', page: 'examples' },
  'Search suggestions': {
    description: 'Completions of the beginning of a name or title, what a phrase means, and all known names.',
    page: 'examples',
  },
  'Price intelligence': {
    description: 'Price index, comparable sales, prices by size, and record prices. An extension.',
    page: 'price-intelligence',
  },
  Exports: { description: 'All rows of a view as CSV, NDJSON or Parquet. An extension.', page: 'exports' },
  Index: { description: 'What there is. An extension.', page: 'clients' },
  Operations: { description: 'Health checks for operators. An extension.', page: 'compatibility' },
};

/** Describes the tags of the routes, in their order, and that of the operations. */
export function describeTags(routes: (Route | ExportRoute)[], publicUrl: string) {
  return [...new Set([...routes.map((route) => route.tag), 'Operations'])].map((name) => {
    const tag = tags[name];
    if (!tag) return { name };
    const { description, page } = tag;
    return { name, description, externalDocs: { url: `${publicUrl}${docsPath(page)}` } };
  });
}

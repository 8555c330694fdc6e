/** The files of `docs/` for users of the API, which are served as pages, in the order of the navigation. */
export const docsPages = [
  'examples',
  'clients',
  'recipes',
  'testing',
  'exports',
  'assistants',
  'statistics',
  'price-intelligence',
  'flags',
  'errors',
  'compatibility',
  'security',
] as const;

export type DocsPage = (typeof docsPages)[number];

/** The path at which a page is served. */
export const docsPath = (page: DocsPage) => `/docs/${page}`;

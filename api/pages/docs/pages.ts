/** The files of `docs/` that are served as pages, by the groups of the navigation. */
export const docsGroups = {
  API: [
    'examples',
    'clients',
    'recipes',
    'exports',
    'assistants',
    'errors',
    'choices',
    'compatibility',
    'testing',
    'security',
  ],
  Figures: ['statistics', 'price-intelligence', 'flags', 'duplicates'],
  Imports: ['importing', 'profiles', 'titles', 'scheduling'],
  Operation: [
    'operations/deployment',
    'operations/configuration',
    'access',
    'operations/observability',
    'runbook',
    'operations/backup-and-upgrade',
    'scaling',
  ],
} as const;

export const docsPages = Object.values(docsGroups).flat();

export type DocsPage = (typeof docsPages)[number];

/** The path at which a page is served. */
export const docsPath = (page: DocsPage) => `/docs/${page}`;

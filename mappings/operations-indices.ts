/**
 * Indices in which the worker keeps its own data (imports, schedules, rejects, identities), which every worker and operator can
 * read. They outlive the versions of the records' mapping, and only ever gain fields, which a worker adds to the index
 * that it finds.
 */
export const importsIndex = (indexAlias: string) => `${indexAlias}-imports`;
export const rejectsIndex = (indexAlias: string) => `${indexAlias}-rejects`;

const settings = { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } } as const;

/** One document per import; fields that are not searched are only in `_source`. */
export const importsIndexBody = {
  // The number of a removed entry is not free again.
  settings: { index: { ...settings.index, gc_deletes: '7d' } },
  mappings: {
    dynamic: false,
    properties: {
      id: { type: 'long' },
      state: { type: 'keyword' },
      mode: { type: 'keyword' },
      sample: { type: 'boolean' },
      job_key: { type: 'keyword' },
    },
  },
} as const;

/** One document per schedule of imports. */
export const schedulesIndex = (indexAlias: string) => `${indexAlias}-schedules`;

export const schedulesIndexBody = {
  settings,
  mappings: { dynamic: false, properties: { name: { type: 'keyword' } } },
} as const;

/** One document per rejected record, with its position in the import as ID, so that a repeated batch adds none. */
export const rejectsIndexBody = {
  settings,
  mappings: {
    dynamic: 'strict',
    properties: {
      import: { type: 'long' },
      run: { type: 'integer' },
      batch: { type: 'integer' },
      position: { type: 'integer' },
      line: { type: 'long' },
      field: { type: 'keyword' },
      code: { type: 'keyword' },
      message: { type: 'keyword', index: false, doc_values: false },
      raw: { type: 'keyword', index: false, doc_values: false },
    },
  },
} as const;

/** One document per derived ID: its key, and where an import first found it. */
export const identitiesIndex = (indexAlias: string) => `${indexAlias}-identities`;

export const identitiesIndexBody = {
  settings,
  mappings: {
    dynamic: 'strict',
    properties: {
      key: { type: 'keyword', index: false, doc_values: false },
      import: { type: 'long' },
      batch: { type: 'integer' },
      line: { type: 'long' },
    },
  },
} as const;

/** The alias of the index with one document, the newest scorecard. The API reads it too. */
export const scorecardAlias = (indexAlias: string) => `${indexAlias}-scorecard`;

/** The index behind it, which gets the alias once it can be searched: for the API there is none before. */
export const scorecardIndex = (indexAlias: string) => `${indexAlias}-scorecard-1`;

export const scorecardIndexBody = { settings, mappings: { dynamic: false, properties: {} } } as const;

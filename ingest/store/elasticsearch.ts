import { type Client, errors, type estypes } from '@elastic/elasticsearch';

/** Creates an index unless it exists; two workers may do so at once. It is searchable when the call returns. */
export async function ensureIndex(
  elasticsearch: Client,
  index: string,
  body: Omit<estypes.IndicesCreateRequest, 'index'>,
): Promise<void> {
  if (!(await elasticsearch.indices.exists({ index }))) {
    try {
      await elasticsearch.indices.create({ index, ...body });
    } catch (error) {
      if (errorType(error) !== 'resource_already_exists_exception') throw error;
    }
  }
  // An index that another worker has just created becomes searchable a moment later. Its status is yellow even before its
  // primary shards have started, so waiting for the status is not enough.
  await elasticsearch.cluster.health({ index, ...allStarted, timeout: '30s' });
}

const allStarted = { wait_for_active_shards: 1, wait_for_no_initializing_shards: true } as const;

/**
 * Creates an index for operations (imports, schedules, rejects), or adds missing fields to an existing one.
 * These indices outlive the versions of the records' mapping, and only gain fields.
 * @param mapping not dynamic by default
 */
export async function ensureOperationsIndex(
  elasticsearch: Client,
  index: string,
  mapping: { dynamic?: 'strict'; properties: Record<string, estypes.MappingProperty> },
): Promise<void> {
  await ensureIndex(elasticsearch, index, {
    settings: { index: { number_of_shards: 1, auto_expand_replicas: '0-1' } },
    mappings: { dynamic: false, ...mapping },
  });
  await elasticsearch.indices.putMapping({ index, properties: mapping.properties });
}

/** The type of an error response of Elasticsearch; undefined for any other error. */
export function errorType(error: unknown): string | undefined {
  return error instanceof errors.ResponseError ? error.body?.error?.type : undefined;
}

/** Whether Elasticsearch responded with 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

/** Gets a document by its id, without waiting for a refresh; undefined if it or its index does not exist. */
export async function findDocument<Source>(
  elasticsearch: Client,
  request: estypes.GetRequest,
): Promise<estypes.GetResponse<Source> | undefined> {
  const document = await elasticsearch.get<Source>(request, { ignore: [404] });
  return document.found ? document : undefined;
}

/** Elasticsearch refused one item of a larger request. Status and type decide whether a retry helps. */
export class ItemRefused extends Error {
  readonly status: number | undefined;
  readonly type: string | undefined;
  constructor(
    message: string,
    { status, error }: { status?: number | undefined; error?: { type?: string } | undefined } = {},
  ) {
    super(message);
    this.name = 'ItemRefused';
    this.status = status;
    this.type = error?.type;
  }
}

/**
 * Sends operations with one bulk request.
 * @param what one item, for a message
 * @throws ItemRefused when Elasticsearch refused one of them
 */
export async function bulkWrite(
  elasticsearch: Client,
  request: Pick<estypes.BulkRequest, 'index' | 'operations' | 'refresh'>,
  what: string,
): Promise<void> {
  const { items } = await elasticsearch.bulk(request);
  const refused = items.flatMap((item) => Object.values(item)).find(({ error }) => error);
  if (refused) throw new ItemRefused(`Elasticsearch refused a ${what}: ${refused.error!.reason}`, refused);
}

/** Maximum time of the work on a page. */
const keepAlive = '5m';

/**
 * Reads all hits of a sorted search in pages of `size`, from one point in time. A missing index has no hits.
 */
export async function* readPages<T>(
  elasticsearch: Client,
  index: string,
  search: estypes.SearchRequest & { size: number },
): AsyncGenerator<estypes.SearchHit<T>[]> {
  const opened = { index, keep_alive: keepAlive, ignore_unavailable: true };
  const { id } = await elasticsearch.openPointInTime(opened);
  try {
    let after: estypes.SortResults | undefined;
    do {
      const { hits } = await elasticsearch.search<T>({
        track_total_hits: false,
        ...search,
        pit: { id, keep_alive: keepAlive },
        ...(after && { search_after: after }),
      });
      const page = hits.hits;
      if (page.length > 0) yield page;
      after = page.length === search.size ? page.at(-1)!.sort : undefined;
    } while (after);
  } finally {
    await elasticsearch.closePointInTime({ id });
  }
}

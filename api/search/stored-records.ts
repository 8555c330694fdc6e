import {
  Client,
  type ClientOptions,
  type estypes,
  Serializer,
  type TransportRequestOptions,
} from '@elastic/elasticsearch';

/** The stored JSON of a record. */
export type StoredJson = string;

/**
 * Searches for records without parsing their JSON: most of it is copied into the response (decision 13). Every search
 * needs a `sort`: Elasticsearch writes the sort values directly after the `_source`, which marks its end.
 */
export class StoredRecords {
  readonly #client: Client;

  constructor(options: ClientOptions) {
    this.#client = new Client({ ...options, Serializer: StoredJsonSerializer });
  }

  search(request: estypes.SearchRequest, options: TransportRequestOptions) {
    return this.#client.search<StoredJson>(request, options);
  }

  msearch(request: estypes.MsearchRequest, options: TransportRequestOptions) {
    return this.#client.msearch<StoredJson>(request, options);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** Keeps the `_source` of each hit of a sorted search as text. */
export class StoredJsonSerializer extends Serializer {
  override deserialize<T = unknown>(body: string): T {
    const { rest, sources } = cutSources(body);
    const result = super.deserialize<Found & { responses?: Found[] }>(rest);
    const hits = (result.responses ?? [result]).flatMap((found) => found.hits?.hits ?? []);
    for (const [i, source] of sources.entries()) hits[i]!._source = source;
    return result as T;
  }
}

interface Found {
  hits?: { hits: { _source?: unknown }[] };
}

const begin = '"_source":';
const end = ',"sort":[';

/**
 * Extracts the sources from a response. Neither marker can occur within a string, where every quotation mark has a
 * backslash before it, and no record has a field `sort`.
 */
function cutSources(body: string): { rest: string; sources: StoredJson[] } {
  const sources: StoredJson[] = [];
  let rest = '';
  let read = 0;
  for (let at = body.indexOf(begin); at !== -1; at = body.indexOf(begin, read)) {
    const from = at + begin.length;
    const to = body.indexOf(end, from);
    if (to === -1) break;
    sources.push(body.slice(from, to));
    rest += `${body.slice(read, from)}null`;
    read = to;
  }
  return { rest: rest + body.slice(read), sources };
}

/** A part of a response that is already JSON text. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

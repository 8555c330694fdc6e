import type { Client, estypes } from '@elastic/elasticsearch';
import { readPages } from '../../store/read-pages.ts';
import type { NamedType } from './suggestion-documents.ts';

/** Titles read at once. */
const titlesPerPage = 5_000;

/** Names read at once. */
const namesPerPage = 1_000;

/** The titles of the lots that meet a query as it stands now, in pages, each once a lot. */
export async function* readTitles(
  elasticsearch: Client,
  index: string,
  query: estypes.QueryDslQueryContainer,
): AsyncGenerator<string[]> {
  const pages = readPages<{ title: string }>(elasticsearch, index, {
    query,
    size: titlesPerPage,
    _source: ['title'],
    sort: [{ _shard_doc: 'asc' }],
    filter_path: ['hits.hits._source.title', 'hits.hits.sort'],
  });
  for await (const page of pages) yield page.map((hit) => hit._source!.title);
}

/** Every name that lots carry in a field, with how many do. */
export async function* readNames(
  elasticsearch: Client,
  index: string,
  field: NamedType,
): AsyncGenerator<{ name: string; lots: number }> {
  let after: Record<string, string> | undefined;
  do {
    const composite = { size: namesPerPage, sources: [{ name: { terms: { field } } }] };
    const { aggregations } = await elasticsearch.search({
      index,
      size: 0,
      aggs: { names: { composite: { ...composite, ...(after ? { after } : {}) } } },
    });
    const names = aggregations!.names as unknown as {
      buckets: { key: { name: string }; doc_count: number }[];
      after_key?: Record<string, string>;
    };
    for (const { key, doc_count } of names.buckets) yield { name: key.name, lots: doc_count };
    after = names.after_key;
  } while (after);
}

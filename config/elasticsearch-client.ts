import type { ClientOptions } from '@elastic/elasticsearch';
import { DirectTransport } from './elasticsearch/direct-transport.ts';
import { GatheringConnection } from './elasticsearch/gathering-connection.ts';
import { trusting } from './trusting.ts';

/** Where Elasticsearch is, and how it knows the service and the service it. */
export interface ElasticsearchAccess {
  urls: string[];
  apiKey: string | undefined;
  /** PEM file of the authorities that are trusted, in place of Node's. */
  caFile: string | undefined;
}

/** What every client of Elasticsearch in the service has in common. */
export function clientOptions({ urls, apiKey, caFile }: ElasticsearchAccess): ClientOptions {
  return {
    nodes: urls,
    ...(apiKey && { auth: { apiKey } }),
    ...trusting(caFile),
    Connection: GatheringConnection,
    Transport: DirectTransport,
  };
}

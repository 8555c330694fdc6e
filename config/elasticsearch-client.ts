import type { ClientOptions } from '@elastic/elasticsearch';
import { trusting } from './trusting.ts';

/** Where Elasticsearch is, and how the service and Elasticsearch know each other. */
export interface ElasticsearchAccess {
  urls: string[];
  apiKey: string | undefined;
  /** PEM file of the trusted authorities, in place of Node's. */
  caFile: string | undefined;
}

/** What every client of Elasticsearch in the service has in common. */
export function clientOptions({ urls, apiKey, caFile }: ElasticsearchAccess): ClientOptions {
  return { nodes: urls, ...(apiKey && { auth: { apiKey } }), ...trusting(caFile) };
}

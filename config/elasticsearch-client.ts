import type { ClientOptions } from '@elastic/elasticsearch';
import { trusting } from './trusting.ts';

/** The URLs of Elasticsearch, its certificates and the credentials of the service. */
export interface ElasticsearchAccess {
  urls: string[];
  apiKey: string | undefined;
  /** PEM file of the trusted authorities, in place of Node's. */
  caFile: string | undefined;
}

/** The common options of all Elasticsearch clients of the service. */
export function clientOptions({ urls, apiKey, caFile }: ElasticsearchAccess): ClientOptions {
  return { nodes: urls, ...(apiKey && { auth: { apiKey } }), ...trusting(caFile) };
}

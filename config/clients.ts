import { readFileSync } from 'node:fs';
import { type ClientOptions, UndiciConnection } from '@elastic/elasticsearch';
import type { RedisOptions } from 'ioredis';

/** The URLs of Elasticsearch, its certificates and the credentials of the service. */
interface ElasticsearchAccess {
  urls: string[];
  apiKey: string | undefined;
  /** PEM file of the trusted authorities, in place of Node's. */
  caFile: string | undefined;
}

/**
 * How long an idle connection to Elasticsearch is kept, in milliseconds. Firewalls and proxies forget idle connections
 * without telling, and a request on such a connection waits for its whole timeout; the client's default is ten minutes.
 */
const keepIdleMs = 4000;

/** The common options of all Elasticsearch clients of the service. */
export function clientOptions({ urls, apiKey, caFile }: ElasticsearchAccess): ClientOptions {
  return {
    nodes: urls,
    Connection: OwnSignalConnection,
    agent: { keepAliveTimeout: keepIdleMs, keepAliveMaxTimeout: keepIdleMs },
    // Errors have no headers, which may hold secrets. By default the client copies all of a failed request and replaces
    // them, byte by byte where its body is a Buffer: a bulk request of 2 MB took more than the heap of a worker.
    redaction: { type: 'remove' },
    ...(apiKey && { auth: { apiKey } }),
    ...trusting(caFile),
  };
}

type ConnectionOptions = Parameters<UndiciConnection['request']>[1];

/**
 * Gives each call a signal of its own. At a timeout the client dispatches an `abort` event at the signal that it was
 * given: other calls with that signal would end as well, as if whoever waits for them had disconnected.
 */
class OwnSignalConnection extends UndiciConnection {
  override request: UndiciConnection['request'] = (params, options: ConnectionOptions) => {
    const signal = options.signal && AbortSignal.any([options.signal]);
    return super.request(params, { ...options, signal }) as never;
  };
}

/**
 * The common options of all Redis connections. The library name is not sent to Redis: the users of the service
 * lack the permission (`deploy/redis/users.acl`), because Redis before 7.2 does not know the command.
 */
export const redisOptions = (caFile: string | undefined): RedisOptions => ({
  ...trusting(caFile),
  disableClientInfo: true,
});

/**
 * The TLS option of a client that trusts only the authorities of this file; without a file those that Node
 * trusts. A connection is encrypted if its URL is `https:` or `rediss:`; to Redis also if such a file is set.
 */
function trusting(caFile: string | undefined): { tls?: { ca: Buffer } } {
  return caFile === undefined ? {} : { tls: { ca: readFileSync(caFile) } };
}

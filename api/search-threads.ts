import type { Client, TransportRequestOptions } from '@elastic/elasticsearch';
import { GatheringConnection } from '../config/elasticsearch/gathering-connection.ts';

/** Nodes come and go, and may be behind an address that stays. */
const askedEveryMs = 60_000;

/** With as many searches waiting as are worked on, no thread has to wait for the next one. */
const searchesPerThread = 2;

/**
 * Tells the connections of a client how many searches keep the nodes busy, now and every minute; returns what ends it.
 * Where that cannot be asked, connections do as they did before: at first, no number keeps a node busy.
 */
export function watchSearchThreads(elasticsearch: Client, timeoutMs: number): () => void {
  const stop = new AbortController();
  const limits = { requestTimeout: timeoutMs, signal: stop.signal };
  const ask = async () => {
    const threads = await searchThreads(elasticsearch, limits);
    const connections = elasticsearch.connectionPool.connections.filter(
      (connection) => connection instanceof GatheringConnection,
    );
    // Behind an address there may be one node or all of them.
    for (const connection of connections) {
      connection.coalescer.enough = Math.ceil((threads * searchesPerThread) / connections.length);
    }
  };
  const askAgain = () => void ask().catch(() => undefined);
  askAgain();
  const timer = setInterval(askAgain, askedEveryMs).unref();
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}

/** How many searches the nodes that hold data work on at once. */
async function searchThreads(elasticsearch: Client, limits: TransportRequestOptions): Promise<number> {
  const { nodes } = await elasticsearch.nodes.info(
    { node_id: 'data:true', metric: 'thread_pool', filter_path: 'nodes.*.thread_pool.search.size' },
    limits,
  );
  return Object.values(nodes).reduce((sum, { thread_pool }) => sum + thread_pool!.search!.size!, 0);
}

import { Client } from 'undici';

/** One HTTP request. */
export interface Exchange {
  method: 'GET' | 'POST';
  /** With its query string. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One or several requests in sequence: the unit that is counted and timed. */
export type Question = Exchange[];

/** The result of a load. */
export interface LoadResult {
  /** Number of completed requests. */
  answered: number;
  seconds: number;
  /** Latency of each request, ascending, in milliseconds. */
  latencies: Float64Array;
}

/**
 * Sends each request once, over keep-alive connections that share one queue. Unlike autocannon, every
 * request is different, and latencies far below a millisecond keep their precision.
 * @param origins the origins among which the connections are distributed
 * @throws Error at an answer with another status than `status`
 */
export async function load(
  origins: string[],
  questions: Question[],
  { connections, status = 200 }: { connections: number; status?: number },
): Promise<LoadResult> {
  const clients = Array.from(
    { length: connections },
    (_, i) => new Client(origins[i % origins.length]!, { pipelining: 1 }),
  );
  const latencies = new Float64Array(questions.length);
  let next = 0;
  const work = async (client: Client) => {
    for (let place = next++; place < questions.length; place = next++) {
      const start = performance.now();
      for (const exchange of questions[place]!) await send(client, exchange, status);
      latencies[place] = performance.now() - start;
    }
  };
  const start = performance.now();
  await Promise.all(clients.map(work));
  const seconds = (performance.now() - start) / 1000;
  await Promise.all(clients.map((client) => client.close()));
  return { answered: questions.length, seconds, latencies: latencies.sort() };
}

/** Sends a request and discards its response. */
function send(client: Client, { method, path, headers, body }: Exchange, status: number): Promise<void> {
  return new Promise((done, fail) => {
    client.dispatch(
      { method, path, headers: headers ?? {}, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_controller, answered) {
          if (answered !== status) fail(new Error(`${method} ${path} answered ${answered}.`));
        },
        onResponseData() {},
        onResponseEnd: () => done(),
        onResponseError: (_controller, error) => fail(error),
      },
    );
  });
}

/** The latency quantile of ascending latencies. */
export function quantile(latencies: Float64Array, share: number): number {
  return latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))]!;
}

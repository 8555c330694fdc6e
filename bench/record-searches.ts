import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Exchange, Question } from './load.ts';
import { coldSettings, startApi } from './start-service.ts';
import type { Testbed } from './testbed.ts';

/** Records the searches that the API sends to Elasticsearch for each request. */
export type SearchRecorder = Awaited<ReturnType<typeof startRecorder>>;

/** A request and its searches. */
export interface Recorded {
  question: Question;
  searches: Question;
  answer: unknown;
  /** Those of the searches. */
  rawAnswers: unknown[];
}

/**
 * Starts an API whose Elasticsearch is reached through a listener. The searches are identical, with one difference:
 * the request cache is off.
 */
export async function startRecorder(bed: Testbed) {
  const heard: { exchange: Exchange; answer: Buffer }[] = [];
  const listener = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const { 'content-type': type = '', accept = '' } = request.headers;
    const headers = { ...(type && { 'content-type': type }), ...(accept && { accept }) };
    const exchange = { method: request.method as Exchange['method'], path: request.url!, headers, body };
    const answer = await fetch(bed.engineUrls[0] + exchange.path, { ...exchange, body: body || null });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (/_m?search/.test(exchange.path) && !isVersionCheck(body)) heard.push({ exchange, answer: bytes });
    const product = answer.headers.get('x-elastic-product') ?? '';
    const contentType = answer.headers.get('content-type') ?? '';
    response
      .writeHead(answer.status, { 'content-type': contentType, 'x-elastic-product': product })
      .end(bytes);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const api = await startApi(bed, { ...coldSettings, ELASTICSEARCH_URL: url });
  return {
    /** The searches of a request, and both responses; undefined where it needs none. */
    async record(question: Question): Promise<Recorded | undefined> {
      heard.length = 0;
      const answer = await (await fetch(api.url + question[0]!.path)).json();
      if (heard.length === 0) return undefined;
      const searches = heard.map(({ exchange }) => withRequestCache(exchange, false));
      const rawAnswers = heard.map(({ answer }) => JSON.parse(answer.toString()));
      return { question, searches, answer, rawAnswers };
    },
    async close() {
      await api.stop();
      listener.closeAllConnections();
      listener.close();
    },
  };
}

/** The API checks every few seconds what its index holds (`readContents`): no question asks for that. */
const isVersionCheck = (body: string) => body.includes('"_seq_no"');

/** The same search with the request cache of Elasticsearch on or off; searches without hits are cached by default. */
export function withRequestCache(exchange: Exchange, isOn: boolean): Exchange {
  const [path, query] = exchange.path.split('?');
  const parameters = new URLSearchParams(query);
  if (isOn) parameters.delete('request_cache');
  else parameters.set('request_cache', 'false');
  return { ...exchange, path: `${path}?${parameters}` };
}

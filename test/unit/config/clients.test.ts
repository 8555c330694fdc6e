import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Client, errors } from '@elastic/elasticsearch';
import { expect, onTestFinished, test } from 'vitest';
import { clientOptions } from '../../../config/clients.ts';

/** A client of a server that responds with `handle`. */
async function startClient(handle: RequestListener): Promise<Client> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  return new Client({ ...clientOptions({ urls, apiKey: 'c2VjcmV0', caFile: undefined }), maxRetries: 0 });
}

const call = (client: Client, path: string, limits: { requestTimeout?: number; signal: AbortSignal }) =>
  client.transport.request<string>({ method: 'GET', path }, limits);

test('the timeout of one call does not end another call with the same signal', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<() => void>();
  const client = await startClient(({ url }, response) => {
    response.setHeaders(
      new Map([
        ['x-elastic-product', 'Elasticsearch'],
        ['content-type', 'text/plain'],
      ]),
    );
    if (url === '/answered') resolve(() => void response.end('answered'));
  });
  const { signal } = new AbortController();
  const answered = call(client, '/answered', { signal });
  await expect(call(client, '/silent', { signal, requestTimeout: 100 })).rejects.toThrow(errors.TimeoutError);
  (await asked)();
  expect(await answered).toBe('answered');
});

test('an error refers to the request body without copying it, and omits the API key', async () => {
  const client = await startClient(({ socket }) => socket.destroy());
  const bulkBody = Buffer.from('{}\n');
  const request = { method: 'POST', path: '/_bulk', bulkBody };
  const error = await client.transport.request(request).catch((thrown: errors.ConnectionError) => thrown);
  expect(error).toBeInstanceOf(errors.ConnectionError);
  expect((error as errors.ConnectionError).meta!.meta.request.params.body).toBe(bulkBody);
  expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain('c2VjcmV0');
});

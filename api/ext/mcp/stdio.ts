import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readSettings, SettingsError } from '../../../config/read-settings.ts';
import type { Asked } from '../../endpoint/define-route.ts';
import { createServer } from './create-server.ts';
import { type House, type Json, Refused } from './tool.ts';

/** Maximum time for one request to the service. */
const timeoutMs = 60_000;

/** Asks a running service over HTTP. */
function createHouse(publicUrl: string): House {
  let document: Json;
  const ask = async (address: string, signal?: AbortSignal): Promise<Asked> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(publicUrl + address, {
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      const { cause, message } = error as Error;
      const why = (cause as NodeJS.ErrnoException | undefined)?.code ?? message;
      throw new Refused(
        `The service at ${publicUrl} does not answer (${why}). Start it with npm start, or name another: gem-auctions mcp --url https://…`,
      );
    }
  };
  return {
    ask,
    publicUrl,
    report: (error) => console.error(error),
    async document() {
      if (document) return document;
      const { status, body } = await ask('/api/v1/openapi.json');
      if (status !== 200)
        throw new Refused(`The service at ${publicUrl} has no OpenAPI document (${status}).`);
      document = body;
      return body;
    },
  };
}

/** `gem-auctions mcp`: the program that assistants start, which speaks over its standard input and output. */
function main(): void {
  try {
    const { values } = parseArgs({ options: { url: { type: 'string' } } });
    const { HOST, PORT } = readSettings(['HOST', 'PORT'], process.env);
    const url = URL.parse(values.url ?? `http://${HOST}:${PORT}`);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new SettingsError([`--url=${values.url}: send http(s)://host.`]);
    const house = createHouse(url.origin);
    serveStdio(() => createServer(house), { maxSubscriptions: 0 });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

if (import.meta.main) main();

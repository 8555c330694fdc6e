import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect } from 'vitest';
import type { Answer } from '../../api/ext/mcp/answer.ts';

const program = join(import.meta.dirname, '../../ingest/cli/gem-auctions.js');

/** How clients reach a service: over HTTP, or over the standard input and output of a process. */
const transports = {
  http: (url: string, headers: Record<string, string> = {}) =>
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  stdio: (url: string) =>
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', '--url', url] }),
};

export type TransportName = keyof typeof transports;

/** `auto` speaks the newest version of the protocol that both know, `legacy` the one before. */
export async function connectClient(
  transport: TransportName,
  url: string,
  mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transports[transport](url));
  return client;
}

/** The text and the data of an answer. The client has checked the data against the output schema of the tool. */
export interface ToolAnswer {
  text: string;
  answer: Answer;
}

/** Calls a tool, which must answer. */
export async function callTool(client: Client, name: string, args: object): Promise<ToolAnswer> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...args } });
  const { text } = (content as { text: string }[])[0]!;
  expect(isError ?? false, text).toBe(false);
  return { text, answer: structuredContent as unknown as Answer };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Simulates a later version of the service: adds a field to every object that may get new fields. */
export async function startLaterVersion(serviceUrl: string) {
  const server = createServer(async ({ url }, response) => {
    const answer = await fetch(`${serviceUrl}${url}`);
    const body = withMore(await answer.json());
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

/** Whether the names in this member are data, so that no field may be added. */
const isDictionary = (name: string) => ['filters', 'filter', 'facets'].includes(name);

function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, part]) => [
    name,
    isDictionary(name) ? part : withMore(part),
  ]);
  return { ...Object.fromEntries(members), added_later: { text: 'new', number: 1.5 } };
}

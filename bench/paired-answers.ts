import { Client } from 'undici';
import { median } from './compare.ts';
import type { Exchange } from './load.ts';

/** Two ways to an answer, each asked to the last byte, and the clearing of the engine's caches. */
export interface Sides {
  one(): Promise<string>;
  other(): Promise<string>;
  forget(): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Milliseconds of each side. */
export type Times = Record<'one' | 'other', number>;

/** A server, and the request that a side sends to it. */
export interface Side {
  url: string;
  exchange: Exchange;
}

/** @param engine where caches are cleared: the URL and path of the index */
export function openSides(one: Side, other: Side, engine: { url: string; index: string }): Sides {
  const clients = [one.url, other.url, engine.url].map((url) => new Client(url));
  const [ofOne, ofOther, ofEngine] = clients as [Client, Client, Client];
  return {
    one: () => answer(ofOne, one.exchange),
    other: () => answer(ofOther, other.exchange),
    forget: () => answer(ofEngine, { method: 'POST', path: `/${engine.index}/_cache/clear?request=true` }),
    close: () => Promise.all(clients.map((client) => client.close())),
  };
}

/** Requests of each side in a round. */
const asked = 20;

/** The medians of a round; who comes first alternates. */
export async function askRound(sides: Sides): Promise<Times> {
  const times: Times[] = [];
  for (let i = 0; i < asked; i++) times.push(await askBoth(sides, i % 2 === 0));
  return { one: median(times.map(({ one }) => one)), other: median(times.map(({ other }) => other)) };
}

export async function askBoth(sides: Sides, isOneFirst: boolean): Promise<Times> {
  await sides.forget();
  const times = { one: 0, other: 0 };
  for (const side of isOneFirst ? (['one', 'other'] as const) : (['other', 'one'] as const)) {
    const start = performance.now();
    await sides[side]();
    times[side] = performance.now() - start;
  }
  return times;
}

async function answer(client: Client, { method, path, headers, body }: Exchange): Promise<string> {
  const response = await client.request({ method, path, headers: headers ?? null, body: body ?? null });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${method} ${path} answered ${response.statusCode}.`);
  return text;
}

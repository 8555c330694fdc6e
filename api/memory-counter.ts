import type { Count } from './rate-counter.ts';

/** Most clients remembered; beyond it those not seen for longest are forgotten. */
const maxClients = 50_000;

/** Parts that a window is counted in: a request leaves at most one part late, never early. */
const slots = 120;

interface Client {
  /** Requests by the number of their slot since the epoch, oldest first. */
  counts: Map<number, number>;
  total: number;
}

/** Counts requests per client over a rolling window in bounded memory. */
export function createMemoryCounter() {
  const clients = new Map<string, Client>();

  return {
    /** Counts a request unless its client is at the limit; says how many were left before it. */
    count(key: string, now: number, durationMs: number, max: number): Count {
      const slotMs = durationMs / slots;
      const current = Math.floor(now / slotMs);
      const client = clients.get(key) ?? { counts: new Map(), total: 0 };
      forgetBefore(client, current - slots);
      const remaining = Math.max(0, max - client.total);
      if (remaining > 0) {
        client.counts.set(current, (client.counts.get(current) ?? 0) + 1);
        client.total++;
      }
      // Put last, so that the first of the map is the one not seen for longest.
      clients.delete(key);
      clients.set(key, client);
      if (clients.size > maxClients) clients.delete(clients.keys().next().value!);
      const oldest = client.counts.keys().next().value ?? current;
      return [remaining, Math.ceil(((oldest + 1 + slots) * slotMs) / 1000), max];
    },
  };
}

function forgetBefore(client: Client, slot: number): void {
  for (const [number, count] of client.counts) {
    if (number >= slot) return;
    client.counts.delete(number);
    client.total -= count;
  }
}

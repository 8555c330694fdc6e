import type { Redis } from 'ioredis';

/** Slots of a window: the requests of a slot leave the window together with the last of them, never earlier. */
const slots = 120;

/**
 * Counts a request unless its client is at the limit. A client is one string of at most `slots` + 1 pairs, oldest
 * first: the time of the last request of a slot, and the number of requests in it. Pairs from a clock that was far
 * ahead are dropped.
 */
const lua = `
local now, duration, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local slot = duration / ${slots}
local stored = redis.call('GET', KEYS[1])
local pairs_before = stored and cmsgpack.unpack(stored) or {}
local kept, total = {}, 0
for i = 1, #pairs_before, 2 do
  local last, count = pairs_before[i], pairs_before[i + 1]
  if last > now - duration and last <= now + duration then
    kept[#kept + 1] = last
    kept[#kept + 1] = count
    total = total + count
  end
end
if total < max then
  local newest = kept[#kept - 1]
  if newest and math.floor(newest / slot) >= math.floor(now / slot) then
    kept[#kept - 1] = math.max(newest, now)
    kept[#kept] = kept[#kept] + 1
  else
    kept[#kept + 1] = now
    kept[#kept + 1] = 1
  end
  redis.call('SET', KEYS[1], cmsgpack.pack(kept), 'PX', math.ceil(duration))
end
return { math.max(0, max - total), math.ceil((kept[1] + duration) / 1000) }
`;

interface Script {
  countRequest(key: string, now: number, durationMs: number, max: number): Promise<[number, number]>;
}

/** Requests left before this one, the epoch second at which the oldest leaves, and the limit. */
export type Count = [remaining: number, resetS: number, max: number];

/**
 * Counts requests per client over a rolling window in Redis, for all processes, in constant space per client. It has
 * the one command that koa-ratelimit calls on its database.
 */
export function createRedisCounter(redis: Redis) {
  redis.defineCommand('countRequest', { lua, numberOfKeys: 1 });
  const script = redis as unknown as Script;

  return {
    /**
     * Counts a request unless its client is at the limit; times are in milliseconds.
     * @throws Error when Redis does not answer
     */
    async ratelimiter(key: string, now: number, durationMs: number, max: number): Promise<Count> {
      // Milliseconds are rounded up: a request never leaves the window too early.
      const [remaining, resetS] = await script.countRequest(key, Math.ceil(now), durationMs, max);
      return [remaining, resetS, max];
    },
  };
}

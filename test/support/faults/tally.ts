/** Number of consecutive good responses after which the service counts as healthy. */
const streakOfHealth = 20;

/** The result of a request. */
export type Seen = 200 | 304 | 503 | 'broken';

export type Tally = ReturnType<typeof startTally>;

/** Counts the results that clients see. */
export function startTally() {
  const counts: Record<Seen, number> = { 200: 0, 304: 0, 503: 0, broken: 0 };
  const wrong: string[] = [];
  let lastGood = performance.now();
  let longestGapMs = 0;
  let streak = { since: 0, length: 0, reached: Promise.withResolvers<number>() };

  return {
    counts,
    /** Wrong or undocumented responses. */
    wrong,
    /** The requests that got 503, with the messages. */
    reasons: new Set<string>(),
    longestGapMs: () => longestGapMs,

    note(seen: Seen) {
      counts[seen]++;
      if (seen === 503 || seen === 'broken') {
        streak.length = 0;
        return;
      }
      const now = performance.now();
      longestGapMs = Math.max(longestGapMs, now - lastGood);
      lastGood = now;
      if (streak.length++ === 0) streak.since = now;
      if (streak.length >= streakOfHealth) streak.reached.resolve(streak.since);
    },

    /** Resolves at the next series of good responses with the time of the first. */
    nextStreak(): Promise<number> {
      streak = { since: 0, length: 0, reached: Promise.withResolvers() };
      return streak.reached.promise;
    },
  };
}

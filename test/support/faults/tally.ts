/** How many good answers in a row make a service healthy again. */
const streakOfHealth = 20;

/** What came of one request. */
export type Seen = 200 | 304 | 404 | 503 | 'broken';

export type Tally = ReturnType<typeof startTally>;

/** Counts what clients see, from now on. */
export function startTally() {
  const counts: Record<Seen, number> = { 200: 0, 304: 0, 404: 0, 503: 0, broken: 0 };
  const wrong: string[] = [];
  let brokenExports = 0;
  let lastGood = performance.now();
  let longestGapMs = 0;
  let streak = { since: 0, length: 0, reached: Promise.withResolvers<number>() };

  return {
    counts,
    /** Exports among the broken requests. */
    brokenExports: () => brokenExports,
    /** What no client may see: a wrong answer, or one that the documentation does not know. */
    wrong,
    /** What was answered with 503, and the message that it came with. */
    reasons: new Set<string>(),
    longestGapMs: () => longestGapMs,

    note(seen: Seen, isExport: boolean) {
      counts[seen]++;
      if (seen === 'broken' && isExport) brokenExports++;
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

    /** Resolves at the next row of good answers with the time at which it began. */
    nextStreak(): Promise<number> {
      streak = { since: 0, length: 0, reached: Promise.withResolvers() };
      return streak.reached.promise;
    },
  };
}

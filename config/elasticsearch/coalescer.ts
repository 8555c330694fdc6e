/** Longest wait of an answer: a share of the time that it took, and in all. What would wait less than a timer can is not held. */
const longestWait = { share: 3 / 10, ms: 30 };
const shortestWaitMs = 1;

/** What is handed on together keeps the event loop busy for that long. */
const mostHeld = 8;

/**
 * Hands the answers of a node on together while it has enough to do: what is made of one finds the code of a request in the
 * processor's cache when another was made just before (docs/performance.md). The moment enough is no longer in the air,
 * one has waited for its time or many are held, all are handed on.
 */
export class Coalescer {
  /** As many exchanges in the air keep the node busy. As long as nobody says so (`watchSearchThreads`), no number does. */
  enough = Infinity;
  /** Exchanges that were sent and have not ended. */
  inTheAir = 0;
  private held: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private due = Infinity;

  /** An exchange was sent. Exactly one of the others follows. */
  sent(): void {
    this.inTheAir++;
  }

  /** Its answer is there in full after `tookMs`. */
  answered(tookMs: number, handOn: () => void): void {
    this.inTheAir--;
    this.held.push(handOn);
    const waitMs = Math.min(tookMs * longestWait.share, longestWait.ms);
    if (this.inTheAir < this.enough || waitMs < shortestWaitMs || this.held.length >= mostHeld)
      this.release();
    else this.releaseWithin(waitMs);
  }

  /** It has no answer. */
  failed(): void {
    this.inTheAir--;
    if (this.inTheAir < this.enough) this.release();
  }

  private releaseWithin(waitMs: number): void {
    const due = performance.now() + waitMs;
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(() => this.release(), waitMs);
  }

  private release(): void {
    clearTimeout(this.timer);
    this.due = Infinity;
    const { held } = this;
    this.held = [];
    for (const handOn of held) handOn();
  }
}

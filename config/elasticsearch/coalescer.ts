/**
 * As many exchanges in the air keep a node busy: one with two cores works on four searches at once, and as many wait. Half
 * of the statistics that an API asks for at once (`madeAtOnce`).
 */
const enough = 8;

/** Longest wait of an answer, as a share of the time that it took. */
const longestWait = 1 / 10;

/**
 * Hands the answers of a node on together while it has enough to do: what is made of one finds the code of a request in the
 * processor's cache when another was made just before (docs/performance.md). The moment enough is no longer in the air,
 * or one has waited for its time, all are handed on.
 */
export class Coalescer {
  /** Exchanges that were sent and have not ended. */
  inTheAir = 0;
  private held: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private due = Infinity;
  private readonly handOnAll = () => this.release();

  /** An exchange was sent. Exactly one of the others follows. */
  sent(): void {
    this.inTheAir++;
  }

  /** Its answer is there in full after `tookMs`. */
  answered(tookMs: number, handOn: () => void): void {
    this.held.push(handOn);
    this.ended();
    if (this.held.length > 0) this.releaseWithin(tookMs * longestWait);
  }

  /** It has no answer. */
  failed(): void {
    this.ended();
  }

  private ended(): void {
    this.inTheAir--;
    if (this.inTheAir < enough) this.release();
  }

  private releaseWithin(waitMs: number): void {
    const due = performance.now() + waitMs;
    if (due >= this.due) return;
    clearTimeout(this.timer);
    this.due = due;
    this.timer = setTimeout(this.handOnAll, waitMs);
  }

  private release(): void {
    clearTimeout(this.timer);
    this.due = Infinity;
    const { held } = this;
    this.held = [];
    for (const handOn of held) handOn();
  }
}

import { ClientGone } from './engine.ts';
import { unavailable } from './errors.ts';

/** Runs a call when its turn comes, the oldest first. */
export type TakeTurn = <T>(call: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Lets so many calls run at once. A request that has begun is finished before the next one begins: what all hold
 * together stays small, and Elasticsearch is never asked for so much that nothing is answered in time.
 * @param patienceMs longest wait for a turn; then the call ends with `unavailable`
 */
export function createTurns(places: number, patienceMs: number): TakeTurn {
  const waiting = new Set<() => void>();
  let taken = 0;

  async function wait(signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw new ClientGone('The client went away.');
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        // At once: a turn must never be handed to one who has left.
        waiting.delete(go);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
        settle();
      };
      const go = () => end(resolve);
      const leave = () => end(() => reject(new ClientGone('The client went away.')));
      const giveUp = () =>
        end(() => reject(unavailable('Too many requests wait for their turn.', undefined, 1)));
      const timer = setTimeout(giveUp, patienceMs);
      signal.addEventListener('abort', leave, { once: true });
      waiting.add(go);
    });
  }

  function handOn(): void {
    const [next] = waiting;
    if (next === undefined) taken--;
    else next();
  }

  return async (call, signal) => {
    if (taken < places) taken++;
    else await wait(signal);
    try {
      return await call();
    } finally {
      handOn();
    }
  };
}

import { ClientGone } from '../search/search-context.ts';
import { type PlainAnswer, RenderedAnswer } from './encoded-body.ts';
import type { Release } from './fair-limit.ts';

/** Where an answer came from. */
export type Origin = 'hit' | 'shared' | 'miss';

/** Makes each answer once: identical requests wait for the one in the air, later ones get what was kept. */
export interface AnswerCache {
  /**
   * @param key names the state of the data and the canonical request; it is kept with each answer, and better short
   * @param make makes the answer; its signal ends when nobody waits for it any more
   * @param options.keep whether the answer may be given again later
   * @param options.onGone has a listener called when the client goes away, which ends its wait
   * @param options.acquire waits for a place in which the answer is made; it is not asked for an answer that is there
   */
  answer(
    key: string,
    make: (signal: AbortSignal) => Promise<PlainAnswer>,
    options: { keep: boolean; onGone: (leave: () => void) => void; acquire: () => Promise<Release> },
  ): Promise<{ rendered: RenderedAnswer; origin: Origin }>;
  /** Forgets every answer. */
  clear(): void;
}

/** An answer that is being made. */
interface Flight {
  answer: Promise<RenderedAnswer>;
  /** Who asked for it and has not gone away. */
  waiting: number;
  /** Ends the making, where it has not ended. */
  end(): void;
}

/** An answer that alone would take more than this share of the memory is not kept. */
const largestShare = 1 / 8;

/** @param maxBytes memory for answers that are kept; 0 keeps none */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const kept = new Map<string, RenderedAnswer>();
  const flights = new Map<string, Flight>();
  let bytes = 0;

  const grow = (addedBytes: number) => {
    bytes += addedBytes;
    shrink();
  };

  function keep(key: string, rendered: RenderedAnswer): void {
    if (kept.has(key) || rendered.byteLength() > maxBytes * largestShare) return;
    rendered.compact();
    kept.set(key, rendered);
    // A compressed form that is made later counts from then on.
    rendered.onGrowth = grow;
    grow(rendered.byteLength());
  }

  function shrink(): void {
    for (const [key, rendered] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(key);
      rendered.onGrowth = undefined;
      bytes -= rendered.byteLength();
    }
  }

  function launch(key: string, make: (signal: AbortSignal) => Promise<PlainAnswer>, isKept: boolean): Flight {
    const maker = new AbortController();
    const answer = make(maker.signal).then((plain) => {
      const rendered = new RenderedAnswer(plain);
      if (isKept) keep(key, rendered);
      return rendered;
    });
    const land = () => flights.get(key) === flight && flights.delete(key);
    const end = () => {
      if (land()) maker.abort();
    };
    const flight = { answer, waiting: 0, end };
    flights.set(key, flight);
    answer.then(land, land);
    return flight;
  }

  /** The answer that is kept, or that is being made. */
  function find(key: string, { keep, onGone }: { keep: boolean; onGone: (leave: () => void) => void }) {
    const found = keep ? kept.get(key) : undefined;
    if (found) {
      kept.delete(key);
      kept.set(key, found);
      return { rendered: found, origin: 'hit' as const };
    }
    const inTheAir = flights.get(key);
    return inTheAir && { rendered: waitFor(inTheAir, onGone), origin: 'shared' as const };
  }

  return {
    async answer(key, make, options) {
      let found = find(key, options);
      if (!found) {
        // Each client waits in its own queue: none waits behind the others of a client that asks for the same.
        const release = await options.acquire();
        found = find(key, options);
        if (found) release();
        else {
          const makeInPlace = (signal: AbortSignal) => make(signal).finally(release);
          const flight = launch(key, makeInPlace, options.keep && maxBytes > 0);
          return { rendered: await waitFor(flight, options.onGone), origin: 'miss' };
        }
      }
      return { rendered: await found.rendered, origin: found.origin };
    },
    clear() {
      for (const rendered of kept.values()) rendered.onGrowth = undefined;
      kept.clear();
      bytes = 0;
    },
  };
}

/** Waits until the answer is there or the one who waits goes away; the last to go ends the making. */
function waitFor(flight: Flight, onGone: (leave: () => void) => void): Promise<RenderedAnswer> {
  flight.waiting++;
  return new Promise((resolve, reject) => {
    flight.answer.then(resolve, reject);
    onGone(() => {
      reject(new ClientGone('The client went away.'));
      if (--flight.waiting === 0) flight.end();
    });
  });
}

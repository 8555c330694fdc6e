import { ClientGone } from './engine.ts';
import { type PlainAnswer, type RenderedAnswer, renderedAnswer } from './rendered-answer.ts';

/** Where an answer came from. */
export type Origin = 'hit' | 'shared' | 'miss';

/** Makes each answer once: identical requests wait for the one in the air, later ones get what was kept. */
export interface AnswerCache {
  /**
   * @param key the state of the data and the canonical request
   * @param options.keep whether the answer may be given again later
   * @param options.signal of the client, asked for where it has to wait; ends the wait. When nobody waits any more,
   *   the making ends too
   */
  answer(
    key: string,
    make: (signal: AbortSignal) => Promise<PlainAnswer>,
    options: { keep: boolean; signal: () => AbortSignal },
  ): Promise<{ rendered: RenderedAnswer; origin: Origin }>;
  /** Forgets every answer. */
  clear(): void;
}

interface Flight {
  answer: Promise<RenderedAnswer>;
  maker: AbortController;
  waiting: number;
}

/** An answer that alone would take more than this share of the memory is not kept. */
const largestShare = 1 / 8;

/** @param maxBytes memory for answers that are kept; 0 keeps none */
export function createAnswerCache(maxBytes: number): AnswerCache {
  const kept = new Map<string, RenderedAnswer>();
  const flights = new Map<string, Flight>();
  let bytes = 0;

  function keep(key: string, rendered: RenderedAnswer): void {
    if (kept.has(key) || rendered.byteLength() > maxBytes * largestShare) return;
    rendered.compact();
    kept.set(key, rendered);
    bytes += rendered.byteLength();
    // A compressed form that is made later counts from then on.
    rendered.onGrowth((added) => {
      if (kept.get(key) === rendered) bytes += added;
      shrink();
    });
    shrink();
  }

  function shrink(): void {
    for (const [key, rendered] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(key);
      bytes -= rendered.byteLength();
    }
  }

  function launch(key: string, make: (signal: AbortSignal) => Promise<PlainAnswer>, isKept: boolean): Flight {
    const maker = new AbortController();
    const answer = make(maker.signal).then((plain) => {
      const rendered = renderedAnswer(plain);
      if (isKept) keep(key, rendered);
      return rendered;
    });
    const flight = { answer, maker, waiting: 0 };
    flights.set(key, flight);
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key);
    };
    answer.then(land, land);
    return flight;
  }

  return {
    async answer(key, make, options) {
      const found = options.keep ? kept.get(key) : undefined;
      if (found) {
        kept.delete(key);
        kept.set(key, found);
        return { rendered: found, origin: 'hit' };
      }
      const inTheAir = flights.get(key);
      const flight = inTheAir ?? launch(key, make, options.keep && maxBytes > 0);
      const rendered = await waitFor(flight, options.signal(), () => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      return { rendered, origin: inTheAir ? 'shared' : 'miss' };
    },
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}

/** Waits until the answer is there or the one who waits goes away; the last to go ends the making. */
async function waitFor(flight: Flight, signal: AbortSignal, abandon: () => void): Promise<RenderedAnswer> {
  flight.waiting++;
  const gone = Promise.withResolvers<never>();
  const leave = () => gone.reject(new ClientGone('The client went away.'));
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([flight.answer, gone.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
    if (--flight.waiting === 0 && signal.aborted) {
      abandon();
      flight.maker.abort();
    }
  }
}

import { errors } from '@elastic/elasticsearch';
import { ClientGone } from './search-context.ts';

/** Asks for one thing of an index; ends early with its client. */
export type Ask<Key, Value> = (index: string, key: Key, signal: AbortSignal) => Promise<Value>;

/** Asks for several things at once: the values in the order of the keys, an `Error` where one of them failed. */
export type AskTogether<Key, Value> = (
  index: string,
  keys: Key[],
  options: { requestTimeout: number; signal: AbortSignal },
) => Promise<(Value | Error)[]>;

/** One who waits for an answer. */
interface Waiting<Key, Value> {
  key: Key;
  since: number;
  resolve(value: Value): void;
  reject(error: unknown): void;
  /** Called when the one who waits goes away. */
  leave(): void;
}

/** Where those wait who ask one index. */
interface Station<Key, Value> {
  queue: Set<Waiting<Key, Value>>;
  inTheAir: number;
  /** Whether those who wait leave at the end of this turn of the event loop. */
  isCalled: boolean;
}

/**
 * Gathers cheap questions: those that come in the same turn of the event loop go together, and so do those that come
 * while calls are in the air, when one has landed. A question that is alone waits for nobody, and many cost
 * Elasticsearch, and the asking, little more than one.
 * @param timeoutMs longest time from a question to its answer
 * @param lanes calls that may be in the air for an index
 * @param most questions that go together
 */
export function gather<Key, Value>(
  askTogether: AskTogether<Key, Value>,
  { timeoutMs, lanes, most }: { timeoutMs: number; lanes: number; most: number },
): Ask<Key, Value> {
  const stations = new Map<string, Station<Key, Value>>();

  function call(index: string, station: Station<Key, Value>): void {
    if (station.isCalled) return;
    station.isCalled = true;
    setImmediate(() => {
      station.isCalled = false;
      depart(index, station);
    });
  }

  function depart(index: string, station: Station<Key, Value>): void {
    while (station.inTheAir < lanes && station.queue.size > 0) {
      const party = [...station.queue].slice(0, most);
      for (const waiting of party) station.queue.delete(waiting);
      station.inTheAir++;
      void travel(index, party, () => {
        station.inTheAir--;
        // Before the answers are worked on: Elasticsearch has the next questions meanwhile.
        depart(index, station);
      });
    }
    if (station.inTheAir === 0 && !station.isCalled) stations.delete(index);
  }

  async function travel(index: string, party: Waiting<Key, Value>[], onLanding = () => {}): Promise<void> {
    const journey = new AbortController();
    let aboard = party.length;
    for (const waiting of party) {
      waiting.leave = () => {
        if (--aboard === 0) journey.abort();
      };
    }
    try {
      const values = await ask(index, party, journey.signal).finally(onLanding);
      for (const [place, waiting] of party.entries()) settle(waiting, values[place]!);
    } catch (error) {
      // What Elasticsearch refuses may be the fault of one: each is asked alone.
      if (party.length > 1 && isRefusal(error)) for (const waiting of party) void travel(index, [waiting]);
      else for (const { reject } of party) reject(error);
    }
  }

  async function ask(index: string, party: Waiting<Key, Value>[], signal: AbortSignal) {
    const requestTimeout = timeoutMs - Math.round(performance.now() - party[0]!.since);
    if (requestTimeout <= 0) throw new errors.TimeoutError('The question waited too long to be asked.');
    const keys = party.map(({ key }) => key);
    return askTogether(index, keys, { requestTimeout, signal });
  }

  return (index, key, signal) =>
    new Promise<Value>((resolve, reject) => {
      if (signal.aborted) return reject(new ClientGone('The client went away.'));
      const station = stations.get(index) ?? { queue: new Set(), inTheAir: 0, isCalled: false };
      stations.set(index, station);
      const waiting: Waiting<Key, Value> = {
        ...{ key, since: performance.now(), resolve, reject },
        leave: () => station.queue.delete(waiting),
      };
      station.queue.add(waiting);
      const leave = () => {
        waiting.leave();
        reject(new ClientGone('The client went away.'));
      };
      signal.addEventListener('abort', leave, { once: true });
      call(index, station);
    });
}

function settle<Key, Value>({ resolve, reject }: Waiting<Key, Value>, value: Value | Error): void {
  if (value instanceof Error) reject(value);
  else resolve(value);
}

function isRefusal(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 400;
}

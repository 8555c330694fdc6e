/** A map that holds at most `maxEntries`; the one not read for longest goes first. */
export class Lru<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  clear(): void {
    this.#entries.clear();
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxEntries) this.#entries.delete(this.#entries.keys().next().value!);
  }
}

/** Longer texts are read each time, so that no client fills the memory with them. */
const longest = 200;

/** What was read out of a text that a client sent, once for as long as it is remembered. */
export function recall<Value>(known: Lru<Value>, text: string, read: () => Value): Value {
  const before = known.get(text);
  if (before !== undefined) return before;
  const value = read();
  if (text.length <= longest) known.set(text, value);
  return value;
}

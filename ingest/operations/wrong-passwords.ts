/** So many wrong passwords in a row are answered; then that address is refused for a while, the right one too. */
const allowed = 5;
const refusedForMs = 60_000;

/** Addresses that are remembered; the oldest makes room. */
const remembered = 10_000;

/** Counts wrong passwords by the address they come from, in memory that does not grow with the addresses. */
export function wrongPasswords(now: () => number = Date.now) {
  const byAddress = new Map<string, { wrong: number; at: number }>();

  return {
    /** Milliseconds for which an address is refused; 0 where it is not. */
    refusedForMs(address: string): number {
      const known = byAddress.get(address);
      if (!known || known.wrong < allowed) return 0;
      return Math.max(0, known.at + refusedForMs - now());
    },
    /** @returns whether the address is refused from now on */
    add(address: string): boolean {
      const known = byAddress.get(address);
      const wrong = known && now() < known.at + refusedForMs ? known.wrong + 1 : 1;
      // Behind all others: what stands first is the oldest.
      byAddress.delete(address);
      byAddress.set(address, { wrong, at: now() });
      if (byAddress.size > remembered) byAddress.delete(byAddress.keys().next().value!);
      return wrong >= allowed;
    },
    forget: (address: string) => byAddress.delete(address),
  };
}

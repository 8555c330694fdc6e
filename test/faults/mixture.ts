import { expect } from 'vitest';
import { randomFrom } from '../../local/samples/random.ts';
import { type Fault, patience } from '../support/faults/scene.ts';

/** All faults in a random order, each beginning while the one before it is still there. The same seed, the same order. */
export const mixtureOf = (faults: Fault[], seed: number): Fault => {
  const order = shuffled(faults, seed);
  const mending: Promise<unknown>[] = [];
  return {
    name: 'several of them at random, two at a time',
    unavailable: true,
    broken: 'all',
    strike: (service) => order[0]!.strike(service),
    async feel(service, tally) {
      const seen = () => Object.values(tally.counts).reduce((sum, count) => sum + count, 0);
      for (const [i, fault] of order.entries()) {
        await order[i + 1]?.strike(service);
        await expect.poll(seen, patience).toBeGreaterThan(seen() + 100);
        // Not awaited: what is mended may need what is broken next.
        mending.push(fault.relieve(service));
      }
    },
    relieve: () => Promise.all(mending),
  };
};

function shuffled<T>(values: T[], seed: number): T[] {
  const random = randomFrom(seed);
  return values
    .map((value) => ({ value, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

import { expect } from 'vitest';
import { randomFrom } from '../../../local/samples/random.ts';
import type { Fault } from '../../support/faults/scenario.ts';

/** All faults in a random order, each beginning while the one before it is still there. The same seed, the same order. */
export const mixtureOf = (faults: Fault[], seed: number): Fault => {
  const order = shuffled(faults, seed);
  const recovering: Promise<unknown>[] = [];
  return {
    name: 'several of them at random, two at a time',
    unavailable: true,
    broken: 'all',
    inject: (service) => order[0]!.inject(service),
    async observe(service, tally) {
      const seen = () => Object.values(tally.counts).reduce((sum, count) => sum + count, 0);
      for (const [i, fault] of order.entries()) {
        await order[i + 1]?.inject(service);
        await expect.poll(seen).toBeGreaterThan(seen() + 100);
        // Not awaited: the recovery may need what is broken next.
        recovering.push(fault.recover(service));
      }
    },
    recover: () => Promise.all(recovering),
  };
};

function shuffled<T>(values: T[], seed: number): T[] {
  const random = randomFrom(seed);
  return values
    .map((value) => ({ value, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

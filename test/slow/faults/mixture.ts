import { expect } from 'vitest';
import { randomFrom } from '../../../local/samples/random.ts';
import type { Fault } from '../../support/faults/scenario.ts';

/** All faults in a seeded random order. Each fault begins before the previous one ends. */
export const mixtureOf = (faults: Fault[], seed: number): Fault => {
  const order = shuffled(faults, seed);
  const recovering: Promise<unknown>[] = [];
  return {
    name: 'several faults in random order, two at a time',
    unavailable: true,
    broken: 'all',
    inject: (service) => order[0]!.inject(service),
    async observe(service, tally) {
      const seen = () => Object.values(tally.counts).reduce((sum, count) => sum + count, 0);
      for (const [i, fault] of order.entries()) {
        await order[i + 1]?.inject(service);
        await expect.poll(seen).toBeGreaterThan(seen() + 100);
        // Not awaited, because the recovery may need the part that fails next.
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

import { it } from 'vitest';
import type { Stack } from '../../../../local/start-stack.ts';
import { smallStorm } from '../../../support/faults/storm/plan.ts';
import { playStorm } from '../../../support/faults/storm/play-storm.ts';

/** @param started returns the servers, which this test may break */
export function describeSmallStorm(started: () => Stack): void {
  it('4 imports with 6 random faults leave exactly the data that a plain model computes', async () => {
    await playStorm(smallStorm(1), started());
  });
}

import { it } from 'vitest';
import type { Stack } from '../../../../local/start-stack.ts';
import { smallStorm } from '../../../support/faults/storm/plan.ts';
import { playStorm } from '../../../support/faults/storm/play-storm.ts';

/** @param started the engine, which may be broken in every way */
export function describeSmallStorm(started: () => Stack): void {
  it('4 imports and 6 faults with two workers and two APIs end in the data of a plain model', async () => {
    await playStorm(smallStorm(1), started());
  });
}

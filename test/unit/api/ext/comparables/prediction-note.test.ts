import { expect, test } from 'vitest';
import { predictionNote } from '../../../../../api/ext/comparables/comparable-figures.ts';

test.for([
  ['wider than', { low: 2, high: 6 }, { low: 2, high: 8 }],
  ['narrower than', { low: 2, high: 6 }, { low: 3, high: 8 }],
  ['as wide as', { low: 2, high: 6 }, { low: 3, high: 9 }],
] as const)('the range of a prediction is %s that of the evidence', ([than, evidence, prediction]) => {
  expect(predictionNote(evidence, prediction)).toContain(`The range is ${than} that of the similar sales,`);
});

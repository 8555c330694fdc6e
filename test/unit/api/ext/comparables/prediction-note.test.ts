import { expect, test } from 'vitest';
import { predictionNote } from '../../../../../api/ext/comparables/comparable-figures.ts';

test.for([
  ['wider', { low: 2, high: 6 }, { low: 2, high: 8 }],
  ['narrower', { low: 2, high: 6 }, { low: 3, high: 8 }],
  ['as wide', { low: 2, high: 6 }, { low: 3, high: 9 }],
] as const)(
  'the note on a prediction compares its range with the evidence: %s',
  ([than, evidence, prediction]) => {
    expect(predictionNote(evidence, prediction)).toContain(`The range is ${than} `);
  },
);

import { expect, it } from 'vitest';
import {
  comparablesGradeRules,
  gradeOfComparables,
  gradeOfIndex,
  indexGradeRules,
} from '../../../../../api/ext/scorecard/letter-grade.ts';

const comparables = (error: number | null, coverage: number | null, n = 30) =>
  gradeOfComparables({ n, mean_absolute_log_error: error, coverage });

const index = (revision: number | null, coverage: number | null, periods = 5) =>
  gradeOfIndex({ periods, mean_absolute_revision: revision, coverage });

it('comparables are graded by their error, and by the distance of their coverage from 80%', () => {
  expect([0.3, 0.5, 0.7, 0.9].map((error) => comparables(error, 0.8)).join('')).toBe('ABCD');
  expect([0.300001, 0.500001, 0.700001, 0.900001].map((error) => comparables(error, 0.8)).join('')).toBe(
    'BCDF',
  );
  expect([0.75, 0.85, 0.72, 0.88, 0.68, 0.92, 0.6, 1].map((share) => comparables(0.1, share)).join('')).toBe(
    'AABBCCDD',
  );
  expect([0.749999, 0.850001, 0.599999].map((share) => comparables(0.1, share)).join('')).toBe('BBF');
});

it('a price index is graded by its revisions, and by how many stayed within the first intervals', () => {
  expect([0.02, 0.05, 0.1, 0.2, 0.200001].map((revision) => index(revision, 1)).join('')).toBe('ABCDF');
  expect([0.85, 0.8, 0.7, 0.6, 0.599999].map((share) => index(0, share)).join('')).toBe('ABCDF');
});

it('the grade is F when there are too few valuations or none', () => {
  expect([comparables(0.1, 0.8, 29), index(0, 1, 4)]).toEqual(['F', 'F']);
  expect([comparables(null, null, 0), index(null, null, 0), index(0, null)]).toEqual(['F', 'F', 'F']);
});

it('the grading rules are published', () => {
  expect(comparablesGradeRules).toContain(
    'C: a mean absolute log error of at most 0.7, and ranges that contain 68% to 92% of the prices; D:',
  );
  expect(indexGradeRules).toMatch(/^A: a mean absolute revision of at most 0.02, .* at least 85% .*; B:/);
});

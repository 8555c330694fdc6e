import { readTitle, type TitleReading } from '../../../../../ingest/record/titles/read-title.ts';
import type { LabelledTitle } from './labelled-titles.ts';

export const scoredFields = [
  'gem_type',
  'carat',
  'origin',
  'treatment',
  'object_type',
  'multiStone',
  'labGrown',
] as const;
export type ScoredField = (typeof scoredFields)[number];

/** The minimum precision and recall of a field on held-out titles. */
export const floors: Record<ScoredField, { precision: number; recall: number }> = {
  gem_type: { precision: 0.985, recall: 0.96 },
  carat: { precision: 0.98, recall: 0.96 },
  origin: { precision: 0.97, recall: 0.95 },
  treatment: { precision: 0.97, recall: 0.95 },
  object_type: { precision: 0.97, recall: 0.95 },
  multiStone: { precision: 0.95, recall: 0.95 },
  labGrown: { precision: 0.95, recall: 0.95 },
};

/** How well one field is read. */
export interface Score {
  /** The numbers of titles with a labeled value, with a read value, and with equal values. */
  labelled: number;
  read: number;
  right: number;
  /** The share of read values that are right; 1 if none was read. */
  precision: number;
  /** The share of labeled values that were read; 1 if there are none. */
  recall: number;
}

/** Precision and recall of each field over some titles. */
export function scoreTitles(titles: readonly LabelledTitle[]): Record<ScoredField, Score> {
  const readings = titles.map((label) => ({ label, reading: readTitle(label.title) }));
  const scores = scoredFields.map((field) => {
    const has = (value: TitleReading) => value[field] !== undefined && value[field] !== false;
    const labelled = readings.filter(({ label }) => has(label)).length;
    const read = readings.filter(({ reading }) => has(reading)).length;
    const right = readings.filter(
      ({ label, reading }) => has(label) && label[field] === reading[field],
    ).length;
    const share = (whole: number) => (whole === 0 ? 1 : right / whole);
    return [field, { labelled, read, right, precision: share(read), recall: share(labelled) }];
  });
  return Object.fromEntries(scores);
}

import { readTitle, type TitleReading } from '../../../../ingest/record/titles/read-title.ts';
import type { LabelledTitle } from './labelled-titles.ts';

export const scoredFields = ['gem_type', 'carat', 'origin', 'treatment', 'multiStone'] as const;
type ScoredField = (typeof scoredFields)[number];

/** How well one field is read. */
export interface Score {
  /** Titles whose label has a value; titles where one was read; titles where the two agree. */
  labelled: number;
  read: number;
  right: number;
  /** Share of what was read that is right; 1 where nothing was read. */
  precision: number;
  /** Share of what is there that was read; 1 where nothing is there. */
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

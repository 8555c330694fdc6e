import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AuctionRecord } from '../../../../../mappings/record.ts';
import {
  answered,
  draftOf,
  dryRunOf,
  inFolder,
  loadDraft,
  type Outcome,
  questionsOf,
} from './draft-and-import.ts';
import { dollarsOf } from './expectation.ts';
import { fileOf, type Shape, shapes, type Truth } from './random-shape.ts';

/** A failure prints the seed and the shape; `SHAPES` is the number of shapes. */
const numRuns = Number(process.env.SHAPES ?? 20);

it('files whose columns and values are clear are imported without a question and without a fault', async () => {
  await fc.assert(
    fc.asyncProperty(shapes(true), async (shape) => {
      const { questions, outcomes, truth, content } = await draftAndImport(shape);
      const faults = [
        ...questions.map((about) => `asks about ${about}`),
        ...faultsOf(outcomes, truth, shape, true),
      ];
      expect(faults, content).toEqual([]);
    }),
    { numRuns },
  );
});

it('no value of a file of any shape is wrong without a question about it', async () => {
  await fc.assert(
    fc.asyncProperty(shapes(false), async (shape) => {
      const { questions, outcomes, truth, content } = await draftAndImport(shape);
      const isAsked = (fault: string) => questions.some((about) => fault.split(':')[0]!.includes(about));
      expect(
        faultsOf(outcomes, truth, shape, false).filter((fault) => !isAsked(fault)),
        content,
      ).toEqual([]);
      expect(questions.length, content).toBeLessThanOrEqual(3);
    }),
    { numRuns },
  );
});

/** Imports a file with its draft, in which every question has its first answer. */
async function draftAndImport(shape: Shape) {
  const { name, content, truth } = fileOf(shape);
  return inFolder(async (folder) => {
    const path = join(folder, name);
    await writeFile(path, content);
    const draft = await draftOf(path, folder);
    const questions = questionsOf(draft);
    const profile = await loadDraft(
      answered(draft, Object.fromEntries(questions.map((about) => [about, '']))),
      folder,
    );
    return { questions, outcomes: await dryRunOf(path, profile, folder), truth, content };
  });
}

/** The wrong values of a file, each with the topic that a question must have, the value read and the true one. */
function faultsOf(
  outcomes: readonly Outcome[],
  truth: readonly Truth[],
  shape: Shape,
  isComplete: boolean,
): string[] {
  if (outcomes.length !== truth.length) return [`${outcomes.length} rows instead of ${truth.length}`];
  return outcomes.flatMap((outcome, i) => {
    if ('reject' in outcome) return isComplete ? [`row ${i + 1} is rejected: ${outcome.message}`] : [];
    return Object.entries(valuesOf(truth[i]!, shape)).flatMap(([field, [topic, right]]) => {
      const read = outcome.record[field as keyof AuctionRecord];
      const isRight = read === right || (!isComplete && (read === null || read === 'unknown'));
      return isRight ? [] : [`${topic}: ${field} of row ${i + 1} is ${read}, not ${right}`];
    });
  });
}

/** The true values of a lot, as far as the file states them, with the topic of a question about each. */
function valuesOf({ gem, carat, price, currency, day, estimate: [low, high] }: Truth, shape: Shape) {
  const unsold = shape.status === 'absent' ? 'unknown' : 'unsold';
  const estimated = (amount: number) => (shape.estimate === 'none' ? null : dollarsOf(currency, amount, day));
  return {
    gem_type: ['gem', gem],
    price_original: ['price', price],
    currency: ['currency', price === null ? null : currency],
    sale_status: ['status', price === null ? unsold : 'sold'],
    auction_date: ['date', day],
    carat: ['weight', shape.weight === 'none' ? null : carat],
    estimate_low_usd: ['price or currency', estimated(low)],
    estimate_high_usd: ['price or currency', estimated(shape.estimate === 'single' ? low : high)],
  } as const;
}

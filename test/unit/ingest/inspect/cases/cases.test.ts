import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  answered,
  draftOf,
  dryRunOf,
  inFolder,
  isBlocking,
  loadDraft,
  namesQuestion,
  questionsOf,
} from './draft-and-import.ts';
import { differences, type Expectation } from './expectation.ts';

const root = fileURLToPath(new URL('.', import.meta.url));
const kinds = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** The files of a folder and what is expected of each. */
const casesOf = (kind: string) =>
  Object.entries(parse(readFileSync(`${root}${kind}/expected.yaml`, 'utf8')) as Record<string, Expectation>);

describe.each(kinds.map(({ name }) => name))('%s', (kind) => {
  const cases = casesOf(kind);

  it('every file has an expectation', () => {
    const files = readdirSync(`${root}${kind}`).filter((file) => file !== 'expected.yaml');
    expect(files.sort()).toEqual(cases.map(([file]) => file).sort());
  });

  it.each(cases)('%s is imported by its unedited draft, or asked about', (file, expectation) =>
    inFolder((folder) => check(`${root}${kind}/${file}`, expectation, folder)),
  );
});

/** Real files that are not part of the project. */
const shared = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url));

it
  .skipIf(!existsSync(shared))
  .each([
    'christies_lots_dev.csv',
    'gem_sales_from_texts_dev.csv',
    'gem_shop_listings_origin.csv',
    'gem_listings_lkr_sample.csv',
    'gem_listings_lkr_sample_b.csv',
  ])('the draft of %s asks nothing', (file) =>
  inFolder(async (folder) => {
    const draft = await draftOf(`${shared}${file}`, folder);
    expect(questionsOf(draft)).toEqual([]);
    await loadDraft(draft, folder);
  }),
);

it('the records of different sources have different ids', async () => {
  const ids: unknown[] = [];
  for (const [file] of casesOf('K09-ids-collide')) {
    await inFolder(async (folder) => {
      const path = `${root}K09-ids-collide/${file}`;
      const outcomes = await dryRunOf(path, await loadDraft(await draftOf(path, folder), folder), folder);
      ids.push(...outcomes.map((outcome) => ('record' in outcome ? outcome.record.id : outcome.message)));
    });
  }
  expect(ids).toHaveLength(16);
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
});

async function check(path: string, expectation: Expectation, folder: string): Promise<void> {
  const { asks = {}, may_ask = {}, or_asks = [], or_refused } = expectation;
  const draft = await draftOf(path, folder).catch((error: Error) => {
    expect(error.message).toMatch(new RegExp(or_refused ?? '(?!)', 'i'));
  });
  if (draft === undefined) return;

  const questions = questionsOf(draft);
  expect(questions.length).toBeLessThanOrEqual(3);
  expect(questions).toEqual(expect.arrayContaining(Object.keys(asks)));
  const isExpected = (about: string) => about in asks || about in may_ask || or_asks.includes(about);
  expect(questions.filter((about) => !isExpected(about))).toEqual([]);
  if (questions.some(isBlocking)) {
    const refusal = await loadDraft(draft, folder).catch((error: Error) => error.message);
    expect(refusal).toSatisfy((message: string) => namesQuestion(message, draft));
  }

  const unanswerable = [...or_asks, ...Object.keys(asks).filter((about) => asks[about] === null)];
  if (questions.some((about) => unanswerable.includes(about))) return;
  const profile = await loadDraft(answered(draft, { ...may_ask, ...asks }), folder);
  expect(differences(await dryRunOf(path, profile, folder), expectation)).toEqual([]);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completeProfile } from '../../../../ingest/cli/load-profile.ts';
import { inspectFile } from '../../../../ingest/inspect/inspect-file.ts';
import { proposeProfile } from '../../../../ingest/inspect/propose-profile.ts';
import { answerQuestions } from '../../../../ingest/record/profile/answer-questions.ts';
import { objectStore } from '../../../../ingest/source/object-store.ts';
import type { AuctionRecord } from '../../../../mappings/record.ts';
import { profiledRecords } from '../../../support/profiled-records.ts';

/** What the answer that is chosen says, by what the question decides; of several questions in their order. */
export type Answers = Partial<Record<string, string | RegExp | string[]>>;

const access = { objects: objectStore({ S3_REGION: 'us-east-1' }) };

/** Writes a file, and removes it after use. */
export async function withFile<T>(
  name: string,
  content: string | Uint8Array,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'inspected-'));
  try {
    const path = join(folder, name);
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The contents of a file. */
export const inspected = (path: string) => inspectFile(path, {}, access);

/**
 * Imports a file as a person does who knows the source: with the proposed profile, its questions answered, nothing else
 * edited. @returns what was asked, and each record or the code of its reject
 */
export async function importAnswered(path: string, answers: Answers) {
  const { profile, questions, unused } = proposeProfile(await inspected(path));
  const inTurn = new Map(
    Object.entries(answers).map(([about, said]) => [about, [said].flat().values()] as const),
  );
  const chosen = questions.map(({ about, ask, answers: offered }) => {
    const given = answers[about];
    const said = Array.isArray(given) ? inTurn.get(about)!.next().value : given;
    const answer = Object.entries(offered).find(
      ([means]) => said !== undefined && (typeof said === 'string' ? means.includes(said) : said.test(means)),
    );
    if (!answer) throw new Error(`${about}: ${ask}\n${Object.keys(offered).join('\n')}`);
    return answer[1];
  });
  const complete = await completeProfile(answerQuestions(profile, chosen), path);
  const lines = await profiledRecords(path, complete);
  return { asked: questions.map(({ about }) => about).join(' '), lines, unused, profile: complete };
}

/** A record in one line: "Ruby 1.2 | USD 900 hammer | sold | 2024-05-18". */
export function inOneLine({
  gem_type,
  carat,
  currency,
  price_original,
  price_basis,
  sale_status,
  auction_date,
}: AuctionRecord): string {
  const price = price_original === null ? '-' : `${currency} ${price_original}`;
  const basis = price_original === null || price_basis === null ? '' : ` ${price_basis}`;
  return `${gem_type} ${carat ?? '-'} | ${price}${basis} | ${sale_status} | ${auction_date ?? '-'}`;
}

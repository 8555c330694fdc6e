import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { parse } from 'yaml';
import { inspectCommand } from '../../../../../ingest/cli/commands/inspect.ts';
import { loadProfile } from '../../../../../ingest/cli/load-profile.ts';
import { checkRecords } from '../../../../../ingest/import/index-batch.ts';
import type { Profile } from '../../../../../ingest/record/profile/profile.ts';
import { nextRecordOf } from '../../../../../ingest/source/next-record.ts';
import { plainFile, reshapingOf } from '../../../../../ingest/source/plain-file.ts';
import { planBatches, planSource } from '../../../../../ingest/source/plan-source.ts';
import { readBatch } from '../../../../../ingest/source/read-records.ts';
import type { AuctionRecord } from '../../../../../mappings/record.ts';

/** A line of a file: the record that an import stores, or the code of its reject. */
export type Outcome = { line: number } & ({ record: AuctionRecord } | { reject: string; message: string });

/** The answers that an operator gives: the offered one that has one of these texts, or one of their own. */
export type Answers = Record<string, string | string[] | object | null>;

/** A rate of each currency. */
export const ratesFile = fileURLToPath(new URL('rates.csv', import.meta.url));

/** The topics without whose answer a profile is refused. */
const blocking = ['price', 'currency', 'date', 'id', 'gem', 'status'];

/** Calls `use` with a folder that exists until it ends. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cases-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The draft that `gem-auctions inspect FILE --draft DRAFT` writes. */
export async function draftOf(file: string, folder: string): Promise<string> {
  const path = join(folder, `${basename(file)}.draft.yaml`);
  const silent = vi.spyOn(console, 'log').mockReturnValue();
  try {
    await inspectCommand().exitOverride().parseAsync([file, '--draft', path], { from: 'user' });
  } finally {
    silent.mockRestore();
  }
  return readFile(path, 'utf8');
}

/** The topics of a draft's questions. */
export function questionsOf(draft: string): string[] {
  const { questions } = parse(draft) as { questions?: { about: string }[] };
  return (questions ?? []).map(({ about }) => about);
}

/** The draft with an answer to each question that `answers` has one for. */
export function answered(draft: string, answers: Answers): string {
  let about = '';
  let wanted: Answers[string] = null;
  return draft
    .split('\n')
    .map((line) => {
      const topic = /^\s*- about: (\w+)/.exec(line)?.[1];
      if (topic !== undefined) {
        about = topic;
        wanted = answers[about] ?? null;
      }
      const [, indent, offered] = /^(\s*)# (answer:.*)$/.exec(line) ?? [];
      if (offered === undefined || wanted === null) return line;
      const texts = [wanted].flat().filter((text) => typeof text === 'string');
      const chosen =
        texts.length === 0
          ? `answer: ${JSON.stringify(wanted)}`
          : texts.some((text) => offered.includes(text)) && offered;
      if (!chosen) return line;
      wanted = null;
      return `${indent}${chosen}`;
    })
    .join('\n');
}

/** Loads a draft as `gem-auctions import --profile` does, with short rates in place of the shipped ones. */
export async function loadDraft(draft: string, folder: string): Promise<Profile> {
  const path = join(folder, 'draft.yaml');
  await writeFile(path, draft);
  return draft.includes('rates: monthly-averages') ? loadProfile(path, ratesFile) : loadProfile(path);
}

/** Whether the message of a refused draft names the line of an open question. */
export function namesQuestion(message: string, draft: string): boolean {
  const line = draft.split('\n')[Number(/line (\d+)/.exec(message)?.[1]) - 1] ?? '';
  return /^\s*(- about|ask):/.test(line);
}

export const isBlocking = (about: string) => blocking.includes(about);

/** What `gem-auctions import FILE --profile DRAFT --dry-run` would store and reject, in the order of the lines. */
export async function dryRunOf(path: string, profile: Profile, folder: string): Promise<Outcome[]> {
  const file = await open(await plainFile(path, join(folder, 'plain'), reshapingOf({ path, profile })));
  const rules = { id: 1, created_at: new Date().toISOString(), mode: 'upsert', profile } as const;
  const outcomes: Outcome[] = [];
  try {
    const { plan: how, from } = await planSource(file, { path, profile, mode: 'upsert' });
    const plan = { ...how, path, size: 0, modifiedMs: 0 };
    for await (const batch of planBatches(file, from, nextRecordOf(plan))) {
      const { accepted, rejected } = checkRecords(await readBatch(file, plan, batch), rules);
      outcomes.push(
        ...accepted.map(({ text, document }) => ({
          line: text.line,
          record: JSON.parse(document!.toString()),
        })),
        ...rejected.map(({ line, code, message }) => ({ line, reject: code, message })),
      );
    }
  } finally {
    await file.close();
  }
  return outcomes.sort((a, b) => a.line - b.line);
}

import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { FileReport, Reading } from '../inspect/inspect-file.ts';
import type { Question } from '../inspect/proposal.ts';
import { proposeProfile } from '../inspect/propose-profile.ts';
import { answerQuestions } from '../record/profile/answer-questions.ts';
import type { Profile } from '../record/profile/profile.ts';
import type { ObjectStore } from '../source/object-store.ts';
import { checkFile, type DryRunOptions, tableOfSamples } from './dry-run.ts';
import { inspectSource } from './inspect-source.ts';
import { completeProfile, mayStayOpen, readProfile } from './load-profile.ts';
import { hasRecordColumns, needsNoProfile, recognizeProfile } from './recognize-profile.ts';
import { CliError } from './session.ts';
import { linesOf, printable } from './show.ts';

/** Where a person reads and answers. */
interface Terminal {
  input: Readable;
  output: Writable;
  /** Whether a person can answer. */
  isInteractive: boolean;
}

interface GuessOptions extends Reading, Pick<DryRunOptions, 'delete'> {
  /** The check that follows shows the records; nothing is imported. */
  dryRun?: boolean;
  /** Import without asking, if there is no question. */
  yes?: boolean;
  rates?: string;
}

/**
 * Finds the profile by which a file is recognized, else proposes one and asks its questions. Shows how five records are read.
 * @returns the profile, undefined for a file that has the columns of a record; undefined if the person says no
 * @throws CliError with the open questions if nobody can answer
 */
export async function guessProfile(
  file: string,
  options: GuessOptions,
  objects: ObjectStore,
  { input, output, isInteractive }: Terminal,
): Promise<{ profile: Profile | undefined } | undefined> {
  const print = (text: string) => output.write(`${printable(text)}\n`);
  const draft = await draftOf(file, await inspectSource(file, options), print);
  for (const remark of draft.remarks) print(`- ${remark}`);
  const mustAsk = draft.questions.some(({ about }) => !mayStayOpen.includes(about));
  if (!isInteractive && (mustAsk || !(options.yes || options.dryRun))) {
    for (const one of draft.questions) print(`- question: ${one.ask}`);
    throw new CliError(
      mustAsk
        ? `There is no terminal to ask these questions. Answer them in a draft: gem-auctions inspect ${file} --draft my-source.yaml`
        : 'There is no terminal to confirm the import. Use one, or add --yes.',
    );
  }
  const person = isInteractive ? createInterface({ input, output }) : undefined;
  const lines = person?.[Symbol.asyncIterator]();
  const ask = async (text: string) => {
    person!.setPrompt(text);
    person!.prompt();
    const { done, value } = await lines!.next();
    if (done) throw new CliError('The input ended. Nothing was imported.');
    return value.trim();
  };
  try {
    const answers = [];
    for (const question of isInteractive ? draft.questions : [])
      answers.push(await answerOf(question, print, ask));
    const { written, path } = draft;
    const profile =
      written && (await completeProfile(answerQuestions(written, answers), path, options.rates));
    if (options.dryRun) return { profile };
    const {
      samples,
      rejects: _rejects,
      ...counts
    } = await checkFile({ path: file, name: file }, { ...options, profile }, objects);
    const shown = [...tableOfSamples(samples), '', 'An import would end with:', ...linesOf(counts)];
    for (const line of shown) print(line);
    if (options.yes || !person) return { profile };
    return /^(y|yes)$/i.test(await ask('Import them? [y/N] ')) ? { profile } : undefined;
  } finally {
    person?.close();
  }
}

/** The profile to complete and its questions; a file that has the columns of a record needs none. */
async function draftOf(file: string, report: FileReport, print: (text: string) => void) {
  if (hasRecordColumns(report))
    return { written: undefined, path: file, questions: [], remarks: [`${needsNoProfile}.`] };
  const known = await recognizeProfile(report);
  if (known === undefined) {
    const { profile: written, questions, remarks } = proposeProfile(report);
    return { written, path: file, questions, remarks };
  }
  print(`This looks like ${known}, whose profile is used.`);
  return { ...(await readProfile(known)), remarks: [] };
}

/** Asks until one of the answers is chosen; no answer leaves out a field that a lot can do without. */
async function answerOf(
  question: Question,
  print: (text: string) => void,
  ask: (text: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const { about } = question;
  const answers = Object.entries(question.answers);
  const isOptional = mayStayOpen.includes(about);
  print(question.ask);
  for (const [i, [means]] of answers.entries()) print(`  ${i + 1} ${means}`);
  for (;;) {
    const text = await ask(`1 to ${answers.length}${isOptional ? ', or Enter for none' : ''}: `);
    if (text === '' && isOptional) return {};
    const answer = answers[Number(text) - 1];
    if (answer) return answer[1];
    print(`Type a number from 1 to ${answers.length}.`);
  }
}

import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, parse as parsePath, resolve } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../config/project-root.ts';
import { meant, ProfileError } from '../errors.ts';
import type { Question } from '../inspect/proposal.ts';
import { answerQuestions } from '../record/profile/answer-questions.ts';
import { checkProfile } from '../record/profile/check-profile.ts';
import { expandProfile, isObject } from '../record/profile/expand-profile.ts';
import { type PriceRules, type Profile, priceSources, type Rate } from '../record/profile/profile.ts';
import { csvRows } from '../source/csv-text.ts';

/** Folder of the built-in profiles. */
const profilesFolder = join(projectRoot, 'ingest/profiles');

/**
 * Loads a profile and its rates, ready to be put into a job.
 * @param nameOrPath a name such as `christies-lots`, or the path of a YAML or JSON file
 * @param givenRates rates to use instead of the profile's own: a file, or the name of built-in rates
 * @throws ProfileError naming every problem
 */
export async function loadProfile(nameOrPath: string, givenRates?: string): Promise<Profile> {
  const { path, written, answers, open } = await readProfile(nameOrPath);
  return completeProfile(answerQuestions(written, answers), path, givenRates, open);
}

/**
 * Completes a profile as written: its abbreviations, its rates, and its name, which the path gives.
 * @param open problems that are known already
 * @throws ProfileError naming every problem
 */
export async function completeProfile(
  written: unknown,
  path: string,
  givenRates?: string,
  open: readonly string[] = [],
): Promise<Profile> {
  const { name } = parsePath(path);
  const profile: Record<string, unknown> = { name, ...expandProfile(written) };
  const price = profile.price as Record<string, unknown> | undefined;
  const own = typeof price?.rates === 'string' ? resolve(dirname(path), price.rates) : undefined;
  const rates = givenRates === undefined ? own : resolve(givenRates);
  const problems = [...open];
  if (price && rates !== undefined) price.rates = await ratesOf(rates, problems);
  else if (rates !== undefined) problems.push('--rates is given, but the profile has no price');
  problems.push(...checkProfile(profile).slice(0, maxProblems));
  if (problems.length > 0)
    throw new ProfileError(`The profile "${name}" cannot be used: ${problems.join('; ')}.`);
  if (price?.rates) price.rates = neededRates(price as PriceRules);
  return profile as Profile;
}

/** A file of rates may have a mistake in every line. */
const maxProblems = 20;

/** The rates that the profile can need: all of them if a column names the currency. Every job carries them. */
function neededRates({ currency, signs = {}, rates = [], ...sources }: PriceRules): Rate[] {
  if (currency && currency.value === undefined) return rates;
  const own = Object.values(priceSources(sources)).map((source) => source.currency);
  const currencies = [String(currency?.value).toUpperCase(), ...Object.values(signs), ...own];
  return rates.filter((rate) => currencies.includes(rate.currency));
}

/** The names of the built-in profiles. */
export async function profileNames(): Promise<string[]> {
  const files = (await readdir(profilesFolder)).map((file) => parsePath(file));
  return files.filter(({ ext }) => ext === '.yaml').map(({ name }) => name);
}

async function findProfile(nameOrPath: string): Promise<string> {
  const info = await stat(nameOrPath).catch(() => undefined);
  if (info?.isFile()) return nameOrPath;
  const names = await profileNames();
  if (names.includes(nameOrPath)) return join(profilesFolder, `${nameOrPath}.yaml`);
  throw new ProfileError(
    `There is no profile file and no built-in profile "${nameOrPath}"${meant(nameOrPath, names)}. ` +
      `Built-in profiles: ${names.join(', ')}.`,
  );
}

/** A profile as it is written, and its questions. */
interface WrittenProfile {
  path: string;
  written: Record<string, unknown>;
  /** The questions with the answers that they offer, for a person to choose from. */
  questions: Question[];
  answers: Record<string, unknown>[];
  /** The questions that have no answer and may not stay open. */
  open: string[];
}

/**
 * Reads a profile without checking it; JSON is YAML, so one parser reads both.
 * @param nameOrPath as of `loadProfile`
 * @throws ProfileError when it cannot be parsed
 */
export async function readProfile(nameOrPath: string): Promise<WrittenProfile> {
  const path = await findProfile(nameOrPath);
  let written: unknown;
  try {
    written = parse(await readFile(path, 'utf8'));
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw new ProfileError(`The profile "${nameOrPath}" is not valid YAML: ${reason}`);
  }
  const { questions = [], ...profile } = isObject(written) ? written : { fields: written };
  const asked = [questions].flat().map((one) => (isObject(one) ? one : { ask: one }));
  return {
    path,
    written: profile,
    questions: asked.filter(({ answers }) => isObject(answers)) as unknown as Question[],
    answers: asked.map(({ answer }) => answer).filter(isObject),
    open: asked
      .filter(({ about, answer }) => !isObject(answer) && !mayStayOpen.includes(String(about)))
      .map(({ ask }) => `this question has no answer: ${ask}`),
  };
}

/** Without an answer to a question about these, only their field is left out. */
export const mayStayOpen: readonly string[] = ['weight', 'basis'];

/** Reads a file of rates; if the path does not exist, the built-in rates named by its last part. */
async function ratesOf(path: string, problems: string[]): Promise<Rate[]> {
  const shipped = join(profilesFolder, 'rates', `${basename(path)}.csv`);
  try {
    return readRates(await readFile(existsSync(path) ? path : shipped, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    problems.push(`rates "${path}": ${code === 'ENOENT' ? 'there is no such file' : message}`);
    return [];
  }
}

/**
 * Parses rates with the columns `date,currency,usd_per_unit`; lines that begin with # are comments. The check of the profile
 * reports values that are no rates.
 * @throws Error without these columns, or for a line of other cells
 */
export function readRates(text: string): Rate[] {
  const [header, ...lines] = [...csvRows(text.replace(/^\uFEFF/, ''), ',')].filter(
    ({ raw }) => !/^\s*#/.test(raw),
  );
  if (header?.cells.join(',') !== 'date,currency,usd_per_unit') {
    throw new Error('A file of rates must begin with the header date,currency,usd_per_unit.');
  }
  return lines.map(({ line, cells }) => {
    const [date = '', currency = '', rate = '', ...more] = cells.map((cell) => cell.trim());
    if (rate === '' || more.length > 0) throw new Error(`line ${line} has not three cells`);
    return { date, currency, usd_per_unit: Number(rate) };
  });
}

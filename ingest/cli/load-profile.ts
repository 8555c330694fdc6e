import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, parse as parsePath, resolve } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { projectRoot } from '../../config/project-root.ts';
import { meant, ProfileError } from '../errors.ts';
import type { Question } from '../inspect/proposal.ts';
import { answerQuestions } from '../record/profile/answer-questions.ts';
import { checkProfile } from '../record/profile/check-profile.ts';
import { expandProfile, isObject } from '../record/profile/expand-profile.ts';
import { type PriceRules, type Profile, priceSources, type Rate } from '../record/profile/profile.ts';
import { csvRows } from '../source/csv-text.ts';

/** Folder of the built-in profiles. */
export const profilesFolder = join(projectRoot, 'ingest/profiles');

/**
 * Loads a profile and its rates, ready to be put into a job.
 * @param nameOrPath a name such as `christies-lots`, or the path of a YAML or JSON file
 * @param givenRates rates to use instead of the profile's own: a file, or the name of built-in rates
 * @throws ProfileError naming every problem
 */
export async function loadProfile(nameOrPath: string, givenRates?: string): Promise<Profile> {
  const { path, written, answers, open } = await readProfile(nameOrPath);
  const { profile, problems } = await completeProfile(answerQuestions(written, answers), path, givenRates);
  const all = [...open, ...problems];
  if (all.length > 0)
    throw new ProfileError(`The profile "${nameOrPath}" cannot be used: ${all.join('; ')}.`);
  return profile;
}

/**
 * Completes a profile as written: its abbreviations, its rates, and its name, which the path gives.
 * @returns the profile and its problems; only without any it can be used
 */
export async function completeProfile(
  written: unknown,
  path: string,
  givenRates?: string,
): Promise<{ profile: Profile; problems: string[] }> {
  const profile: Record<string, unknown> = { name: parsePath(path).name, ...expandProfile(written) };
  const price = profile.price as Record<string, unknown> | undefined;
  const own = typeof price?.rates === 'string' ? price.rates : undefined;
  const problems: string[] = [];
  if (givenRates !== undefined && !price) problems.push('--rates is given, but the profile has no price');
  if (price && givenRates !== undefined) price.rates = await ratesOf(resolve(givenRates), problems);
  else if (price && own !== undefined) price.rates = await ratesOf(resolve(dirname(path), own), problems);
  problems.push(...checkProfile(profile).slice(0, maxProblems));
  if (price?.rates && problems.length === 0) price.rates = neededRates(price as PriceRules);
  return { profile: profile as Profile, problems };
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
  const files = await readdir(profilesFolder);
  return files.filter((file) => file.endsWith('.yaml')).map((file) => file.slice(0, -'.yaml'.length));
}

async function findProfile(nameOrPath: string): Promise<string> {
  const isFile = await stat(nameOrPath).then(
    (info) => info.isFile(),
    () => false,
  );
  if (isFile) return nameOrPath;
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
  /** The questions that have no answer and may not stay open, each with its line. */
  open: string[];
}

/**
 * Reads a profile without checking it; JSON is YAML, so one parser reads both.
 * @param nameOrPath as of `loadProfile`
 * @throws ProfileError when it cannot be parsed
 */
export async function readProfile(nameOrPath: string): Promise<WrittenProfile> {
  const path = await findProfile(nameOrPath);
  const lineCounter = new LineCounter();
  const document = parseDocument(await readFile(path, 'utf8'), { prettyErrors: true, lineCounter });
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => error.message.split('\n')[0]);
    throw new ProfileError(`The profile "${nameOrPath}" is not valid YAML: ${faults.join('; ')}`);
  }
  let written: unknown;
  try {
    written = document.toJS();
  } catch (error) {
    // Nested aliases would grow without bounds.
    throw new ProfileError(`The profile "${nameOrPath}" cannot be read: ${(error as Error).message}.`);
  }
  const { questions = [], ...profile } = isObject(written) ? written : { fields: written };
  const asked = (Array.isArray(questions) ? questions : [questions]).map((one) => (isObject(one) ? one : {}));
  const lineOf = (place: number) => {
    const node = document.getIn(['questions', place], true) as { range?: [number] } | undefined;
    return lineCounter.linePos(node?.range?.[0] ?? 0).line;
  };
  return {
    path,
    written: profile,
    questions: asked.filter(({ answers }) => isObject(answers)) as unknown as Question[],
    answers: asked.map(({ answer }) => answer).filter(isObject),
    open: asked.flatMap(({ about, ask, answer }, place) =>
      isObject(answer) || mayStayOpen.includes(String(about))
        ? []
        : [`line ${lineOf(place)}: this question has no answer: ${ask}`],
    ),
  };
}

/** Without an answer to a question about these, only their field is left out. */
export const mayStayOpen: readonly string[] = ['weight', 'basis'];

/** Reads a file of rates; if the path does not exist, the built-in rates named by its last part. */
async function ratesOf(path: string, problems: string[]): Promise<Rate[]> {
  const shipped = join(profilesFolder, 'rates', `${basename(path)}.csv`);
  try {
    const text = await readFile(path, 'utf8').catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      return readFile(shipped, 'utf8').catch(() => Promise.reject(error));
    });
    return readRates(text);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (error as Error).message;
    problems.push(`rates "${path}": ${reason}`);
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

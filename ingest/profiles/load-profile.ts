import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, parse as parsePath, resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { parseDocument } from 'yaml';
import { ProfileError } from '../errors.ts';
import { checkProfile } from '../record/profile/check-profile.ts';
import type { PriceRules, Profile, Rate } from '../record/profile/profile.ts';
import { expandProfile } from './expand-profile.ts';
import { readRates } from './read-rates.ts';

/** Folder of the profiles that come with the service. */
const profilesFolder = import.meta.dirname;

/**
 * Loads a profile, complete with its rates, so that it can travel with a job.
 * @param nameOrPath a name such as `christies-lots`, or the path of a YAML or JSON file
 * @param givenRates rates to use in place of the profile's own: a file, or the name of rates that come with the service
 * @throws ProfileError naming all that is wrong with it
 */
export async function loadProfile(nameOrPath: string, givenRates?: string): Promise<Profile> {
  const path = await findProfile(nameOrPath);
  const written = expandProfile(parse(await readFile(path, 'utf8'), nameOrPath));
  const { name } = parsePath(path);
  const profile: Record<string, unknown> = { name, ...written };
  const price = profile.price as Record<string, unknown> | undefined;
  const own = typeof price?.rates === 'string' ? price.rates : undefined;
  const problems: string[] = [];
  if (givenRates !== undefined && !price) problems.push('rates are given, but the profile has no price');
  if (price && givenRates !== undefined) price.rates = await ratesOf(resolve(givenRates), problems);
  else if (price && own !== undefined) price.rates = await ratesOf(resolve(dirname(path), own), problems);
  if (Array.isArray(price?.rates)) price.rates = neededRates(price as PriceRules);
  problems.push(...checkProfile(profile));
  if (problems.length > 0)
    throw new ProfileError(`The profile "${nameOrPath}" cannot be used: ${problems.join('; ')}.`);
  return profile as Profile;
}

/** The rates of the currencies that can occur: all where a column names them. They travel with every job. */
function neededRates({ currency, signs = {}, rates = [] }: PriceRules): Rate[] {
  if (currency && currency.value === undefined) return rates;
  const currencies = [String(currency?.value).toUpperCase(), ...Object.values(signs)];
  return rates.filter((rate) => currencies.includes(rate.currency));
}

/** The profiles that come with the service, by name. */
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
  const nearest = names.find((name) => distance(name, nameOrPath) <= 3);
  throw new ProfileError(
    `There is no profile "${nameOrPath}", neither as a file nor by name${nearest ? `; did you mean ${nearest}?` : '.'} ` +
      `Names: ${names.join(', ')}.`,
  );
}

/** JSON is YAML too: one parser reads both. */
function parse(text: string, nameOrPath: string): unknown {
  const document = parseDocument(text, { prettyErrors: true });
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => error.message.split('\n')[0]);
    throw new ProfileError(`The profile "${nameOrPath}" is no YAML: ${faults.join('; ')}`);
  }
  try {
    return document.toJS();
  } catch (error) {
    // Aliases of aliases, which would grow without bounds.
    throw new ProfileError(`The profile "${nameOrPath}" cannot be read: ${(error as Error).message}.`);
  }
}

/** Rates that come with the service are found by the last part of a path that leads to no file. */
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

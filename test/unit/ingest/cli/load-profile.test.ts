import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadProfile, profileNames } from '../../../../ingest/cli/load-profile.ts';
import { ProfileError } from '../../../../ingest/errors.ts';
import { checkImportJob } from '../../../../ingest/queue/contract.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profiles-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(text: string, name = 'mine.yaml') {
  await writeFile(join(folder, name), text);
  return loadProfile(join(folder, name));
}
const problem = (text: string) => load(text).then(undefined, (error: Error) => error.message);

describe('loadProfile', () => {
  it('every built-in profile is found, and fits into a job', async () => {
    const names = await profileNames();
    expect(names).toContain('christies-lots');
    for (const name of names) {
      const profile = await loadProfile(name);
      expect(profile.name).toBe(name);
      expect(checkImportJob('import-file', { path: 'lots.csv', profile })).toBeDefined();
    }
  });

  it('profiles are read from YAML and JSON files, and named after the file', async () => {
    expect(await load('fields: { id: id, title: t, gem_type: g }')).toEqual({
      name: 'mine',
      fields: { id: { column: 'id' }, title: { column: 't' }, gem_type: { column: 'g' } },
    });
    expect(await load('{"fields": {"id": "id", "title": "t", "gem_type": "g"}}', 'it.json')).toMatchObject({
      name: 'it',
    });
  });

  it.each(['my.yaml', './my.yaml', 'sub/my.profile.yaml'])(
    'the profile of the path %s keeps its whole name',
    async (path) => {
      await mkdir(join(folder, 'sub'), { recursive: true });
      await writeFile(join(folder, path), 'fields: { id: id, title: t, gem_type: g }');
      const here = process.cwd();
      process.chdir(folder);
      try {
        expect((await loadProfile(path)).name).toBe(parse(path).name);
      } finally {
        process.chdir(here);
      }
    },
  );

  it('a loaded profile includes the exchange rates of a file beside it', async () => {
    await writeFile(join(folder, 'r.csv'), 'date,currency,usd_per_unit\n2020-01-01,HKD,0.1284\n');
    const profile = await load(
      'fields: { id: id, title: t, gem_type: g }\nprice: { amount: p, currency: c, rates: r.csv }',
    );
    expect(profile.price?.rates).toEqual([{ date: '2020-01-01', currency: 'HKD', usd_per_unit: 0.1284 }]);
  });

  it('built-in exchange rates are included by name, only for currencies that can occur', async () => {
    const start = 'fields: { id: id, title: t, gem_type: g }\nprice: { amount: p, rates: monthly-averages';
    const currencies = async (price: string) => {
      const { rates = [] } = (await load(`${start}, ${price} }`)).price!;
      return [...new Set(rates.map(({ currency }) => currency))].sort();
    };
    expect(await currencies('currency: { value: LKR }')).toEqual(['LKR']);
    expect(await currencies("signs: { '£': GBP, 'Fr.': CHF }")).toEqual(['CHF', 'GBP']);
    const all = await currencies('currency: c');
    expect(all.length).toBeGreaterThanOrEqual(25);
    expect(all).toEqual(expect.arrayContaining(['CHF', 'EUR', 'GBP', 'HKD', 'JPY', 'INR', 'THB', 'FRF']));
  });

  it('every error of a profile is reported at once, with the nearest valid name', async () => {
    const message = await problem(`
identiy: [a]
fields:
  titel: x
  carat: { colum: x }
  auction_date: { column: d, formats: [MM-dd] }
titles: [gem]`);
    expect(message).toContain('there is no "identiy" (did you mean identity?)');
    expect(message).toContain('there is no "titel" (did you mean title?)');
    expect(message).toContain('fields.carat: there is no "colum" (did you mean column?)');
    expect(message).toContain('"gem" is not one of gem_type, carat, origin, treatment');
  });

  it.each([
    ['fields: { title: t, gem_type: g }', 'identity is missing'],
    ['identity: [a]\nfields: { id: i, title: t, gem_type: g }', 'identity and fields.id exclude each other'],
    ['identity: [a]\nfields: { title: t }', 'fields.gem_type is missing; add it, or add gem_type to titles'],
    ['identity: [a]\nfields: { gem_type: t }', 'fields.title is missing'],
    [
      'identity: [a]\nfields: { title: t, gem_type: {} }',
      'exactly one of column, columns and value is required',
    ],
    [
      'identity: [a]\nfields: { title: t, gem_type: g, auction_date: { column: d, formats: [MM] } }',
      'no year',
    ],
    ['identity: [a]\nfields: { title: t, gem_type: { column: g, extract: ["("] } }', 'missing closing )'],
    [
      'identity: [a]\nfields: { title: t, gem_type: { column: g, extract: ["^(?!x)"] } }',
      'fields.gem_type: the expression "^(?!x)" is not valid RE2: invalid or unsupported Perl syntax: `(?!` (RE2 has no lookahead',
    ],
    [
      'identity: [a]\nfields: { title: t, gem_type: { column: g, extract: ["(x{90}){10}(y{90}){10}"] } }',
      'is too large: reduce its counted repeats',
    ],
    ['identity: [a]\nfields: { title: t, gem_type: g }\nprice: { amount: p }', 'price needs a currency'],
    [
      'identity: [a]\nfields: { title: t, gem_type: g, currency: c }\nprice: { amount: p, currency: c }',
      'fields.currency is not allowed beside price, which sets it',
    ],
    ['identity: [a]\nfields: { title: t, gem_type: g }\nignore: [t]', 'ignore: "t" is used'],
    [
      'identity: [a]\nfields: { title: t, gem_type: g }\nprice: { amount: p, currency: c, rates: none.csv }',
      'there is no such file',
    ],
    ['fields: [', 'is not valid YAML'],
  ])('the profile %j is refused', async (text, words) => {
    expect(await problem(text)).toContain(words);
  });

  it('YAML aliases that would expand without bounds are refused', async () => {
    const levels = Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`);
    const text = `a0: &a0 [x]\n${levels.join('\n')}\nfields: { id: id }`;
    await expect(load(text)).rejects.toThrow(ProfileError);
    expect(await problem(text)).toContain('Excessive alias count');
  });

  it('a profile is validated again when a job carries it', () => {
    const profile = { name: 'x', fields: { colour: { column: 'c' } } };
    expect(() => checkImportJob('import-file', { path: 'lots.csv', profile })).toThrow(
      'does not match its schema',
    );
  });

  it('an unknown profile name is refused with a list of the existing ones', async () => {
    await expect(loadProfile('christies-lot')).rejects.toThrow('did you mean christies-lots?');
    await expect(loadProfile('nothing-like-it')).rejects.toThrow(ProfileError);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guessProfile } from '../../../../ingest/cli/guess-profile.ts';
import { readIngestConfig } from '../../../../ingest/services.ts';
import { objectStore } from '../../../../ingest/source/object-store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guess-'));
  await writeFile(
    join(folder, 'clear.csv'),
    `Lot,Sale,Title,Hammer USD,Status,Sale date\n${lots('2015-04-03')}`,
  );
  await writeFile(
    join(folder, 'unclear.csv'),
    `Lot,Sale,Title,Hammer USD,Status,Sale date\n${lots('04/03/2015')}`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

const lots = (date: string) =>
  Array.from({ length: 6 }, (_, i) => `${i + 1},7,Ruby ring ${i},5000,Sold,${date}\n`).join('');

/** Guesses the profile of a file; each line answers one request for input. */
async function guess(file: string, lines: string[], options: { yes?: boolean } = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const text: string[] = [];
  output.on('data', (chunk) => {
    text.push(String(chunk));
    if (/: $|\] $/.test(String(chunk)) && lines.length > 0)
      lines[0] === 'end of input' ? input.end() : input.write(`${lines.shift()}\n`);
  });
  const terminal = { input, output, isInteractive: lines.length > 0 };
  const objects = objectStore(readIngestConfig({}));
  try {
    const found = await guessProfile(join(folder, file), options, objects, terminal);
    return { found, profile: found?.profile, text: text.join('') };
  } catch (error) {
    return { error, text: text.join('') };
  }
}

it('an answer at the terminal becomes part of the profile, and five records are shown before a yes', async () => {
  const { profile, text } = await guess('unclear.csv', ['9', '2', 'y']);
  expect(profile?.fields.auction_date).toEqual({ column: 'Sale date', formats: ['M/d/yyyy'] });
  expect(text).toContain(
    '  1 "Sale date", where the day is first\n  2 "Sale date", where the month is first\n',
  );
  expect(text).toContain('  3 none of these: leave the date out\n');
  expect(text).toMatch(/line +title +gem_type .*\n(?: +\d .*\n){5}\n/);
  expect(text).toContain(' 2015-04-03 ');
  expect(text).toContain(
    'An import would end with:\n6 records read = 6 indexed + 0 superseded + 0 rejected\n',
  );
});

it('without a yes nothing is imported', async () => {
  expect(await guess('clear.csv', ['no'])).toMatchObject({
    found: undefined,
    text: expect.stringContaining('Import them?'),
  });
});

it('an input that ends before an answer imports nothing', async () => {
  const { error } = await guess('unclear.csv', ['2', 'end of input']);
  expect(String(error)).toContain('The input ended. Nothing was imported.');
});

it('a file is imported by the profile that it is recognized by', async () => {
  const columns = 'SerialNumber,CaratWeight,Price.Value,PricePerCarat.Value';
  await writeFile(join(folder, 'known.csv'), `${columns},Color\n1,1,90,90,D\n`);
  const { text } = await guess('known.csv', ['y']);
  expect(text).toMatch(/^This looks like stuller, whose profile is used\.\n/);
});

it('a file with the columns of a record is imported without a profile', async () => {
  await writeFile(join(folder, 'own.csv'), 'id,title,gem_type,price_final_usd\n7,A ring,rubis,5000\n');
  expect((await guess('own.csv', ['y'])).found).toEqual({ profile: undefined });
});

it('the questions of a ready profile are asked, and one about the basis may stay open', async () => {
  const header = 'lot_id,title,url,current_bid_eur,closing_time,reserve_met,is_closed\n';
  await writeFile(
    join(folder, 'bids.csv'),
    `${header}8,Ruby 1 ct,https://h.example/8,90,2026-02-08T18:30:00Z,true,true\n`,
  );
  const asked = await guess('bids.csv', ['1', 'y']);
  expect(asked.profile?.fields.price_basis).toEqual({ value: 'hammer' });
  expect((await guess('bids.csv', [], { yes: true })).profile?.fields.price_basis).toBeUndefined();
});

it('where nobody can answer, the questions are listed, and a file without questions needs --yes', async () => {
  const unclear = await guess('unclear.csv', [], { yes: true });
  expect(String(unclear.error)).toContain('There is no terminal to ask these questions.');
  expect(unclear.text).toContain('- question: Is "Sale date" the day of the sale, and how is it written?');
  expect(String((await guess('clear.csv', [])).error)).toContain('add --yes');
  expect((await guess('clear.csv', [], { yes: true })).profile?.fields.auction_date).toEqual({
    column: 'Sale date',
    formats: ['yyyy-MM-dd'],
  });
});

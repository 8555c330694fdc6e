import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { loadProfile } from '../../../ingest/cli/load-profile.ts';
import { program } from '../../../ingest/cli/program.ts';
import { profileText } from '../../../ingest/inspect/profile-text.ts';
import { proposeProfile } from '../../../ingest/inspect/propose-profile.ts';
import { profiledRecords } from '../../support/profiled-records.ts';
import { runCommand } from '../../support/run-cli.ts';
import { inspected } from '../ingest/inspect/import-answered.ts';

const blocks = async (page: string, language: string) =>
  [
    ...(await readFile(page, 'utf8')).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]+?)^\`\`\``, 'gm')),
  ].map(([, text]) => text!);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documented-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function load(yaml: string) {
  const path = join(folder, 'profile.yaml');
  await writeFile(path, yaml);
  return loadProfile(path);
}

describe('docs/profiles.md', async () => {
  const [whole, ...parts] = (await blocks('docs/profiles.md', 'yaml')).flatMap((text) =>
    text.split(/^---\n/m),
  );

  it('the documented profile reads a file as its comments say', async () => {
    const profile = await load(whole!);
    const header = [
      ...[
        'house',
        'sale',
        'lot',
        'Department',
        'Lot Title',
        'Date',
        'Weight',
        'Status',
        'Lot',
        'Place',
        'Lab',
        'Report',
      ],
      ...['Sale', 'Session', 'Price', 'Currency', 'Price USD', 'Low', 'High', 'Rating'],
    ];
    const rows = [
      [
        ...[
          'Maison',
          '7',
          '12',
          'Jewels',
          'Ruby ring',
          'June 2017',
          '3,05 ct',
          '',
          'Lot 12a',
          'Geneva, Hotel X',
        ],
        ...['', 'SSEF 78414, GIA', '7', 'II', 'HK$ 1,000', '', '', '800', 'n/a', '5'],
      ],
      [
        ...[
          'Maison',
          '7',
          '13',
          'Jewels',
          'Opal brooch',
          '2017',
          '-',
          'Invendu',
          'Lot 13',
          'Paris',
          'GRS',
          '',
        ],
        ...['7', '', '', 'USD', '', '500', '700', ''],
      ],
      ['Maison', '7', '14', 'Books', 'Rubies', ...Array(15).fill('')],
      ['Maison', '7', '15', 'Jewels', 'Ruby wristwatch', ...Array(15).fill('')],
    ];
    const path = join(folder, 'lots.csv');
    await writeFile(path, [header, ...rows].map((cells) => `${cells.join(';')}\n`).join(''));
    expect((await profiledRecords(path, profile)).map(({ record, code }) => record ?? code)).toMatchObject([
      {
        ...{
          title: 'Ruby ring',
          gem_type: 'Ruby',
          carat: 3.05,
          auction_date: '2017-06-01',
          lot_number: '12a',
        },
        ...{ location: 'Geneva', labs: ['SSEF', 'GIA'], report_numbers: ['78414'], sale: '7, II' },
        ...{
          price_original: 1000,
          currency: 'HKD',
          price_basis: 'premium',
          object_type: 'ring',
          is_sold: true,
        },
      },
      {
        ...{ title: 'Opal brooch', carat: null, auction_date: '2017-01-01', auction_date_precision: 'year' },
        ...{ sale_status: 'unsold', labs: ['GRS'], estimate_low_usd: 500, estimate_high_usd: 700 },
      },
      expect.stringContaining('only'),
      expect.stringContaining('except'),
    ]);
  });

  it('the documented draft and records are those of the documented file', async () => {
    const [file, questions, table] = await blocks('docs/profiles.md', 'text');
    await writeFile(join(folder, 'nordic-sale.csv'), file!);
    let draft = profileText('', proposeProfile(await inspected(join(folder, 'nordic-sale.csv'))));
    for (const line of questions!.trimEnd().split('\n')) {
      const offered = line.replace(/^( +)answer:/, '$1# answer:');
      expect(draft).toContain(`${offered}\n`);
      draft = draft.replace(`${offered}\n`, `${line}\n`);
    }
    await writeFile(join(folder, 'nordic.yaml'), draft);
    const dryRun = ['import', 'nordic-sale.csv', '--profile', 'nordic.yaml', '--dry-run'];
    const { stdout } = await runCommand(dryRun, { IMPORT_ROOT: 'root' }, { cwd: folder });
    expect(stdout).toContain(table);
  });

  it.each(parts)('the documented part of a profile loads:\n%s', async (part) => {
    const rest = { identity: ['lot'], titles: ['gem_type'] };
    const yaml = part.includes('fields:')
      ? part.replace('fields:', 'fields:\n  title: what')
      : `fields: { title: what }\n${part}`;
    const profile = await load(`${yaml}\n${stringify(rest)}`);
    expect(profile.fields.title).toEqual({ column: 'what' });
  });
});

/** The commands on a page, without comments and without the input of their pipes. */
async function commandsOf(page: string): Promise<string[]> {
  const lines = [...(await blocks(page, '')), ...(await blocks(page, 'sh'))].join('\n').split('\n');
  return lines
    .map((line) =>
      line
        .replace(/\s+#.*/, '')
        .replace(/^.*\|\s*/, '')
        .replace(/^npx /, ''),
    )
    .filter((line) => line.startsWith('gem-auctions '));
}

/** The words of a command as a shell splits them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

describe.each(['docs/importing.md', 'docs/profiles.md'])('commands documented in %s', async (page) => {
  it.each(await commandsOf(page))('the command line accepts the command %s', async (line) => {
    const words = wordsOf(line);
    const [, ...names] = words;
    let command = await program(names[0]);
    for (const name of names) {
      const next = command.commands.find((one) => one.name() === name);
      if (!next) break;
      command = next;
    }
    expect(command.parent, line).not.toBeNull();
    const options = words.filter((word) => word.startsWith('--'));
    const known = command.options.map(({ long }) => long);
    expect(options.filter((option) => !known.includes(option))).toEqual([]);
  });
});

/** Runs a command in this process with files in the test's folder, and returns its report. */
async function run(words: string[]): Promise<Record<string, unknown>[]> {
  const isFile = (word: string) => /^[^-].*[./]/.test(word);
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
  process.exitCode = undefined;
  try {
    await (await program(words[0])).parseAsync(
      words.map((word) => (isFile(word) ? join(folder, word) : word)),
      { from: 'user' },
    );
    expect(process.exitCode ?? 0, printed.join('\n')).toBe(0);
  } finally {
    log.mockRestore();
    process.exitCode = undefined;
  }
  return printed.flatMap((text) => text.split('\n')).map((text) => JSON.parse(text));
}

describe('documented commands that inspect a file', async () => {
  const sample = 'local/samples/notable-sales.csv';
  const commands = [...(await commandsOf('docs/profiles.md')), ...(await commandsOf('docs/importing.md'))]
    .map((line) => wordsOf(line).slice(1))
    .filter(([name, file]) => (name === 'inspect' || name === 'import') && !/^(?:s3:|-$)/.test(file!));

  it('the documented output for the sample equals that of an import', async () => {
    expect(commands.length).toBeGreaterThanOrEqual(8);
    const records = (await readFile(sample, 'utf8')).trim().split('\n').length - 1;
    await Promise.all(['results', 'more'].map((name) => mkdir(join(folder, name))));
    const files = [
      'lots.csv',
      'sales.csv',
      'sales-2026.csv',
      'everything.csv',
      'withdrawn.csv',
      'results/a.csv',
    ];
    for (const name of files) await copyFile(sample, join(folder, name));
    await writeFile(
      join(folder, 'more/b.ndjson.gz'),
      gzipSync('{"id":1,"title":"A ruby","gem_type":"Ruby"}\n'),
    );

    // A guess and a proposed profile ask a person.
    const asking = ['--guess', 'my-source.yaml'];
    for (const words of commands.filter(
      (one) => one[0] === 'inspect' || one.every((word) => !asking.includes(word)),
    )) {
      const more =
        words[0] === 'import' && !words.includes('--dry-run') ? ['--dry-run', '--json'] : ['--json'];
      const reports = await run([...words, ...more]);
      const read = words.includes('more/*.ndjson.gz') ? [records, 1] : [records];
      expect(reports, words.join(' ')).toMatchObject(
        words[0] === 'inspect'
          ? [{ records, unreadable: 0, draft: { fields: { title: 'title' } } }]
          : read.map((count) => ({ read: count, good: count, rejected: 0 })),
      );
    }
  });
});

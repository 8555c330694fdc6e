import { createHash } from 'node:crypto';
import { parse } from 'node:path';
import { gemTypes, laboratories, origins, treatments } from '../../mappings/vocabulary/index.ts';
import { expandProfile } from '../record/profile/expand-profile.ts';
import { columnsOf, type Profile, titleFields } from '../record/profile/profile.ts';
import { laboratoryWords } from '../record/profile/read-laboratories.ts';
import { usualNulls } from '../record/profile/read-source.ts';
import { numberAndUnit, weightReader } from '../record/profile/read-weight.ts';
import { readTitle } from '../record/titles/read-title.ts';

import { askPrice } from './ask-price.ts';
import { areDays, type DateFormats, dateFormatsOf, doubtfulDates } from './date-formats.ts';
import type { FileReport } from './inspect-file.ts';
import { knownName, type Meaning } from './known-names.ts';
import { type Column, type Proposal, plainSource, tellRivals, valuesOf } from './proposal.ts';
import { type Answer, fieldAnswer, type Question } from './question.ts';
import { statusOf } from './status-columns.ts';

/** A proposed profile, and what the file does not say. */
export interface ProposedProfile {
  profile: Record<string, unknown>;
  /** The columns of the file. */
  columns: string[];
  /** Those that are not used. */
  unused: string[];
  questions: Question[];
  remarks: string[];
}

/**
 * Proposes a profile: fields by exact known names of columns whose values can be read. What decides prices, currency, date,
 * identity or status and is not said by the file is a question; everything else is listed as not used.
 */
export function proposeProfile(report: FileReport): ProposedProfile {
  const columns = report.columns.map((column) => ({ ...column, ...knownName(column.column) }));
  const proposal: Proposal = {
    columns,
    rows: report.rows,
    records: Math.max(0, ...columns.map(({ filled }) => filled)),
    questions: [],
    remarks: [],
    named: (...wanted) =>
      columns
        .filter(({ meaning, filled }) => filled > 0 && wanted.some((one) => one === meaning))
        .toSorted((a, b) => a.rank - b.rank || b.filled - a.filled),
  };
  if (columns.every(({ meaning }) => meaning === undefined)) {
    proposal.remarks.push(
      'No column has a known name. If the header is not the first line, say which one with --header-line.',
    );
  }
  const title = titleOf(proposal);
  const gem = gemOf(proposal, title);
  const carat = weightOf(proposal);
  const status = statusOf(proposal);
  const price = askPrice(proposal, status);
  const date = dateOf(proposal);
  const identity = identityOf(proposal, date?.columns ?? [], report.name);
  const fields = {
    title,
    ...gem,
    carat,
    auction_date: date?.source,
    ...Object.fromEntries(
      plainFields.map(([field, fits]) => {
        const one = plainColumn(proposal, field, fits);
        return [
          field,
          one && plainSource(one, (text) => usualNulls.test(text) && !treatments.canonical(text)),
        ];
      }),
    ),
    ...status.fields,
    ...price.fields,
  };
  const { encoding, sheet, header_line, records_at } = report;
  const profile = {
    description: 'Describe this source in one line',
    ...(!encoding.startsWith('utf-') && { encoding }),
    ...(sheet && sheet.others.length > 0 && { sheet: sheet.name }),
    ...(header_line !== undefined && { header_line }),
    ...(records_at !== undefined && { records: records_at }),
    ...(identity && { identity }),
    fields: Object.fromEntries(Object.entries(fields).filter(([, source]) => source !== undefined)),
    ...(Object.keys(price.rules).length > 0 && { price: price.rules }),
    titles: [...titleFields],
  };
  const { questions, remarks } = proposal;
  const parts = [
    profile,
    ...questions.flatMap(({ answers }) =>
      answers.map(({ set: { fields, price } }) => ({ fields, price: price ?? {} })),
    ),
  ];
  const used = parts.flatMap((part) =>
    columnsOf(expandProfile({ ...part, fields: part.fields ?? {} }) as unknown as Profile),
  );
  const names = report.columns.map(({ column }) => column);
  return {
    profile,
    columns: names,
    unused: names.filter((name) => !used.includes(name)),
    questions,
    remarks,
  };
}

/** Fields that a column gives as it is, and how its values must look. */
const plainFields: [Meaning, (column: Column) => boolean][] = [
  ['lot_number', () => true],
  ['origin', ({ sample }) => shareOf(sample, (text) => origins.canonical(text) !== undefined) >= 0.8],
  ['treatment', ({ sample }) => shareOf(sample, (text) => treatments.canonical(text) !== undefined) >= 0.5],
  ['labs', ({ sample }) => shareOf(sample, namesLaboratory) >= 0.5],
  ['report_numbers', ({ sample }) => shareOf(sample, (text) => /\d{4}/.test(text)) >= 0.5],
  ['auction_house', ({ kind }) => kind === 'text'],
  ['sale', ({ sample }) => !areDays(sample)],
  ['location', ({ kind }) => kind === 'text'],
  ['url', ({ kind, unique }) => kind === 'url' && unique],
  ['image_url', ({ kind }) => kind === 'url'],
];

function plainColumn(
  proposal: Proposal,
  field: Meaning,
  fits: (column: Column) => boolean,
): Column | undefined {
  const [first, ...others] = proposal.named(field).filter(fits);
  for (const other of others) tellRivals(proposal, first!, other, field);
  return first;
}

const shareOf = (sample: readonly string[], test: (text: string) => boolean) => {
  const values = sample.filter((text) => !usualNulls.test(text));
  return values.filter(test).length / Math.max(values.length, 1);
};

const laboratoryNames = [...laboratories.spellings.keys()].map((name) => ` ${name} `);
const namesLaboratory = (text: string) => {
  const words = laboratoryWords(text);
  return laboratoryNames.some((name) => words.includes(name));
};

/** The columns of the title: one with the name of a title that is filled in every row, else the gem. */
function titleOf(proposal: Proposal): string | undefined {
  const { named, records, questions, columns } = proposal;
  const isText = ({ kind }: Column) => kind === 'text' || kind === 'amount';
  const titles = named('title').filter(isText);
  const whole = titles.filter(({ filled }) => filled === records);
  const best = whole[0] ?? titles.toSorted((a, b) => b.filled - a.filled)[0] ?? named('gem_type')[0];
  if (best) return best.column;
  const texts = columns.filter((column) => isText(column) && column.filled === records).slice(0, 4);
  const answers = texts.map(({ column }) => fieldAnswer('title', { column }, `"${column}"`));
  if (texts.length > 1) {
    const joined = { columns: texts.map(({ column }) => column), join: ', ' };
    answers.push(fieldAnswer('title', joined, 'these columns together'));
  }
  answers.push(fieldAnswer('title', { value: 'Lot' }, 'none of these: every lot is called "Lot"'));
  questions.push({ about: 'title', ask: 'Which column is the title?', answers, values: valuesOf(...texts) });
  return undefined;
}

/** Titles that are read to see whether they name gems. */
const maxTitles = 100;
const gemsOfFiles = [
  'Diamond',
  'Ruby',
  'Sapphire',
  'Emerald',
  'Spinel',
  'Opal',
  'Pearl',
  'Jadeite',
  'Tourmaline',
  'Garnet',
];

/** The column of the gem; else the titles name it, or it is asked. */
function gemOf(proposal: Proposal, title: string | undefined): Record<string, unknown> {
  const { questions, rows, columns } = proposal;
  const textOf = (row: Record<string, unknown>, names: string[]) =>
    names.map((name) => row[name] ?? '').join(', ');
  const known = plainColumn(proposal, 'gem_type', ({ kind }) => kind === 'text');
  const unknown = known?.sample.filter((text) => !isGem(text) && !usualNulls.test(text)) ?? [];
  if (known && unknown.length === 0) return { gem_type: plainSource(known) };
  if (known) {
    const { column } = known;
    const map = Object.fromEntries(unknown.map((text) => [text, null]));
    questions.push({
      about: 'gem',
      ask: `What are these values of "${column}", which the vocabulary does not know as gems?`,
      answers: [
        fieldAnswer('gem_type', { column }, 'gems, which keep their names as written'),
        fieldAnswer('gem_type', { column, map }, 'no gems: the titles name the gems of these rows'),
        { means: `none of these: "${column}" does not name the gems, the titles do`, set: {} },
      ],
      values: unknown.slice(0, 6),
    });
    return {};
  }
  const sample = rows.slice(0, maxTitles);
  const shareNaming = (names: string[], test: (reading: ReturnType<typeof readTitle>) => boolean) =>
    sample.filter((row) => test(readTitle(textOf(row, names)))).length / Math.max(sample.length, 1);
  const isJewel = ({ gem_type, carat, object_type, origin, treatment }: ReturnType<typeof readTitle>) =>
    gem_type !== undefined &&
    ((object_type !== undefined && !['watch', 'other', 'box'].includes(object_type)) ||
      (carat ?? origin ?? treatment) !== undefined);
  const namesGem = ({ gem_type }: ReturnType<typeof readTitle>) => gem_type !== undefined;
  const hasWeight = proposal.named('carat', 'weight').length > 0;
  if (title && shareNaming([title], hasWeight ? namesGem : isJewel) >= 0.5) return {};
  const fullest = columns.toSorted((a, b) => b.filled - a.filled)[0]!;
  const beside = columns.filter(
    ({ column, kind }) =>
      title && kind === 'text' && column !== title && shareNaming([column], namesGem) >= 0.3,
  );
  questions.push({
    about: 'gem',
    ask: title
      ? `Is this a file of gems? Few titles ("${title}") name a gem together with a jewel or a weight.`
      : 'Which gem is the whole file of?',
    answers: [
      ...(title
        ? [{ means: 'yes, as the titles say; rows whose title names none are rejected', set: {} }]
        : []),
      ...beside.map(({ column }) => ({
        means: `yes, as the titles and "${column}" say; rows that name none are rejected`,
        set: { titles: { read: [...titleFields], from: { columns: [title, column], join: ', ' } } },
      })),
      ...gemsOfFiles.map((gem) =>
        fieldAnswer('gem_type', { value: gem }, `${gem}, or another gem: the whole file is of one`),
      ),
      {
        means: 'no: nothing is imported',
        set: { except: [{ column: title ?? fullest.column, filled: true }] },
      },
    ],
    values: sample.slice(0, 2).flatMap((row) => (title ? [textOf(row, [title]).slice(0, 60)] : [])),
  });
  return {};
}

const isGem = (text: string) => gemTypes.canonical(text) !== undefined;

/** The weight: a column that says carats, or whose values say their unit. The unit of others is asked. */
function weightOf({ named, questions }: Proposal): unknown {
  for (const one of [...named('carat'), ...named('weight')]) {
    const { column, sample, meaning } = one;
    const values = sample.filter((text) => !usualNulls.test(text));
    const ways = [{}, { decimal: ',' }].filter((numbers) => {
      const read = weightReader({ numbers }, {});
      return values.every((text) => read(text) !== undefined || Number(text.replace(',', '.')) === 0);
    });
    // "1,250" may be a weight of 1.25 or of 1,250.
    const isDoubtful = values.some((text) => /^\d{1,3},\d{3}$/.test(text));
    const numbers = ways[0];
    if (!numbers || isDoubtful || values.length === 0) continue;
    const source = (more: object) =>
      Object.keys({ ...numbers, ...more }).length > 0
        ? { column, ...(numbers.decimal && { numbers }), ...more }
        : { column };
    const isSaid = meaning === 'carat' || values.every((text) => numberAndUnit(text)?.unit);
    if (isSaid) return source({});
    questions.push({
      about: 'weight',
      ask: `What is "${column}"?`,
      answers: [
        fieldAnswer('carat', source({}), 'the weight of the stone in carats'),
        fieldAnswer('carat', source({ carats_per_unit: 5 }), 'the weight of the stone in grams'),
        { means: 'none of these: the weight of something else', set: {} },
      ],
      values: valuesOf(one),
    });
    return undefined;
  }
  return undefined;
}

/** Days of the data or of papers, not of a sale. */
const otherDay =
  /\b(cert\w*|report|fetch\w*|scrap\w*|crawl\w*|creat\w*|updat\w*|publish\w*|import\w*|export\w*|issued)\b/i;

/** The date of the sale, and the columns that have it; asked where no column says so or its values may be several days. */
function dateOf(proposal: Proposal): { source?: unknown; columns: string[] } | undefined {
  const { columns, named, questions } = proposal;
  const valuesIn = ({ sample }: Column) => sample.filter((text) => !usualNulls.test(text));
  const waysOf = (one: Column) => dateFormatsOf(valuesIn(one));
  const sourceOf = (one: Column, { formats, range }: DateFormats) => {
    const source = plainSource(one);
    return {
      ...(typeof source === 'string' ? { column: source } : (source as object)),
      formats,
      ...(range && { range }),
    };
  };
  const [said] = named('sale_date').filter((one) => waysOf(one).length > 0);
  const ways = said ? waysOf(said) : [];
  if (said && ways.length === 1 && !ways[0]!.range) {
    return { source: sourceOf(said, ways[0]!), columns: [said.column] };
  }
  const candidates = said
    ? [said]
    : columns.filter(
        (one) =>
          one.filled > 0 &&
          (['sale_date', 'date'].includes(one.meaning ?? '') ||
            ((one.meaning === undefined || one.meaning === 'sale') &&
              areDays(valuesIn(one)) &&
              !otherDay.test(one.column))),
      );
  if (candidates.length === 0) return undefined;
  const answers = candidates.slice(0, 6).flatMap((one) => {
    const known = waysOf(one);
    const all = known.length > 0 ? known : doubtfulDates(valuesIn(one));
    return all.map((way): Answer => {
      const means = `"${one.column}"${all.length > 1 || known.length === 0 || way.range ? `, where ${way.means}` : ''}`;
      return fieldAnswer('auction_date', sourceOf(one, way), means);
    });
  });
  const names = candidates.map(({ column }) => `"${column}"`).join(' or ');
  questions.push({
    about: 'date',
    ask: said ? `How are the dates of ${names} written?` : `Is ${names} the day of the sale?`,
    answers: [...answers, { means: 'none of these: leave the date out', set: {} }],
    values: valuesOf(...candidates),
  });
  // Its values tell the lots of one sale from those of another, whatever it means.
  return {
    columns: candidates
      .filter(({ meaning }) => meaning !== undefined)
      .map(({ column }) => column)
      .slice(0, 1),
  };
}

/**
 * The identity: a unique id; house, sale and lot number with the date; the URL. Lot numbers start anew in each sale, and
 * numbers that count the rows in each file, so neither is an identity alone.
 */
function identityOf(proposal: Proposal, dates: string[], file: string): Record<string, unknown> | undefined {
  const { named, records, columns, questions, rows } = proposal;
  const namespace = namespaceOf(file, proposal);
  const isWhole = ({ filled }: Column) => filled === records;
  const isCounter = ({ sample }: Column) =>
    sample.every((text) => /^\d{1,6}$/.test(text)) &&
    Number(sample.at(-1)) - Number(sample[0]) < 2 * sample.length &&
    Number(sample[0]) < 1_000;
  const id = named('id').find((one) => one.unique && isWhole(one) && !isCounter(one));
  if (id) return { columns: [id.column], namespace };
  const [lot] = named('lot_number').filter(isWhole);
  const [house] = named('auction_house').filter(isWhole);
  const [sale] = named('sale').filter((one) => isWhole(one) && !areDays(one.sample));
  const [url] = named('url').filter((one) => one.unique && isWhole(one) && one.kind === 'url');
  const dated = columns
    .filter((one) => dates.includes(one.column) && isWhole(one))
    .map(({ column }) => column);
  const counted = [lot ?? named('id').find((one) => one.unique && isWhole(one))].flatMap(
    (one) => one?.column ?? [],
  );
  // A sale of the same name comes again each year; its number does not.
  const isNumber = sale?.sample.every((text) => /\d{3}/.test(text)) === true;
  const of = [house, sale].flatMap((one) => one?.column ?? []);
  const lots = [...of, ...counted, ...(isNumber ? [] : dated)];
  if (counted.length > 0 && (isNumber || dated.length > 0) && isUnique(rows, lots)) {
    return { columns: lots, ...(house ? {} : { namespace }) };
  }
  if (url) return { columns: [url.column] };
  const all = columns
    .filter(({ filled }) => filled > 0)
    .map(({ column }) => column)
    .slice(0, 50);
  const gaps = columns.filter((one) => all.includes(one.column) && !isWhole(one)).map(({ column }) => column);
  const pairs = named('report_numbers')
    .filter((one) => one.unique && isWhole(one))
    .map(({ column }) => [column]);
  const [title] = named('title').filter(isWhole);
  if (title && counted.length > 0) pairs.unshift([...counted, title.column, ...dated]);
  const answers = [
    ...pairs
      .filter((names) => isUnique(rows, names))
      .slice(0, 4)
      .map((names) => ({
        means: names.map((name) => `"${name}"`).join(' and '),
        set: { identity: { columns: names, namespace } },
      })),
    {
      means: 'none of these: all columns together; a corrected value gives a record a new id',
      set: { identity: { columns: all, ...(gaps.length > 0 && { may_be_empty: gaps }), namespace } },
    },
  ];
  questions.push({
    about: 'id',
    ask: 'No column tells a lot from those of other files of this source. What does?',
    answers,
    values: [],
  });
  return undefined;
}

function isUnique(rows: readonly Record<string, unknown>[], columns: readonly string[]): boolean {
  return (
    new Set(rows.map((row) => JSON.stringify(columns.map((column) => row[column])))).size === rows.length
  );
}

/** The name of the file, and a hash of its first lots: files of two sources may have the same name. */
function namespaceOf(file: string, { columns, named }: Proposal): string {
  const kept = named('title', 'lot_number', 'id', 'gem_type').map(({ column }) => column);
  const values = columns.map(({ column, examples }) => [column, kept.includes(column) && examples[0]]);
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 8);
  const words =
    parse(file)
      .name.replace(/\.(csv|tsv|txt|json|jsonl|ndjson|xlsx)$/i, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${words.join(' ').slice(0, 150)} ${hash}`.trim();
}

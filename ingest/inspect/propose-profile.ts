import { gemTypes, laboratories, origins, treatments } from '../../mappings/vocabulary/index.ts';
import { listed } from '../../mappings/vocabulary/vocabulary.ts';
import { expandProfile } from '../record/profile/expand-profile.ts';
import { columnsOf, type Profile, titleFields } from '../record/profile/profile.ts';
import { laboratoryWords } from '../record/profile/read-laboratories.ts';
import { usualNulls } from '../record/profile/read-source.ts';
import { numberAndUnit, weightReader } from '../record/profile/read-weight.ts';
import { readTitle } from '../record/titles/read-title.ts';
import { askPrice } from './ask-price.ts';
import { dateOf } from './date-columns.ts';
import { areDays } from './date-formats.ts';
import { identityOf } from './identity-columns.ts';
import type { FileReport } from './inspect-file.ts';
import { knownName, type Meaning } from './known-names.ts';
import { type Column, nothingImported, type Proposal, plainSource, valuesOf } from './proposal.ts';
import { fieldAnswer, type Question } from './question.ts';
import { statusOf } from './status-columns.ts';

/** A proposed profile, and what the file does not say. */
export interface ProposedProfile extends Pick<Proposal, 'questions' | 'remarks'> {
  profile: Record<string, unknown>;
  /** The columns of the file that neither the profile nor an answer uses. */
  unused: string[];
}

/**
 * Proposes a profile: fields by exact known names of columns whose values can be read. What decides prices, currency, date,
 * identity or status and is not said by the file is a question; everything else is listed as not used.
 */
export function proposeProfile(report: FileReport): ProposedProfile {
  const columns = report.columns.map((column) => ({ ...column, ...knownName(column.column) }));
  const questions: Question[] = [];
  const proposal: Proposal = {
    columns,
    rows: report.rows,
    records: Math.max(0, ...columns.map(({ filled }) => filled)),
    questions,
    remarks: [],
    ask: (about, ask, answers, asked = []) =>
      questions.push({ about, ask, answers, values: valuesOf(asked) }),
    named: (...wanted) =>
      columns
        .filter(({ meaning, filled }) => filled > 0 && wanted.includes(meaning!))
        .toSorted((a, b) => a.rank - b.rank || b.filled - a.filled),
  };
  const title = titleOf(proposal);
  const gem = plainColumn(proposal, 'gem_type', isGem, 0.5);
  if (!gem) askForGem(proposal, title.column);
  const status = statusOf(proposal);
  const price = askPrice(proposal, status);
  const date = dateOf(proposal);
  const identity = identityOf(proposal, date, report.name);
  const fields = {
    title: title.source,
    gem_type: gem,
    carat: weightOf(proposal),
    auction_date: date.source,
    ...Object.fromEntries(
      plainFields.map(([field, fits, share]) => [field, plainColumn(proposal, field, fits, share)]),
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
    ...(price.price && { price: price.price }),
    titles: [...titleFields],
  };
  const answers = questions.flatMap((question) => question.answers.map(({ set }) => set));
  const used = [profile, ...answers].flatMap(({ fields = {}, price }) =>
    columnsOf(expandProfile({ fields, price: price ?? {}, identity }) as Profile),
  );
  const unused = columns.map(({ column }) => column).filter((column) => !used.includes(column));
  return { profile, unused, questions, remarks: proposal.remarks };
}

/** Fields that a column gives as it is: how a value looks, and the share of values that must. */
const plainFields: [Meaning, (text: string) => boolean, number][] = [
  ['lot_number', () => true, 1],
  ['origin', (text) => origins.canonical(text) !== undefined, 0.8],
  ['treatment', (text) => treatments.canonical(text) !== undefined, 0.5],
  ['labs', namesLaboratory, 0.5],
  ['report_numbers', (text) => /\d{4}/.test(text), 0.5],
  ['auction_house', (text) => /\p{L}/u.test(text), 1],
  ['sale', (text) => !areDays([text]), 1],
  ['location', (text) => /\p{L}/u.test(text), 1],
  ['url', (text) => /^https?:/.test(text), 1],
  ['image_url', (text) => /^https?:/.test(text), 0.5],
];

const isGem = (text: string) => gemTypes.canonical(text) !== undefined;

function namesLaboratory(text: string): boolean {
  const words = laboratoryWords(text);
  return laboratories.spellings.keys().some((name) => words.includes(` ${name} `));
}

/** The first column of a meaning whose values fit. Of others it says in how many rows they differ. */
function plainColumn(
  { named, rows, remarks }: Proposal,
  field: Meaning,
  fits: (text: string) => boolean,
  share: number,
): unknown {
  const [first, ...others] = named(field).filter(({ sample, unique }) => {
    const values = sample.filter((text) => !usualNulls.test(text));
    return (
      values.length > 0 && values.filter(fits).length >= values.length * share && (field !== 'url' || unique)
    );
  });
  for (const { column } of others) {
    const differ = rows.filter((row) => String(row[first!.column]) !== String(row[column])).length;
    remarks.push(
      `"${first!.column}" is ${field}, not "${column}": they differ in ${differ} of ${rows.length} rows.`,
    );
  }
  return first && plainSource(first, (text) => usualNulls.test(text) && !fits(text));
}

/** The title: a column with the name of one that is filled in every row, else the gem, else the first texts together. */
function titleOf({ named, records, columns }: Proposal): { column?: string; source: unknown } {
  const isText = ({ kind }: Column) => kind === 'text';
  const [best] = [...named('title').filter(isText), ...named('gem_type')].toSorted(
    (a, b) => Number(b.filled === records) - Number(a.filled === records),
  );
  if (best) return { column: best.column, source: best.column };
  const texts = columns.filter((one) => isText(one) && one.filled === records).slice(0, 4);
  const names = texts.map(({ column }) => column);
  return { source: names.length > 0 ? { columns: names, join: ', ' } : { value: 'Lot' } };
}

const commonGems = listed(
  'Diamond; Ruby; Sapphire; Emerald; Spinel; Opal; Pearl; Jadeite; Tourmaline; Aquamarine; Tanzanite; Garnet; Topaz; Amethyst',
);

/** Asks which gem the lots are of, unless the titles name gems of jewels or with weights. */
function askForGem({ ask, rows, columns, named }: Proposal, title: string | undefined): void {
  const readings = (column: string) => rows.slice(0, 100).map((row) => readTitle(String(row[column] ?? '')));
  const isWeighed = named('carat', 'weight').length > 0;
  const surely = readings(title ?? '').filter(
    ({ gem_type, carat, object_type: object, origin }) =>
      gem_type && (isWeighed || carat || origin || (object && !['watch', 'other', 'box'].includes(object))),
  );
  if (title && surely.length >= Math.min(rows.length, 100) / 2) return;
  const beside = columns.filter(
    ({ column, kind }) =>
      kind === 'text' && column !== title && readings(column).some(({ gem_type }) => gem_type),
  );
  ask(
    'gem',
    'Is this a file of gems, and of which? Few of its titles name a gem together with a jewel or a weight.',
    [
      ...(title ? [{ means: 'as the titles say; rows whose title names none are rejected', set: {} }] : []),
      ...beside.map(({ column }) => ({
        means: `as "${column}" says; rows that name none are rejected`,
        set: {
          titles: { read: [...titleFields], from: { columns: [title, column].filter(Boolean), join: ', ' } },
        },
      })),
      ...commonGems.map((name) => fieldAnswer('gem_type', { value: name }, `the whole file is of ${name}`)),
      nothingImported(columns),
    ],
    columns.filter(({ column }) => column === title),
  );
}

/** The weight: a column that says carats, or whose values say their unit. The unit of others is asked. */
function weightOf({ named, ask }: Proposal): unknown {
  for (const one of named('carat', 'weight')) {
    const { column, sample, meaning } = one;
    const values = sample.filter((text) => !usualNulls.test(text) && Number(text.replace(',', '.')) !== 0);
    const numbers = [{}, { decimal: ',' }].find((format) =>
      values.every(weightReader({ numbers: format }, {})),
    );
    // "1,250" may be a weight of 1.25 or of 1,250.
    if (!numbers || values.length === 0 || values.some((text) => /^\d{1,3},\d{3}$/.test(text))) continue;
    const source = { column, ...(Object.keys(numbers).length > 0 && { numbers }) };
    if (meaning === 'carat' || values.every((text) => numberAndUnit(text)?.unit)) return source;
    ask(
      'weight',
      `What is "${column}"?`,
      [
        fieldAnswer('carat', source, 'the weight of the stone in carats'),
        fieldAnswer('carat', { ...source, carats_per_unit: 5 }, 'the weight of the stone in grams'),
        { means: 'none of these: the weight of something else', set: {} },
      ],
      [one],
    );
    return undefined;
  }
  return undefined;
}

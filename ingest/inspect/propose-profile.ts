import { gemTypes, laboratories, origins, treatments } from '../../mappings/vocabulary/index.ts';
import { listed } from '../../mappings/vocabulary/vocabulary.ts';
import { expandProfile } from '../record/profile/expand-profile.ts';
import { columnsOf, type Profile, titleFields } from '../record/profile/profile.ts';
import { laboratoriesIn } from '../record/profile/read-laboratories.ts';
import { usualNulls } from '../record/profile/read-source.ts';
import { numberAndUnit, weightReader } from '../record/profile/read-weight.ts';
import { readTitle } from '../record/titles/read-title.ts';
import { askPrice } from './ask-price.ts';
import { dateOf } from './date-columns.ts';
import { areDays } from './date-formats.ts';
import { identityOf } from './identity-columns.ts';
import type { FileReport } from './inspect-file.ts';
import type { Meaning } from './known-names.ts';
import { inField, nothingImported, type Proposal, proposalOf, sourceOf } from './proposal.ts';
import { statusOf } from './status-columns.ts';

/** A proposed profile, and what the file does not say. */
export type ProposedProfile = ReturnType<typeof proposeProfile>;

/**
 * Proposes a profile: fields by exact known names of columns whose values can be read. What decides prices, currency, date,
 * identity or status and is not said by the file is a question; everything else is listed as not used.
 */
export function proposeProfile(report: FileReport) {
  const proposal = proposalOf(report.columns, report.rows);
  const { questions, remarks } = proposal;
  const title = titleOf(proposal);
  const plain = Object.fromEntries(
    plainFields.map(([field, fits, share]) => [field, plainColumn(proposal, field, fits, share)]),
  );
  if (!plain.gem_type) askForGem(proposal, title);
  const status = statusOf(proposal);
  const { price, fields } = askPrice(proposal, status);
  const date = dateOf(proposal);
  const identity = identityOf(proposal, date, report.name);
  const { encoding, sheet, header_line, records_at } = report;
  const written = {
    description: 'Describe this source in one line',
    encoding: encoding.startsWith('utf-') ? undefined : encoding,
    sheet: sheet && sheet.others.length > 0 ? sheet.name : undefined,
    header_line,
    records: records_at,
    identity,
    fields: {
      title: title ?? { value: 'Lot' },
      ...plain,
      carat: weightOf(proposal),
      auction_date: date.source,
      sale_status: status.source,
      ...fields,
    },
    price,
    titles: [...titleFields],
  };
  // As in a file, without what is undefined.
  const profile: Record<string, unknown> = JSON.parse(JSON.stringify(written));
  const used = [profile, ...questions.flatMap(({ answers }) => Object.values(answers))].flatMap(
    ({ fields = {}, price }) => columnsOf(expandProfile({ fields, price: price ?? {}, identity }) as Profile),
  );
  const unused = report.columns.map(({ column }) => column).filter((column) => !used.includes(column));
  return {
    profile,
    /** The columns of the file that neither the profile nor an answer uses. */
    unused,
    questions,
    remarks,
  };
}

/** Fields that a column gives as it is: how a value looks, and the share of values that must. */
const plainFields: [Meaning, (text: string) => boolean, number][] = [
  ['gem_type', (text) => gemTypes.canonical(text) !== undefined, 0.5],
  ['lot_number', () => true, 1],
  ['origin', (text) => origins.canonical(text) !== undefined, 0.8],
  ['treatment', (text) => treatments.canonical(text) !== undefined, 0.5],
  ['labs', (text) => laboratoriesIn(text).labs.some((name) => laboratories.canonical(name)), 0.5],
  ['report_numbers', (text) => /\d{4}/.test(text), 0.5],
  ['auction_house', (text) => /\p{L}/u.test(text), 1],
  ['sale', (text) => !areDays([text]), 1],
  ['location', (text) => /\p{L}/u.test(text), 1],
  ['url', (text) => /^https?:/.test(text), 1],
  ['image_url', (text) => /^https?:/.test(text), 0.5],
];

/** The first column of a meaning whose values fit. Of others it says in how many rows they differ. */
function plainColumn(
  { named, rows, remarks }: Proposal,
  field: Meaning,
  fits: (text: string) => boolean,
  share: number,
): unknown {
  const [first, ...others] = named(field).filter(
    ({ values, unique }) =>
      values.length > 0 && values.filter(fits).length >= values.length * share && (field !== 'url' || unique),
  );
  for (const { column } of others) {
    const differ = rows.filter((row) => String(row[first!.column]) !== String(row[column])).length;
    remarks.push(
      `"${first!.column}" is ${field}, not "${column}": they differ in ${differ} of ${rows.length} rows.`,
    );
  }
  if (!first) return undefined;
  const source = sourceOf(first, (text) => usualNulls.test(text) && !fits(text));
  return 'null_words' in source ? source : source.column;
}

/** The column of the title: one of texts with the name of one, else the gem; better one that is filled in every row. */
function titleOf({ named, records }: Proposal): string | undefined {
  const candidates = [...named('title').filter(({ kind }) => kind === 'text'), ...named('gem_type')];
  return (candidates.find(({ filled }) => filled === records) ?? candidates[0])?.column;
}

const commonGems = listed(
  'Diamond; Ruby; Sapphire; Emerald; Spinel; Opal; Pearl; Jadeite; Tourmaline; Aquamarine; Tanzanite; Garnet; Topaz; Amethyst',
);

/** Asks which gem the lots are of, unless the titles name gems of jewels or with weights. */
function askForGem({ ask, rows, columns, named }: Proposal, title: string | undefined): void {
  const first = rows.slice(0, 100);
  const readings = (column: string) => first.map((row) => readTitle(String(row[column] ?? '')));
  const isWeighed = named('carat', 'weight').length > 0;
  const surely = readings(title ?? '').filter(
    ({ gem_type, carat, object_type: object, origin }) =>
      gem_type && (isWeighed || carat || origin || (object && !['watch', 'other', 'box'].includes(object))),
  );
  if (title && surely.length >= first.length / 2) return;
  const beside = columns.filter(
    ({ column, kind }) =>
      kind === 'text' && column !== title && readings(column).some(({ gem_type }) => gem_type),
  );
  const sources = beside.map(({ column }) => [
    `as "${column}" says; rows that name none are rejected`,
    { titles: { read: [...titleFields], from: { columns: [title, column].filter(Boolean), join: ', ' } } },
  ]);
  const gems = commonGems.map((name) => [
    `the whole file is of ${name}`,
    inField('gem_type', { value: name }),
  ]);
  ask(
    'gem',
    'Is this a file of gems, and of which? Few of its titles name a gem together with a jewel or a weight.',
    {
      ...(title && { 'as the titles say; rows whose title names none are rejected': {} }),
      ...Object.fromEntries([...sources, ...gems]),
      ...nothingImported(columns),
    },
    columns.filter(({ column }) => column === title),
  );
}

/** The weight: a column that says carats, or whose values say their unit. The unit of others is asked. */
function weightOf({ named, ask }: Proposal): unknown {
  for (const one of named('carat', 'weight')) {
    const { column, meaning } = one;
    const values = one.values.filter((text) => Number(text.replace(',', '.')) !== 0);
    const source = [{ column }, { column, numbers: { decimal: ',' } }].find((way) =>
      values.every(weightReader(way, {})),
    );
    // "1,250" may be a weight of 1.25 or of 1,250.
    if (!source || values.length === 0 || values.some((text) => /^\d{1,3},\d{3}$/.test(text))) continue;
    if (meaning === 'carat' || values.every((text) => numberAndUnit(text)?.unit)) return source;
    const answers = {
      'the weight of the stone in carats': inField('carat', source),
      'the weight of the stone in grams': inField('carat', { ...source, carats_per_unit: 5 }),
      'none of these: the weight of something else': {},
    };
    ask('weight', `What is "${column}"?`, answers, [one]);
    return undefined;
  }
  return undefined;
}

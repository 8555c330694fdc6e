import { compileExtraction } from '../../record/profile/compile-expression.ts';
import { dateReader } from '../../record/profile/read-date.ts';
import type { Evidence, Matched } from './column-evidence.ts';
import {
  dateRank,
  dayFirst,
  endWord,
  isNamedForSale,
  saysDate,
  startWord,
  yearName,
  yearWords,
} from './date-names.ts';
import { type Answer, type Findings, fieldAnswer, shortSource } from './findings.ts';
import { formatsOf, guessDates } from './guess-dates.ts';

/** Drafts the source of the date of the sale; undefined if no column has it, or a question decides. */
export function draftDate(all: readonly Evidence[], { fields }: Matched, findings: Findings): unknown {
  const used = Object.values(fields);
  const others = all.filter((one) => !used.includes(one) && dateRank(one) > 0);
  const date = fields.auction_date;
  const parts = !date || isYear(date) ? partsOf(all) : [];
  if (parts.length > 1) return joined(parts, findings);
  if (!date) {
    if (others.length > 0) askWhich(others, findings);
    else askForUnread(all, findings);
    return undefined;
  }
  for (const { column } of others) {
    findings.suppose(`"${date.column.column}" is the date of the sale, not "${column.column}"`, { column });
  }
  return askHowWritten(date, all, findings) ? undefined : settled(date, findings);
}

const isYear = ({ dates }: Evidence) => dates.isNumeric && dates.formats.length === 0 && !dates.serial;

const dateUnits = [yearWords, 'month|monat|mois|mese|mes', 'day|tag|jour|giorno|dia'];

/** Columns with the year, the month and the day. */
function partsOf(all: readonly Evidence[]): Evidence[] {
  const [yearUnit, ...units] = dateUnits.map((words) => new RegExp(`\\b(${words})\\b`));
  const filled = all.filter((one) => one.column.filled > 0 && isNamedForSale(one));
  for (const year of filled.filter(({ name }) => yearUnit!.test(name))) {
    // "date.year" and "date.month", "Year of sale" and "Month of sale"
    const rest = year.name.replace(yearUnit!, '');
    const isUnit = (unit: RegExp, name: string) => unit.test(name) && name.replace(unit, '') === rest;
    const [month, day] = units.map((unit) => filled.find(({ name }) => isUnit(unit, name)));
    if (month) return [year, month, ...(day ? [day] : [])];
  }
  return [];
}

function joined(parts: Evidence[], findings: Findings): unknown {
  const columns = parts.map(({ column }) => column.column);
  findings.suppose(`${columns.map((name) => `"${name}"`).join(', ')} are the date of the sale`, parts[0]);
  const month = parts[1]!.column.sample.some((text) => /\p{L}/u.test(text)) ? 'MMMM' : 'M';
  return { columns, join: '-', formats: [`yyyy-${month}-d`, `yyyy-${month}`, 'yyyy'] };
}

const leftOut: Answer = { means: 'leave the date out', set: {} };

const answerOf = (means: string, source: object) => fieldAnswer('auction_date', source, means);

function askWhich(candidates: Evidence[], findings: Findings): void {
  const answers = candidates
    .slice(0, 5)
    .flatMap(({ column: { column }, dates: { order, formats } }) =>
      order
        ? order.formats.map(([first, of]) =>
            answerOf(`"${column}", with ${first} first`, { column, formats: of }),
          )
        : answerOf(`"${column}"`, { column, ...(formats.length > 0 && { formats }) }),
    );
  const { column } = candidates[0]!;
  findings.ask('date', `Is "${column.column}" the date of the sale?`, [...answers, leftOut], { column });
}

/** Dates among other words: "Geneva, 12 November 2019". */
const dateWithin = [
  String.raw`(?<date>\d{1,2}\.? (de )?\p{L}+\.? (de )?\d{4})`,
  String.raw`(?<date>\p{L}+ \d{1,2}, \d{4})`,
  String.raw`(?<date>\d{4}-\d{2}-\d{2})`,
  String.raw`(?<date>\d{1,2}[./-]\d{1,2}[./-]\d{4})`,
];
const extractions = dateWithin.map(compileExtraction);
const datesWithin = (text: string) =>
  extractions.flatMap((extract) => extract(text) ?? []).filter((found) => formatsOf(found).length > 0);

/** Asks about a date in the lines above the header, where no question is about another. */
export function askForBanner(above: readonly string[], findings: Findings): void {
  const [found] = above.flatMap(datesWithin);
  if (found === undefined || findings.questions.some(({ about }) => about === 'date')) return;
  const days = new Set(formatsOf(found).map((format) => dateReader([format])(found)!.day));
  const answers = [...days].map((day) => answerOf(`all lots were sold on ${day}`, { value: day }));
  const ask = 'Is the date above the header that of the sale?';
  findings.ask('date', ask, [...answers, leftOut], { values: [found] });
}

/** Asks about a column that is named after a sale or its date, whose dates stand among other words or cannot be read. */
function askForUnread(all: readonly Evidence[], findings: Findings): void {
  for (const { column, json, length, name } of all.filter(isNamedForSale)) {
    const { sample } = column;
    const within = sample.flatMap((text) => datesWithin(text).slice(0, 1));
    const isHeld = within.length > sample.length / 2;
    const isNamed = /\b(\w*dates?|\w*datum|data|fecha)\b/.test(name);
    const isDate = isNamed && sample.filter((text) => /\d/.test(text)).length > sample.length / 2;
    if (sample.length === 0 || !(isHeld || isDate) || json > 0 || length > 100) continue;
    const { formats, order } = guessDates(within);
    const plain: [string, string[]] = ['by the dates in them', formats];
    const answers = (order && !dayFirst.test(name) ? order.formats : [plain]).map(([means, formats]) => {
      const source = { column: column.column, extract: dateWithin, ...(formats.length > 0 && { formats }) };
      return answerOf(`yes, ${means}${order ? ' first' : ''}`, source);
    });
    findings.ask(
      'date',
      `Does "${column.column}" say when the lots were sold? Its values are not plain dates.`,
      [...(isHeld ? answers : []), leftOut],
      { column },
    );
    return;
  }
}

/** Asks what no value of the column shows. @returns whether there is a question */
function askHowWritten(
  { column, dates, name: evidenceName }: Evidence,
  all: readonly Evidence[],
  findings: Findings,
): boolean {
  const { order, dayOrYear, withoutYear } = dates;
  const name = column.column;
  const ask = (question: string, answers: Answer[], values: string[]) => {
    findings.ask('date', question, [...answers, leftOut], { column, values });
    return true;
  };
  const range = dates.ranges.length > 0 && { range: 'high' };
  if (order && dayFirst.test(evidenceName) && order.formats[0]![1].length === 1) {
    findings.suppose(`the day is first in the dates of "${name}", as in its language`, {
      column,
      values: order.values,
    });
  } else if (order) {
    const answers = order.formats.map(([first, formats]) =>
      answerOf(first, { column: name, formats, ...range }),
    );
    return ask(`Is the day or the month first in the dates of "${name}"?`, answers, order.values);
  }
  const year = all.find((one) => yearName.test(one.name) && isYear(one));
  const withYear = (format: string) =>
    year
      ? [
          answerOf(`days, whose year is in "${year.column.column}"`, {
            columns: [name, year.column.column],
            join: ' ',
            formats: [format],
          }),
        ]
      : [];
  if (dayOrYear.length > 0) {
    const answers = [
      ...withYear('MMMM d yyyy'),
      answerOf('months, and their years', { column: name, formats: dates.formats }),
    ];
    return ask(`Do the numbers in "${name}" mean days or years?`, answers, dayOrYear);
  }
  if (withoutYear.length < column.sample.length / 2) return false;
  return ask(`Which year have the dates of "${name}"?`, withYear('d MMMM yyyy'), withoutYear);
}

/** The source of a date that can be read, with what it supposes. */
function settled(date: Evidence, findings: Findings): unknown {
  const { column, dates, name } = date;
  const { formats, dotted, ranges, inUtc, nulls, unread, serial, share } = dates;
  const suppose = (text: string, values: string[]) => findings.suppose(text, { column, values });
  if (serial) {
    const [value] = column.sample as [string];
    suppose(
      `the numbers in "${column.column}" are dates (${value} is ${dateReader([serial])(value)?.day})`,
      column.sample,
    );
    return { column: column.column, formats: [serial] };
  }
  if (share < 0.5) return undefined;
  if (endWord.test(name))
    findings.suppose(`"${column.column}" has the closing day, which is the date of the sale`, date);
  else if (startWord.test(name))
    findings.suppose(`"${column.column}" has the first day, which is the date of the sale`, date);
  else if (!saysDate(date)) findings.suppose(`"${column.column}" is the date of the sale`, date);
  if (dotted.length > 0) suppose(`the day is first in the dates of "${column.column}"`, dotted);
  if (ranges.length > 0)
    suppose(`of several days in "${column.column}" the last one counts, the closing day`, ranges);
  if (inUtc.length > 0) suppose(`the days in "${column.column}" are those in UTC`, inUtc);
  if (nulls.length > 0) suppose(`these mean "no date" in "${column.column}"`, nulls);
  if (unread.length > 0)
    suppose(`these are not dates in "${column.column}", and their rows are rejected`, unread);
  return shortSource({
    column: column.column,
    ...(nulls.length > 0 && { null_words: nulls }),
    ...(formats.length > 0 && { formats }),
    ...(ranges.length > 0 && { range: 'high' }),
  });
}

import { gemTypes, laboratories, origins } from '../../../mappings/vocabulary/index.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import { laboratoryWords } from '../../record/profile/read-laboratories.ts';
import { readTitle } from '../../record/titles/read-title.ts';
import { type ColumnReport, wordsApart } from '../column-statistics.ts';
import { type DateGuess, guessDates } from './guess-dates.ts';
import { guessNumbers, type NumberGuess } from './guess-numbers.ts';

/** Findings about the values of a column, as shares of its distinct values. */
export interface Evidence {
  column: ColumnReport;
  /** The column's name, folded: lower case, without accents and punctuation, words apart. */
  name: string;
  numbers: NumberGuess;
  dates: DateGuess;
  gems: number;
  /** Values that, read as titles, name a gem. */
  namesGem: number;
  /** Lists and objects. */
  json: number;
  origins: number;
  laboratories: number;
  urls: number;
  /** Average length of the values in characters. */
  length: number;
  /** Records without a value here, if another column has one in each. */
  gaps: number;
  /** Whether the column only numbers the rows. */
  isIndex: boolean;
  /** Whether all records have the same value here. */
  isConstant: boolean;
}

/** The columns of a file by their fields. */
export interface Matched {
  fields: Partial<Record<string, Evidence>>;
  /** The column that repeats the price in dollars: its name differs by the currency alone. */
  usd?: Evidence;
  /** Columns whose names have equal claims to the price. */
  rivals: Evidence[];
  /** Other columns of prices. */
  otherPrices: Evidence[];
  /** Columns that can be the title, the best first; the first is `fields.title`. */
  titles: Evidence[];
}

/** Examines one column. @param records the most records with a value in one column */
export function evidenceOf(column: ColumnReport, records: number): Evidence {
  const { sample } = column;
  const name = fold(wordsApart(column.column));
  const share = (test: (text: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter(test).length / sample.length;
  return {
    column,
    name,
    numbers: guessNumbers(sample),
    dates: guessDates(sample),
    namesGem: shareNamingGem(sample),
    json: share((text) => /^(?:\[.*\]|\{.*\})$/s.test(text) || /^\[?\{"/.test(text)),
    gems: share((text) => gemTypes.canonical(text) !== undefined),
    origins: share((text) => origins.canonical(text) !== undefined),
    laboratories: share(namesLaboratory),
    urls: share((text) => /^(https?:\/\/|www\.)/i.test(text)),
    length: sample.reduce((sum, text) => sum + text.length, 0) / Math.max(sample.length, 1),
    isIndex:
      isUnnamed(name) && column.unique && sample.every((text, i) => Number(text) - Number(sample[0]) === i),
    gaps: records - column.filled,
    isConstant: column.distinct === 1 && column.filled === records,
  };
}

/** Whether the values are neither numbers, dates, URLs nor JSON. */
export const isText = ({ urls, numbers, dates, json }: Evidence) =>
  urls < 0.1 && numbers.share < 0.5 && dates.share < 0.5 && json < 0.1;

const spellings = [...laboratories.spellings.keys()].map((spelling) => ` ${spelling} `);

function namesLaboratory(text: string): boolean {
  const words = laboratoryWords(text);
  return spellings.some((spelling) => words.includes(spelling));
}

/** Titles take longer to read than other evidence, so fewer are. */
const maxTitles = 100;

function shareNamingGem(sample: readonly string[]): number {
  const step = Math.ceil(sample.length / maxTitles);
  const texts = sample.filter((_, i) => i % step === 0);
  return texts.filter((text) => readTitle(text).gem_type !== undefined).length / Math.max(texts.length, 1);
}

/** Names of columns of countries, without saying of what. */
export const countryName = /^(sale |auction )?(country|countries|nation|pays|land|paese|pais)( code)?$/;

const isUnnamed = (name: string) => /^(column \d+|unnamed \d+|index|row|nr|no|)$/.test(name);

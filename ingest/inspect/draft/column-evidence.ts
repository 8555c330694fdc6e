import { gemTypes, laboratories, origins } from '../../../mappings/vocabulary/index.ts';
import { fold } from '../../../mappings/vocabulary/vocabulary.ts';
import type { ColumnReport } from '../column-statistics.ts';
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
  origins: number;
  laboratories: number;
  urls: number;
  /** Average length of the values in characters. */
  length: number;
  /** Whether the column only numbers the rows. */
  isIndex: boolean;
  /** Whether all records have the same value here. */
  isConstant: boolean;
}

/** Examines one column of a file with so many records. */
export function evidenceOf(column: ColumnReport, records: number): Evidence {
  const { sample } = column;
  const name = fold(column.column.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '));
  const share = (test: (text: string) => boolean) =>
    sample.length === 0 ? 0 : sample.filter(test).length / sample.length;
  const namesLaboratory = (text: string) => {
    const words = ` ${fold(text)} `;
    return [...laboratories.spellings.keys()].some((spelling) => words.includes(` ${spelling} `));
  };
  return {
    column,
    name,
    numbers: guessNumbers(sample),
    dates: guessDates(sample),
    gems: share((text) => gemTypes.canonical(text) !== undefined),
    origins: share((text) => origins.canonical(text) !== undefined),
    laboratories: share(namesLaboratory),
    urls: share((text) => /^(https?:\/\/|www\.)/i.test(text)),
    length: sample.reduce((sum, text) => sum + text.length, 0) / Math.max(sample.length, 1),
    isIndex:
      isUnnamed(name) && column.unique && sample.every((text, i) => Number(text) - Number(sample[0]) === i),
    isConstant: column.distinct === 1 && column.filled === records,
  };
}

const isUnnamed = (name: string) => /^(column \d+|unnamed \d+|index|row|nr|no|)$/.test(name);

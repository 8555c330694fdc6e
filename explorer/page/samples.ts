import type { Comparables, Meta } from '../service/answers.ts';
import { text } from '../text/text.ts';
import { count } from './format.ts';

/** The sentence that some of all lots are invented; empty where none are. */
export const samplesNote = (samples: number, all: number | undefined, of = text.samples.ofFigure): string =>
  samples === 0 ? '' : text.samples.note(samples === all ? text.samples.all : count(samples), of);

/** The sentence of the sales that are compared with a stone. */
export const samplesOfSales = ({ synthetic_lots: samples, n }: Comparables): string =>
  samplesNote(samples, n, text.samples.ofSales(count(n)));

/** The number of invented lots behind several responses. */
export const samplesIn = (answers: readonly { meta: Meta }[]): number =>
  answers.reduce((sum, { meta }) => sum + (meta.synthetic_lots ?? 0), 0);

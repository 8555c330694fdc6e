import type { Meta, Overview } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { overviewUrl } from '../service/requests.ts';
import { isRealOnly, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { count, lots } from './format.ts';

/** Whether all lots that figures use by default are generated. */
let areAll = false;

/** What the banner says about the generated lots of the whole data; empty where none are shown. One request, which is kept. */
export async function samplesOfData(state: PageState): Promise<string> {
  if (isRealOnly(state)) return '';
  const { data, meta } = await load<Overview>(overviewUrl([]));
  const { synthetic_lots: samples = 0 } = meta;
  areAll = samples === data.lots;
  return samplesNote(samples, areAll, text.samples.ofData(lots(data.lots)));
}

/** What a citation and the files of a figure say about the generated lots behind it; empty without any. */
export const samplesOf = ({ synthetic_lots: samples = 0 }: Meta, { filters }: PageState): string =>
  // With these filters, hand-picked lots count too, which are real.
  samplesNote(
    samples,
    areAll && !filters.some((filter) => /^(flags|selection,(?!market))/.test(String(filter))),
  );

/** The sentence that lots are invented; empty where none are. */
export const samplesNote = (samples: number, isAll: boolean, of: string = text.samples.ofFigure): string =>
  samples === 0 ? '' : text.samples.note(isAll ? text.samples.all : count(samples), of);

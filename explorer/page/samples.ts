import type { Overview } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { overviewUrl } from '../service/requests.ts';
import { isRealOnly, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { count, lots } from './format.ts';

/** What the banner says about the generated lots of the whole data; empty where none are shown. One request, which is kept. */
export async function samplesOfData(state: PageState): Promise<string> {
  if (isRealOnly(state)) return '';
  const { data, meta } = await load<Overview>(overviewUrl([]));
  const { synthetic_lots: samples = 0 } = meta;
  return samplesNote(samples, data.lots, text.samples.ofData(lots(data.lots)));
}

/** The sentence that some of all lots are invented; empty where none are. */
export const samplesNote = (samples: number, all: number | undefined, of = text.samples.ofFigure): string =>
  samples === 0 ? '' : text.samples.note(samples === all ? text.samples.all : count(samples), of);

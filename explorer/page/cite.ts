import { dataVersion } from '../service/load.ts';
import { text } from '../text/text.ts';
import { date } from './format.ts';
import { shareText } from './share-text.ts';

/** How to cite what an address shows: title, address, data version and day, and that lots are invented. */
export function citationOf(title: string, address: string, samples: string): string {
  const today = date(new Date().toISOString().slice(0, 10));
  return shareText.citation(title, address, dataVersion() ?? text.unknown, today, samples);
}

import { dataVersion } from '../service/load.ts';
import { answerText } from '../text/en-answer.ts';
import { text } from '../text/text.ts';
import { h } from './element.ts';
import { date } from './format.ts';

/** How to cite what the page shows: title, address, data version and day. */
export function citation(title: string): HTMLElement {
  const today = date(new Date().toISOString().slice(0, 10));
  const cited = answerText.citation(title, location.href, dataVersion() ?? text.unknown, today);
  return h('p', { class: 'citation' }, h('span', {}, answerText.cite, ' '), h('cite', {}, cited));
}

/** A button that prints the page; browsers offer a PDF there. */
export const printButton = (): HTMLElement =>
  h('button', { type: 'button', class: 'print-button', on: { click: () => print() } }, answerText.print);

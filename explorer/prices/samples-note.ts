import { h } from '../page/element.ts';
import { count } from '../page/format.ts';
import { text } from '../text/text.ts';

/** A note on how many of the shown lots are generated; hidden without any. */
export function createSamplesNote() {
  const element = h('p', { class: 'note', hidden: true });
  return {
    element,
    show(synthetic = 0) {
      element.hidden = synthetic === 0;
      element.textContent = text.results.samples(synthetic, count(synthetic));
    },
  };
}

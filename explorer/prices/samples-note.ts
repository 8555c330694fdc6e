import { h } from '../page/element.ts';
import { count } from '../page/format.ts';
import { text } from '../text/text.ts';

/** A note on how many of the shown lots are generated. Its line is kept without any, so that nothing moves. */
export function createSamplesNote() {
  const element = h('p', { class: 'note samples-note' });
  return {
    element,
    show(synthetic = 0) {
      element.textContent = synthetic === 0 ? '' : text.results.samples(synthetic, count(synthetic));
    },
  };
}

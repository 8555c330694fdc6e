import { text } from '../text/text.ts';
import { h } from './element.ts';
import { count } from './format.ts';

/** A note on how many of the shown lots are generated. Without any, an empty line stays, so that the layout does not shift. */
export function createSamplesNote() {
  const element = h('p', { class: 'note samples-note' });
  return {
    element,
    show(synthetic = 0, all = Number.POSITIVE_INFINITY) {
      const some = synthetic === 0 ? '' : text.samples(synthetic, count(synthetic));
      element.textContent = synthetic > 0 && synthetic >= all ? text.allSamples : some;
    },
  };
}

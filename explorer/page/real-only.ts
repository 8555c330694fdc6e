import { onSamples } from '../service/load.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { isRealOnly, type PageState, withRealOnly } from '../state/page-state.ts';
import { homeText } from '../text/en-home.ts';
import { h } from './element.ts';

/** The switch "real sales only", which every view respects, and the banner where generated lots are shown. */
export function createRealOnly() {
  const input = h('input', {
    ...{ id: 'real-only', type: 'checkbox', role: 'switch' },
    on: { change: () => void goTo(withRealOnly(currentState(), input.checked)) },
  });
  const banner = h('span', { class: 'samples-banner', role: 'status' });
  const element = h(
    'div',
    { class: 'trust' },
    h('label', { class: 'switch' }, input, h('span', {}, homeText.trust.realOnly)),
    banner,
  );
  let hasSamples = false;
  const say = () => {
    const isReal = isRealOnly(currentState());
    element.classList.toggle('with-samples', hasSamples && !isReal);
    banner.textContent = isReal ? homeText.trust.real : hasSamples ? homeText.trust.samples : '';
  };
  onSamples(() => {
    hasSamples = true;
    say();
  });
  return {
    element,
    update(state: PageState) {
      input.checked = isRealOnly(state);
      say();
    },
  };
}

import { onQuota } from '../service/quota.ts';
import { text } from '../text/text.ts';
import { h } from './element.ts';
import { count, duration } from './format.ts';

/** Below this share of the hourly requests the notice is shown. */
const lowShare = 0.1;

/** Shows how many requests are left when few are; hidden until then. */
export function createQuotaNotice(): HTMLElement {
  const element = h('p', { class: 'notice', role: 'status', hidden: true });
  onQuota(({ left, total, secondsToReset }) => {
    element.hidden = left >= total * lowShare;
    const shown = text.states.low(count(left), count(total), duration(secondsToReset));
    if (!element.hidden) element.textContent = shown;
  });
  return element;
}

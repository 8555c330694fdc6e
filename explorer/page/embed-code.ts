import { addressOf, type PageState } from '../state/page-state.ts';
import { h } from './element.ts';
import { shareText } from './share-text.ts';
import { copyable, folded } from './show-request.ts';

/** Height of the frame in pixels; the visitor may change it. */
const height = 720;

/** HTML that shows one figure on another site. */
export function embedCode(state: PageState, name: string, title: string): HTMLElement {
  const address = new URL(addressOf({ ...state, embed: name }), location.origin).href;
  const frame = h('iframe', { src: address, title, width: '100%', height, loading: 'lazy' });
  frame.style.border = '0';
  return folded(shareText.embed, h('p', {}, shareText.embedNote), copyable(shareText.html, frame.outerHTML));
}

/** Adds a link to this site below a figure that is embedded in another site. */
export function linkHome(state: PageState): void {
  document.querySelector('.embed-home')?.remove();
  if (state.embed === undefined) return;
  const address = addressOf({ ...state, embed: undefined });
  document
    .querySelector('main')
    ?.append(h('p', { class: 'embed-home' }, h('a', { href: address, target: '_blank' }, shareText.open)));
}

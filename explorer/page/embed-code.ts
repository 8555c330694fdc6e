import { addressOf, type PageState } from '../state/page-state.ts';
import { h } from './element.ts';
import { shareText } from './share-text.ts';
import { copyable, folded } from './show-request.ts';

/** Height of the frame in pixels; the visitor may change it. */
const height = 720;

/** HTML that shows one figure on another site. */
export function embedCode(state: PageState, name: string, title: string): HTMLElement {
  const address = new URL(addressOf({ ...state, embed: name }), location.origin).href;
  const frame = `<iframe src="${quoted(address)}" title="${quoted(title)}" width="100%" height="${height}" style="border:0" loading="lazy"></iframe>`;
  return folded(shareText.embed, h('p', {}, shareText.embedNote), copyable(shareText.html, frame));
}

/** A text as the value of an attribute. */
const quoted = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Adds a link to this site below a figure that is embedded in another site. */
export function linkHome(state: PageState): void {
  document.querySelector('.embed-home')?.remove();
  if (state.embed === undefined) return;
  const address = addressOf({ ...state, embed: undefined });
  document
    .querySelector('main')
    ?.append(h('p', { class: 'embed-home' }, h('a', { href: address, target: '_blank' }, shareText.open)));
}

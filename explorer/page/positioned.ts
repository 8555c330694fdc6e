import { h } from './element.ts';

/** A mark of a drawing, from and to a place in percent of its width; without an end it stands at the place. */
export function positioned(kind: string, from: number, to?: number, label?: string): HTMLElement {
  const element = h('div', { class: kind }, label);
  element.style.left = `${from}%`;
  if (to !== undefined) element.style.width = `${to - from}%`;
  return element;
}

import { h } from './element.ts';

/** A mark of a drawing: a range in percent of its width, or a point without `to`. */
export function positioned(kind: string, from: number, to?: number, label?: string): HTMLElement {
  const element = h('div', { class: kind }, label);
  element.style.left = `${from}%`;
  if (to !== undefined) element.style.width = `${to - from}%`;
  return element;
}

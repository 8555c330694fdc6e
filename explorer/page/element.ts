/** The children of an element; `null`, `undefined` and `false` add nothing. */
export type Child = Node | string | null | undefined | false;

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** Attributes of an element; listeners are in `on`. */
export type Attributes = { on?: Listeners } & Record<
  string,
  string | number | boolean | null | undefined | Listeners
>;

/** What an element has: attributes, which may be left out, and children. */
export type Content = [Attributes, ...Child[]] | Child[];

/** The attributes and the children. */
export function withAttributes(content: Content): [Attributes, ...Child[]] {
  const [first] = content;
  const hasOwn = first instanceof Object && !(first instanceof Node);
  return (hasOwn ? content : [{}, ...content]) as [Attributes, ...Child[]];
}

/**
 * A new element. Attributes that are `true` are present and empty, those that are `false` or null are absent; text
 * is always text, never markup, so that nothing from the API can become code.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  ...content: Content
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  const [{ on, ...others }, ...children] = withAttributes(content);
  for (const [name, value] of Object.entries(others)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [name, listener] of Object.entries(on ?? {})) {
    element.addEventListener(name, listener as EventListener);
  }
  element.append(...present(children));
  return element;
}

/** A new element of a drawing. */
export function svg(
  tag: string,
  attributes: Record<string, string | number>,
  children: readonly Child[] = [],
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...present(children));
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...present(children));
}

/** Renders again, and restores the focus to the element with the same ID, if it was inside. */
export function keepingFocus(container: Element, render: () => void): void {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  render();
  if (!focused?.id || focused.isConnected) return;
  document.getElementById(focused.id)?.focus({ preventScroll: true });
}

const present = (children: readonly Child[]) =>
  children.filter(
    (child): child is Node | string => child !== null && child !== undefined && child !== false,
  );

/** A section that its heading names. */
export const titled = (kind: string, title: string, ...content: Child[]): HTMLElement =>
  h(
    'section',
    { class: kind, 'aria-labelledby': `${kind}-title` },
    h('h2', { id: `${kind}-title` }, title),
    ...content,
  );

/** A line in small print. */
export const note = (...content: Child[]): HTMLElement => h('p', { class: 'note' }, ...content);

/** A line in small print in a row, below its subject. */
export const rowNote = (...content: Child[]): HTMLElement => h('span', { class: 'row-note' }, ...content);

/** A term and its description in a list of them. */
export const entry = (term: string, ...description: Child[]): HTMLElement =>
  h('div', h('dt', term), h('dd', ...description));

/** A mark of a drawing: a range in percent of its width, or a point without `to`. */
export function positioned(kind: string, from: number, to?: number, label?: string): HTMLElement {
  const element = h('div', { class: kind }, label);
  element.style.position = 'absolute';
  element.style.left = `${from}%`;
  if (to !== undefined) element.style.width = `${to - from}%`;
  return element;
}

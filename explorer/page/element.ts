/** What an element can hold; nothing for `null`, `undefined` and `false`. */
export type Child = Node | string | null | undefined | false;

type Listeners = { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void };

/** Attributes of an element; listeners stand under `on`. */
export type Attributes = { on?: Listeners } & Record<
  string,
  string | number | boolean | null | undefined | Listeners
>;

/**
 * A new element. Attributes that are `true` are present and empty, those that are `false` or null are absent; text
 * is always text, never markup, so nothing that the API sends can become code.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  const { on, ...others } = attributes;
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

/** Puts children in the place of those that an element has. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...present(children));
}

/** Renders anew, and gives the focus back to the element of the same id, where it was inside. */
export function keepingFocus(container: Element, render: () => void): void {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  render();
  if (!focused?.id || focused.isConnected) return;
  document.getElementById(focused.id)?.focus({ preventScroll: true });
}

const present = (children: Child[]) =>
  children.filter(
    (child): child is Node | string => child !== null && child !== undefined && child !== false,
  );

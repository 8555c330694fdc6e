/** A new element of a drawing. */
export function svg(
  tag: string,
  attributes: Record<string, string | number>,
  children: readonly (Node | string)[] = [],
): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

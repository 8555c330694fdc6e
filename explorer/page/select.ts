import { h } from './element.ts';

/** A labeled list of options. */
export function labeledSelect(
  id: string,
  label: string,
  options: readonly (readonly [value: string, name: string])[],
  chosen: string,
  change: (value: string) => void,
): HTMLElement[] {
  const select = h(
    'select',
    { id, on: { change: () => change(select.value) } },
    ...options.map(([value, name]) => h('option', { value }, name)),
  );
  select.value = chosen;
  return [h('label', { for: id }, label, ' '), select];
}

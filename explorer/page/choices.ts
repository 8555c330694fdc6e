import { stateLink } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { h } from './element.ts';

/** A choice of one of a few states, each with a URL; the first is the default, which the URL omits. */
export function segments(
  state: PageState,
  name: Exclude<keyof PageState, 'view' | 'filters'>,
  label: string,
  options: Record<string, string>,
): HTMLElement {
  const chosen = state[name] ?? Object.keys(options)[0];
  const links = Object.entries(options).map(([value, title], index) => {
    const next = { ...state, [name]: index === 0 ? undefined : value };
    return stateLink(
      next,
      { id: `${name}-${value}`, 'aria-current': value === chosen ? 'true' : undefined },
      title,
    );
  });
  return h('nav', { class: 'segments', 'aria-label': label }, ...links);
}

/** A labeled list of options. */
export function labeledSelect(
  id: string,
  label: string,
  options: readonly (readonly [value: string, name: string])[],
  chosen: string,
  change: (value: string) => void,
): HTMLElement {
  const select = h(
    'select',
    { id, on: { change: () => change(select.value) } },
    ...options.map(([value, name]) => h('option', { value }, name)),
  );
  select.value = chosen;
  return h('span', h('label', { for: id, class: 'faint' }, label, ' '), select);
}

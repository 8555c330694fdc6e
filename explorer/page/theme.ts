import { text } from '../text/text.ts';
import { h } from './element.ts';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The choice of colors: system, light or dark. It is stored. */
export function createThemeChoice(): HTMLElement {
  const select = h(
    'select',
    { 'aria-label': text.theme.label, on: { change: () => choose(select.value as Theme) } },
    ...themes.map((theme) => h('option', { value: theme }, text.theme[theme])),
  );
  select.value = themes.find((theme) => theme === storage()?.getItem('theme')) ?? 'auto';
  apply(select.value as Theme);
  return select;
}

function choose(theme: Theme): void {
  storage()?.setItem('theme', theme);
  apply(theme);
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** Where the choice is stored; undefined where storage is blocked: then it lasts for this visit. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

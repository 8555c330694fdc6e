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
  select.value = themes.find((theme) => theme === stored()) ?? 'auto';
  apply(select.value as Theme);
  return select;
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be blocked: then the choice lasts for this visit.
  }
  apply(theme);
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** The stored choice; null if there is none, or storage is blocked. */
function stored(): string | null {
  try {
    return localStorage.getItem('theme');
  } catch {
    return null;
  }
}

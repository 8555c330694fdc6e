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
  const remembered = themes.find((theme) => theme === stored()) ?? 'auto';
  select.value = remembered;
  apply(remembered);
  // Prints are light, so canvases must be redrawn before and after printing.
  addEventListener('beforeprint', () => show('light'));
  addEventListener('afterprint', () => show(select.value as Theme));
  return select;
}

/** Calls back when the colors change, so that charts can be redrawn. */
export function onThemeChange(listener: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
  addEventListener('themechange', listener);
}

function choose(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage may be blocked: then the choice lasts for this visit.
  }
  show(theme);
}

function show(theme: Theme): void {
  apply(theme);
  dispatchEvent(new Event('themechange'));
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

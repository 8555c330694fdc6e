import { text } from '../text/text.ts';
import { h } from './element.ts';
import { keep, readKept } from './kept.ts';

const themes = ['auto', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The choice of colors: system, light or dark. It is stored. */
export function createThemeChoice(): HTMLElement {
  const select = h(
    'select',
    { 'aria-label': text.theme.label, on: { change: () => choose(select.value as Theme) } },
    ...themes.map((theme) => h('option', { value: theme }, text.theme[theme])),
  );
  const remembered = themes.find((theme) => theme === readKept('theme')) ?? 'auto';
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
  // Where nothing is kept, the choice lasts for this visit.
  keep('theme', theme);
  show(theme);
}

function show(theme: Theme): void {
  apply(theme);
  dispatchEvent(new Event('themechange'));
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

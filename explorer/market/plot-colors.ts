/** The colors of charts, from the current style sheet. */
export interface PlotColors {
  ink: string;
  faint: string;
  line: string;
  accent: string;
  band: string;
  bar: string;
  paper: string;
}

/** Reads the colors: a canvas does not support custom properties. */
export function plotColors(): PlotColors {
  // `light-dark()` is resolved only where a property uses it: an element uses each color in turn.
  const probe = document.body.appendChild(document.createElement('span'));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    ...{ ink: read('ink'), faint: read('faint'), line: read('line'), accent: read('accent') },
    ...{ band: read('band'), bar: read('bar'), paper: read('paper') },
  };
  probe.remove();
  return colors;
}

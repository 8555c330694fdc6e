/** The colours of drawings, as the style sheet has them at this moment. */
export interface PlotColours {
  ink: string;
  faint: string;
  line: string;
  accent: string;
  band: string;
  bar: string;
  paper: string;
}

/** Reads the colours: a canvas knows no custom properties. */
export function plotColours(): PlotColours {
  // `light-dark()` is resolved only where a property uses it: an element takes each colour in turn.
  const probe = document.body.appendChild(document.createElement('span'));
  const read = (name: string) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    ...{ ink: read('ink'), faint: read('faint'), line: read('line'), accent: read('accent') },
    ...{ band: read('band'), bar: read('bar'), paper: read('paper') },
  };
  probe.remove();
  return colours;
}

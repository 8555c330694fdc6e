import { citationOf } from '../page/cite.ts';
import { type Child, fill, h, note } from '../page/element.ts';
import { emptyResult } from '../page/empty-result.ts';
import { lots, periodName, saidOf } from '../page/format.ts';
import { samplesNote } from '../page/samples.ts';
import { copyable, folded, showRequest } from '../page/show-request.ts';
import { problemState, skeleton } from '../page/states.ts';
import { type Column, column, columnTable, type TableChoices, termsOf } from '../page/table.ts';
import { filterNames } from '../search/filter-names.ts';
import type { Meta } from '../service/answers.ts';
import { dataVersion } from '../service/load.ts';
import { stateLink } from '../state/navigation.ts';
import { glossaryAt, type PageState } from '../state/page-state.ts';
import { chartsText } from './charts-text.ts';
import { createLineChart, type LineChart, type Position } from './line-chart.ts';
import { pngOf } from './png-of.ts';
import { firstUnfinished } from './shown-periods.ts';
import { toCsv } from './to-csv.ts';

/** The request of a figure, its columns and its chart; with notes, files and a citation. */
export interface Figure {
  element: HTMLElement;
  title: string;
  loading(): void;
  problem(error: unknown): void;
  /** Shows the response to a request. */
  show<Row, Drawn extends Position>(content: FigureContent<Row, Drawn>): void;
}

/** The request of a figure, and what its headline says about the data. */
export interface FigureSource {
  /** Path and query of each request. */
  request: string | readonly string[];
  state: PageState;
  /** What the response says about its lots. */
  meta: Meta;
  /** The number of lots behind the figure, and the interval of the headline. */
  lots?: number | undefined;
  interval?: string | undefined;
}

/** Sentences below a figure; what is empty is left out. */
export type Notes = readonly (string | false | null | undefined)[];

/** The contents of a figure. Without a chart, the table of its columns is the figure. */
interface FigureContent<Row, Drawn extends Position> extends FigureSource {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** How the table that is the figure is drawn. */
  table?: TableChoices<Row>;
  /** What is drawn: lines, or an element. */
  chart?: Lines<Drawn> | HTMLElement | undefined;
  /** The headline; default: the title. */
  headline?: string | undefined;
  /** The line below the headline; default: the lead of the figure. */
  lead?: string | undefined;
  notes?: Notes;
}

/** A chart over time starts at the first period with so many lots. */
const fewest = 5;

/** Lines over positions. */
interface Lines<Drawn extends Position> extends LineChart<Drawn> {
  rows: readonly Drawn[];
  /** For positions over time: the lots of one, and the day of the data. The chart starts at the first one with five. */
  time?: { lots: (row: Drawn) => number; asOf: string };
}

/** A line that says what is drawn, and a folded guide to reading it. */
export interface FigureWords {
  lead: string;
  guide?: string;
}

/**
 * Builds a figure.
 * @param name part of the names of its files and of its element IDs
 */
export function createFigure(
  name: string,
  title: string,
  { lead, guide }: FigureWords,
  ...controls: Child[]
): Figure {
  const heading = h('h2', { id: `${name}-title` }, title);
  const body = h('div', { class: 'figure-body' }, skeleton(1, 'chart'));
  const leadLine = h('p', { class: 'lead' }, lead);
  const about = note('');
  const tools = h('div', { class: 'figure-tools row' });
  const kind = { class: `figure figure-${name}`, 'aria-labelledby': `${name}-title` };
  const bar = controls.length > 0 && h('div', { class: 'figure-controls row' }, ...controls);
  const element = h('section', kind, heading, leadLine, about, guide && guideFold(guide), bar, body, tools);
  const lines = createLineChart(name);

  return {
    element,
    title,
    loading() {
      element.setAttribute('aria-busy', 'true');
    },
    problem(error) {
      element.removeAttribute('aria-busy');
      fill(body, problemState(error, 2));
      fill(tools);
    },
    show({ chart, rows, columns, table, notes = [], request, state, meta, ...own }) {
      element.removeAttribute('aria-busy');
      const requests = [request].flat().map(showRequest);
      heading.textContent = own.headline ?? title;
      leadLine.textContent = own.lead ?? lead;
      about.textContent = dataOf(state, own);
      const written = (some: Notes) => some.flatMap((one) => (one ? [note(one)] : []));
      if (rows.length === 0) {
        fill(body, emptyResult(state, meta, true, written(notes)));
        fill(tools, ...requests);
        return;
      }
      const save = (format: string, blob: () => Promise<Blob> | Blob) =>
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            'aria-label': chartsText.market.saveAs(format, title),
            on: { click: async () => saveFile(await blob(), fileName(state, name, format.toLowerCase())) },
          },
          format,
        );
      const samples = samplesNote(meta.synthetic_lots ?? 0, own.lots);
      const saved =
        samples === '' ? columns : [...columns, column('samples', '', String, { value: () => samples })];
      const csv = save(chartsText.market.csv, () => new Blob([toCsv(rows, saved)], { type: 'text/csv' }));
      const cite = folded(
        chartsText.cite,
        copyable(chartsText.citation, citationOf(heading.textContent, location.href, samples)),
      );
      const isDrawn = chart instanceof HTMLElement;
      const drawnNotes = chart && !isDrawn ? drawLines(chart, columns as readonly Column<unknown>[]) : [];
      const drawn = isDrawn ? chart : chart ? lines.element : columnTable(title, rows, columns, table);
      fill(body, drawn, ...written([...drawnNotes, ...notes]));
      const png = () => pngOf(lines.drawing(), heading.textContent, captions(about.textContent, samples));
      fill(
        tools,
        chart && dataTable(title, rows, columns),
        chart && !isDrawn && save(chartsText.market.png, png),
        csv,
        cite,
        ...requests,
      );
    },
  };

  function drawLines<Drawn extends Position>(
    { rows, time, ...chart }: Lines<Drawn>,
    columns: readonly Column<unknown>[],
  ): Notes {
    // A few early lots would stretch the axis.
    const from = time
      ? Math.max(
          0,
          rows.findIndex((row) => time.lots(row) >= fewest),
        )
      : 0;
    const shown = rows.slice(from);
    const early = rows.slice(0, from).reduce((sum, row) => sum + (time?.lots(row) ?? 0), 0);
    const names = shown.map(({ period }) => period);
    const unfinished = time ? firstUnfinished(names, time.asOf) : names.length;
    const readout = (row: Drawn) => termsOf(columns, row);
    lines.show(heading.textContent, shown, { readout, ...chart }, unfinished);
    return [
      saidOf(early, (some) => chartsText.before(some, periodName(names[0]!))),
      unfinished < names.length && chartsText.unfinished(periodName(names[unfinished]!)),
    ];
  }
}

/** What a headline leaves to the line below it: in which data, of how many lots, within which interval. */
const dataOf = (state: PageState, { lots: n, interval }: Pick<FigureSource, 'lots' | 'interval'>): string =>
  [filterNames(state).join(', ') || chartsText.allLots, n !== undefined && lots(n), interval]
    .filter(Boolean)
    .join(' · ');

/** The folded guide to reading a chart. */
function guideFold(guide: string): HTMLElement {
  const glossary = stateLink(glossaryAt(), chartsText.glossary);
  return h('details', { class: 'guide' }, h('summary', chartsText.guide), h('p', guide, ' ', glossary));
}

/** The data of a chart as a folded table, which is built when it is opened. */
function dataTable<Row>(title: string, rows: readonly Row[], columns: readonly Column<Row>[]): HTMLElement {
  const region = h('div', { class: 'data-table' });
  const fillOnce = () => {
    if (region.childElementCount === 0) region.append(columnTable(title, rows, columns, { kind: 'plain' }));
  };
  const summary = h('summary', chartsText.market.table);
  return h('details', { on: { toggle: fillOnce } }, summary, region);
}

/** Downloads a file. */
function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the URL only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The captions of a saved image: the data, whether lots are invented, and the source. */
const captions = (data: string, samples: string): string[] => {
  const version = dataVersion();
  const source = chartsText.market.source(location.host);
  const lines = [data, samples, version ? `${source}, ${chartsText.version(version)}` : source];
  return lines.filter(Boolean);
};

/** Maximum length of the filters in a file name, so that file systems accept it. */
const maxFilterLength = 80;

/** The name of a saved file: filters, figure, price choices and data version. */
function fileName(state: PageState, figure: string, extension: string): string {
  const filters = slug(filterNames(state).join(' ') || chartsText.allLots).slice(0, maxFilterLength);
  const { basis, dollars } = state;
  const choices = [basis, dollars, dataVersion()].map((choice) => choice && slug(choice));
  return `${[filters, figure, ...choices].filter(Boolean).join('_')}.${extension}`;
}

/** Reduces a name to letters, digits and hyphens, which are safe in file names. */
const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('≥', ' from ')
    .replaceAll('≤', ' to ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');

import { type Child, fill, h, note } from '../page/element.ts';
import { emptyResult } from '../page/empty-result.ts';
import { lots } from '../page/format.ts';
import { showRequest } from '../page/show-request.ts';
import { problemState, skeleton } from '../page/states.ts';
import { describeFilter } from '../search/filter-names.ts';
import { dataVersion } from '../service/load.ts';
import { unquoted } from '../state/list-values.ts';
import { currentState, stateLink } from '../state/navigation.ts';
import { glossaryAt, isList, type PageState } from '../state/page-state.ts';
import { chartsText } from './charts-text.ts';
import { type CsvColumn, dataTable, saveFile } from './figure-data.ts';
import { withSamples } from './findings.ts';
import { pngOf } from './png-of.ts';
import { toCsv } from './to-csv.ts';

/** A chart with its notes, table, files and request. */
export interface Figure {
  element: HTMLElement;
  loading(): void;
  problem(error: unknown): void;
  /** Shows a chart and its data. */
  show<Row>(content: FigureContent<Row>): void;
}

/** The request of a figure, and facts that its files and images mention. */
export interface FigureSource {
  /** Path and query of each request. */
  request: string | readonly string[];
  state: PageState;
  /** The number of generated lots shown, which the headline and a saved image mention. */
  syntheticLots: number;
}

/** The contents of a figure. */
export interface FigureContent<Row> extends FigureSource {
  chart: HTMLElement;
  /** The canvases of the chart, which can be saved as an image. */
  canvases?: () => HTMLCanvasElement[];
  /** The headline; default: the title. */
  headline?: string | undefined;
  /** The line below the headline; default: the lead of the figure. */
  lead?: string | undefined;
  notes: (string | false | undefined)[];
  rows: Row[];
  columns: CsvColumn<Row>[];
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
  words: string | FigureWords,
  ...controls: Child[]
): Figure {
  const { lead, guide }: FigureWords = typeof words === 'string' ? { lead: words } : words;
  const heading = h('h2', { id: `${name}-title` }, title);
  const body = h('div', { class: 'figure-body' }, skeleton(1, 'chart'));
  const controlBar = controls.length > 0 && h('div', { class: 'figure-controls' }, ...controls);
  const head = h('div', { class: 'figure-head row' }, heading, controlBar);
  const leadLine = h('p', { class: 'lead' }, lead);
  const tools = h('div', { class: 'figure-tools row' });
  const kind = { class: `figure figure-${name}`, 'aria-labelledby': `${name}-title` };
  const element = h('section', kind, head, leadLine, guide && guideFold(guide), body, tools);

  return {
    element,
    loading() {
      element.setAttribute('aria-busy', 'true');
    },
    problem(error) {
      element.removeAttribute('aria-busy');
      fill(body, problemState(error, 2));
      fill(tools);
    },
    show({ chart, canvases, notes, rows, columns, request, state, syntheticLots, ...own }) {
      element.removeAttribute('aria-busy');
      const requests = [request].flat().map(showRequest);
      heading.textContent = withSamples(own.headline ?? title, syntheticLots);
      leadLine.textContent = own.lead ?? lead;
      if (rows.length === 0) {
        fill(body, emptyResult(state));
        fill(tools, ...requests);
        return;
      }
      const shownNotes = notes.filter((note): note is string => Boolean(note));
      fill(body, chart, ...shownNotes.map((one) => note(one)));
      const save = (format: string, blob: () => Promise<Blob>) =>
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
      const png =
        canvases &&
        save(chartsText.market.png, () => pngOf(canvases(), heading.textContent, captions(syntheticLots)));
      const csv = save(
        chartsText.market.csv,
        async () => new Blob([toCsv(rows, columns)], { type: 'text/csv' }),
      );
      const table = dataTable(title, rows, columns);
      fill(tools, table, png, csv, ...requests);
    },
  };
}

/** The folded guide to reading a chart. */
function guideFold(guide: string): HTMLElement {
  const glossary = stateLink(glossaryAt(), {}, chartsText.glossary);
  return h(
    'details',
    { class: 'guide' },
    h('summary', {}, chartsText.guide),
    h('p', {}, guide, ' ', glossary),
  );
}

/** The captions of a saved image: the filters, whether the lots are real, the source. */
function captions(syntheticLots: number): string[] {
  const filters = currentState().filters.map(describeFilter).join(' · ');
  const version = dataVersion();
  const samples = syntheticLots > 0 ? chartsText.market.includesSamples(lots(syntheticLots)) : '';
  const source = [chartsText.market.source(location.host), version && chartsText.version(version)]
    .filter(Boolean)
    .join(', ');
  return [filters, samples, source].filter((line) => line !== '');
}

/** Maximum length of the filters in a file name, so that file systems accept it. */
const maxFilterLength = 80;

/** The name of a saved file: gem, other filters, figure, price basis and data version. */
function fileName(state: PageState, figure: string, extension: string): string {
  const isGem = ([name]: readonly [string, string]) => name === 'gem_name';
  const ordered = [...state.filters.filter(isGem), ...state.filters.filter((filter) => !isGem(filter))];

  const filters = ordered.map(([name, value]) =>
    isList(name) ? slug(unquoted(value)) : slug(describeFilter([name, value])),
  );
  const prices = [state.basis, state.dollars === 'real' && (state.month ? `real-${state.month}` : 'real')];
  const parts = [
    filters.filter(Boolean).join('-').slice(0, maxFilterLength) || 'all-lots',
    figure,
    ...prices.map((part) => part && slug(part)),
    slug(dataVersion() ?? ''),
  ];
  return `${parts.filter(Boolean).join('_')}.${extension}`;
}

/** Reduces a name to letters, digits and hyphens, which are safe in file names. */
const slug = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('≥', ' from ')
    .replaceAll('≤', ' to ')
    .replaceAll(/\p{M}|[’']/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');

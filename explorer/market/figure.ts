import { type Child, fill, h } from '../page/element.ts';
import { lots } from '../page/format.ts';
import { showRequest } from '../page/show-request.ts';
import { emptyResult, problemState, skeleton } from '../page/states.ts';
import { describeFilter } from '../search/filter-names.ts';
import { currentState } from '../state/navigation.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { type CsvColumn, dataTable, saveFile } from './figure-data.ts';
import { paintPng } from './paint-png.ts';
import { toCsv } from './to-csv.ts';

/** A chart of the market with its notes, table, files and request. */
export interface Figure {
  element: HTMLElement;
  loading(): void;
  problem(error: unknown): void;
  /** Shows the chart that was drawn into `chart`. */
  show<Row>(content: FigureContent<Row>): void;
}

/** The contents of a figure. */
export interface FigureContent<Row> {
  chart: HTMLElement;
  notes: (string | false | undefined)[];
  rows: Row[];
  columns: CsvColumn<Row>[];
  /** Path and query of its request. */
  request: string;
  state: PageState;
  /** The number of generated lots shown: a saved image has to mention them. */
  syntheticLots: number;
}

/**
 * Builds a figure.
 * @param name part of the names of its files and of its element IDs
 */
export function createFigure(name: string, title: string, lead: string, ...controls: Child[]): Figure {
  const heading = h('h2', { id: `${name}-title` }, title);
  const body = h('div', { class: 'figure-body' }, skeleton(1, 'chart'));
  const controlBar =
    controls.length > 0 && h('div', { class: 'figure-controls', 'data-unpainted': true }, ...controls);
  const head = h('div', { class: 'figure-head' }, heading, controlBar);
  const picture = h('div', { class: 'figure-picture' }, head, h('p', { class: 'lead' }, lead), body);
  const tools = h('div', { class: 'figure-tools' });
  const element = h(
    'section',
    { class: `figure figure-${name}`, 'aria-labelledby': `${name}-title` },
    picture,
    tools,
  );

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
    show({ chart, notes, rows, columns, request, state, syntheticLots }) {
      element.removeAttribute('aria-busy');
      if (rows.length === 0) {
        fill(body, emptyResult(state));
        fill(tools, showRequest(request));
        return;
      }
      const shownNotes = notes.filter((note): note is string => Boolean(note));
      fill(body, chart, ...shownNotes.map((note) => h('p', { class: 'note' }, note)));
      const save = (format: string, blob: () => Promise<Blob>) =>
        h(
          'button',
          {
            ...{ type: 'button', class: 'quiet', 'aria-label': text.market.saveAs(format, title) },
            on: { click: async () => saveFile(await blob(), `${name}.${format.toLowerCase()}`) },
          },
          format,
        );
      const png = save(text.market.png, () => paintPng(picture, captions(syntheticLots)));
      const csv = save(text.market.csv, async () => new Blob([toCsv(rows, columns)], { type: 'text/csv' }));
      fill(tools, dataTable(title, rows, columns), png, csv, showRequest(request));
    },
  };
}

/** The captions of a saved image: the filters, whether the lots are real, the source. */
function captions(syntheticLots: number): string[] {
  const filters = currentState().filters.map(describeFilter).join(' · ');
  const samples = syntheticLots > 0 ? text.market.includesSamples(lots(syntheticLots)) : '';
  return [filters, samples, text.market.source(location.host)].filter((line) => line !== '');
}

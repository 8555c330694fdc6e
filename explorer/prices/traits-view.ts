import { chartsText } from '../charts/charts-text.ts';
import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { type ForestGroup, type ForestRow, forestTable } from '../charts/forest.ts';
import { labeledSelect, segments } from '../page/choices.ts';
import { type Child, fill, h } from '../page/element.ts';
import { count, decimal } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { createSection, part } from '../page/section.ts';
import type { View } from '../page/view.ts';
import type { Premia, PremiaPeriod, PremiumValue } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { premiaUrl } from '../service/requests.ts';
import { goTo, stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { traitsText as words } from './traits-text.ts';

/**
 * The trait effects of one gem type as price factors, over all time or by decade: two requests, one when only the trait, the
 * reference or the time changes.
 */
export function createTraitsView(): View {
  const controls = h('div', { class: 'figure-controls' });
  const figure = createFigure('traits', words.title, words, controls);
  return createSection({
    name: 'traits',
    title: text.titles.traits,
    heading: words.heading,
    path: ({ trait }) => (trait === 'price_basis' ? undefined : 'premia'),
    parts(state) {
      if (oneGem(state) === undefined) return [];
      const offer = (state: PageState, reference: HTMLElement | null) =>
        fill(
          controls,
          // Another trait has other values.
          segments({ ...state, reference: undefined }, 'trait', words.trait, words.traits),
          segments(state, 'interval', words.interval, words.intervals),
          h('div', { class: 'reference-choice' }, reference),
        );
      if (controls.childElementCount === 0) offer(state, null);
      return [
        part([figure], load<Premia>(premiaUrl(state)), ({ data }, { state, source }) => {
          offer(state, referenceChoice(state, data));
          const shared = { ...source(premiaUrl(state)), notes: [] };
          const { periods, trait } = data;
          const isEmpty = data.reference.value === null || data.values.length === 0;
          if (periods) {
            const rows = isEmpty ? [] : periods.flatMap(valuesOfPeriod);
            const chart = forest(byDecade(data, periods), trait);
            const columns = [periodColumn, ...valueColumns];
            figure.show({ ...shared, chart, rows, columns });
          } else {
            const rows = isEmpty ? [] : data.values;
            const chart = forest(overAllTime(data), trait);
            figure.show({ ...shared, chart, rows, columns: valueColumns });
          }
        }),
      ];
    },
  });
}

/** The reference first, then the values in the order of the API: by factor, those without a factor last. */
function overAllTime(data: Premia): ForestGroup[] {
  const rows = data.values.map((value) => rowOf(value, linked(value, data.trait)));
  return [{ rows: [...referenceRow(data), ...rows] }];
}

/** The reference first, then the decades of each value, the oldest first. Decades with too few lots are absent. */
function byDecade(data: Premia, periods: readonly PremiaPeriod[]): ForestGroup[] {
  const groups = data.values.map((value) => ({
    name: linked(value, data.trait),
    rows: periods.flatMap(({ period, values }) =>
      values.filter((other) => other.value === value.value).map((other) => rowOf(other, period)),
    ),
  }));
  return [{ rows: referenceRow(data) }, ...groups.filter(({ rows }) => rows.length > 0)];
}

function referenceRow({ reference, trait }: Premia): ForestRow[] {
  if (reference.value === null) return [];
  const name = nameOf(trait, reference.value);
  return [{ name, n: reference.lots, isReference: true, value: 1, low: null, high: null }];
}

function linked({ value, filter }: PremiumValue, trait: string): Child {
  const name = nameOf(trait, value);
  return filter ? stateLink(lotsOf(filter), {}, name) : name;
}

function rowOf({ lots, factor, low, high, refused }: PremiumValue, name: Child): ForestRow {
  return { name, value: factor, low, high, n: lots, reason: refused && words.refusals[refused] };
}

const valuesOfPeriod = ({ period, values }: PremiaPeriod) => values.map((value) => ({ ...value, period }));

const forest = (groups: readonly ForestGroup[], trait: string): HTMLElement =>
  forestTable(groups, {
    ...words.columns,
    title: words.title,
    name: words.traits[trait as keyof typeof words.traits] ?? words.columns.name,
    reference: words.isReference,
  });

/** The name of a value as the page shows it. */
const nameOf = (trait: string, value: string): string =>
  trait === 'price_basis' ? (words.bases[value] ?? value) : value;

function referenceChoice(state: PageState, { reference, values, trait }: Premia): HTMLElement | null {
  if (reference.value === null) return null;
  const options = [reference.value, ...values.map(({ value }) => value)].map(
    (value) => [value, nameOf(trait, value)] as const,
  );
  return labeledSelect('reference', words.reference, options, reference.value, (chosen) =>
    goTo({ ...state, reference: chosen }),
  );
}

const { columns: titles } = chartsText.market;

/** Columns of the factors; files use the names of the API. */
const valueColumns: CsvColumn<PremiumValue>[] = [
  column('value', words.columns.name, (row) => row.value),
  column('factor', words.columns.value, (row) => row.factor, decimal),
  column('low', titles.median_low, (row) => row.low, decimal),
  column('high', titles.median_high, (row) => row.high, decimal),
  column('lots', titles.lots, (row) => row.lots, count),
  column('refused', words.columns.refused, (row) => row.refused),
];

const periodColumn = column<PremiumValue & { period: string }>('period', titles.period, (row) => row.period);

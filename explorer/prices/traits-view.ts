import { createFigure } from '../charts/figure.ts';
import { type CsvColumn, column } from '../charts/figure-data.ts';
import { type ForestGroup, type ForestRow, forestTable } from '../charts/forest.ts';
import { type Child, fill, h, keepingFocus } from '../page/element.ts';
import { count, decimal } from '../page/format.ts';
import { loadOfGem, oneGem } from '../page/one-gem.ts';
import { choiceBar } from '../page/price-choices.ts';
import { createSamplesNote } from '../page/samples-note.ts';
import { segments } from '../page/segments.ts';
import { labeledSelect } from '../page/select.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import type { Answer, Premia, PremiaPeriod, PremiumValue } from '../service/answers.ts';
import { premiaUrl } from '../service/requests.ts';
import { currentState, goTo, stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { decadeFinding, nameOf, traitFinding } from './trait-findings.ts';
import { traitsText as words } from './traits-text.ts';

/**
 * The trait effects of one gem type as price factors, over all time or by decade: two requests, one when only the trait, the
 * reference or the time changes.
 */
export function createTraitsView(): View {
  const trait = h('div', {});
  const interval = h('div', {});
  const reference = h('div', {});
  const choices = h('div', {});
  const figure = createFigure(
    'traits',
    words.title,
    { lead: words.lead, guide: words.guide },
    trait,
    interval,
    reference,
  );
  const samples = createSamplesNote();
  const heading = h('h1', { tabindex: -1 }, text.titles.traits);
  const body = h('div', {}, skeleton(1, 'chart'));
  const element = h('section', { class: 'market-view traits-view' }, heading, samples.element, choices, body);
  return { element, show };

  async function show(state: PageState, frame: Frame): Promise<void> {
    const gem = oneGem(state);
    heading.textContent = gem === undefined ? text.titles.traits : words.heading(gem);
    samples.show();
    figure.loading();
    fill(choices, gem !== undefined && state.trait !== 'price_basis' && choiceBar(state, 'premia'));
    const answer = await loadOfGem<Premia>(state, frame, gem && premiaUrl(state), body);
    if (answer) keepingFocus(element, () => render(currentState(), answer));
  }

  function render(state: PageState, { data, meta }: Answer<Premia>) {
    const syntheticLots = meta.synthetic_lots ?? 0;
    heading.textContent = words.heading(oneGem(state)!);
    samples.show(syntheticLots);
    // Another trait has other values.
    const other = { ...state, reference: undefined };
    fill(trait, segments(other, 'trait', words.trait, words.traits));
    fill(interval, segments(state, 'interval', words.interval, words.intervals));
    fill(reference, ...referenceChoice(state, data));
    fill(body, figure.element);
    const shared = { notes: [], request: premiaUrl(state), state, syntheticLots };
    const hasValues = data.reference.value !== null && data.values.length > 0;
    if (data.periods) {
      const rows = hasValues ? data.periods.flatMap(valuesOfPeriod) : [];
      const columns = [periodColumn, ...valueColumns];
      const chart = forest(byDecade(data, data.periods), data.trait);
      figure.show({ chart, finding: decadeFinding(data, data.periods), rows, columns, ...shared });
    } else {
      const rows = hasValues ? data.values : [];
      const chart = forest(overAllTime(data), data.trait);
      figure.show({ chart, finding: traitFinding(data), rows, columns: valueColumns, ...shared });
    }
  }
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
    caption: words.title,
    name: words.traits[trait as keyof typeof words.traits] ?? words.columns.name,
    reference: words.isReference,
  });

function referenceChoice(state: PageState, { reference, values, trait }: Premia): HTMLElement[] {
  if (reference.value === null) return [];
  const options = [reference.value, ...values.map(({ value }) => value)].map(
    (value) => [value, nameOf(trait, value)] as const,
  );
  return labeledSelect('reference', words.reference, options, reference.value, (chosen) =>
    goTo({ ...state, reference: chosen }),
  );
}

/** Columns of the factors; files use the names of the API. */
const valueColumns: CsvColumn<PremiumValue>[] = [
  column('value', words.columns.name, (row) => row.value),
  column('factor', words.columns.value, (row) => row.factor, decimal),
  column('low', words.columns.low, (row) => row.low, decimal),
  column('high', words.columns.high, (row) => row.high, decimal),
  column('lots', words.columns.n, (row) => row.lots, count),
  column('refused', words.columns.refused, (row) => row.refused),
];

const periodColumn: CsvColumn<PremiumValue & { period: string }> = column(
  'period',
  text.market.columns.period,
  (row) => row.period,
);

import { createFigure } from '../market/figure.ts';
import type { CsvColumn } from '../market/figure-data.ts';
import { type Child, fill, h, keepingFocus } from '../page/element.ts';
import { count, decimal, shortTimes } from '../page/format.ts';
import { loadStyle } from '../page/load-style.ts';
import { choiceBar } from '../page/price-choices.ts';
import { segments } from '../page/segments.ts';
import { skeleton } from '../page/states.ts';
import type { Frame, View } from '../page/view.ts';
import { type ForestRow, forestTable } from '../prices/forest.ts';
import { loadOfGem, oneGem } from '../prices/one-gem.ts';
import { createSamplesNote } from '../prices/samples-note.ts';
import type { Answer, Premia, PremiumValue } from '../service/answers.ts';
import { premiaUrl } from '../service/requests.ts';
import { goTo, stateLink } from '../state/navigation.ts';
import { lotsOf, type PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { traitsText as words } from '../text/traits-text.ts';

/** What a trait of one gem type is worth, as factors: two requests, one when only the trait or reference changes. */
export function createTraitsView(): View {
  const trait = h('div', {});
  const reference = h('div', {});
  const choices = h('div', {});
  const figure = createFigure(
    'traits',
    words.title,
    { lead: words.lead, guide: words.guide },
    trait,
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
    const styled = loadStyle('figures.css');
    const answer = await loadOfGem<Premia>(state, frame, gem && premiaUrl(state), body);
    await styled;
    if (answer && frame.isCurrent()) keepingFocus(element, () => render(state, answer));
  }

  function render(state: PageState, { data, meta }: Answer<Premia>) {
    const syntheticLots = meta.synthetic_lots ?? 0;
    samples.show(syntheticLots);
    // Another trait has other values.
    const other = { ...state, reference: undefined };
    fill(trait, segments(other, 'trait', words.trait, words.traits));
    fill(reference, ...referenceChoice(state, data));
    fill(body, figure.element);
    const rows = rowsOf(data);
    figure.show({
      ...{ chart: forest(rows, data.trait), finding: finding(data), notes: [] },
      ...{
        rows: rows.length > 1 ? data.values : [],
        columns,
        request: premiaUrl(state),
        state,
        syntheticLots,
      },
    });
  }
}

/** The reference on top, then the values in the API's order: the dearest first, those without a factor last. */
function rowsOf({ reference, values, trait }: Premia): ForestRow[] {
  if (reference.value === null) return [];
  const first: ForestRow = {
    ...{ name: nameOf(trait, reference.value), n: reference.lots, isReference: true },
    ...{ value: 1, low: null, high: null },
  };
  return [first, ...values.map((value) => rowOf(value, trait))];
}

function rowOf({ value, lots, factor, low, high, refused, filter }: PremiumValue, trait: string): ForestRow {
  const name = nameOf(trait, value);
  const link: Child = filter ? stateLink(lotsOf(filter), {}, name) : name;
  return { name: link, value: factor, low, high, n: lots, reason: refused && words.refusals[refused] };
}

const forest = (rows: readonly ForestRow[], trait: string): HTMLElement =>
  forestTable(rows, {
    ...words.columns,
    caption: words.title,
    name: words.traits[trait as keyof typeof words.traits] ?? words.columns.name,
    reference: words.isReference,
  });

/** The dearest value whose interval does not include 1. */
function finding({ reference, values, trait }: Premia): string | undefined {
  const sure = values.filter(({ factor, low, high }) => factor !== null && (low! > 1 || high! < 1));
  const strongest = sure.toSorted((a, b) => Math.abs(Math.log(b.factor!)) - Math.abs(Math.log(a.factor!)))[0];
  if (!strongest || reference.value === null) return undefined;
  const { value, factor, low, high } = strongest;
  return words.finding(
    nameOf(trait, value),
    shortTimes(factor),
    decimal(low),
    decimal(high),
    nameOf(trait, reference.value),
  );
}

const nameOf = (trait: string, value: string): string =>
  trait === 'price_basis' ? (words.bases[value] ?? value) : value;

function referenceChoice(state: PageState, { reference, values, trait }: Premia): HTMLElement[] {
  if (reference.value === null) return [];
  const change = () => void goTo({ ...state, reference: select.value });
  const names = [reference.value, ...values.map(({ value }) => value)];
  const select = h(
    'select',
    { id: 'reference', on: { change } },
    ...names.map((value) => h('option', { value }, nameOf(trait, value))),
  );
  select.value = reference.value;
  return [h('label', { for: 'reference' }, words.reference, ' '), select];
}

/** Columns of the factors; the names in files are those of the API. */
const columns: CsvColumn<PremiumValue>[] = [
  { name: 'value', title: words.columns.name, value: (row) => row.value, format: count },
  { name: 'factor', title: words.columns.value, value: (row) => row.factor, format: decimal },
  { name: 'low', title: words.columns.low, value: (row) => row.low, format: decimal },
  { name: 'high', title: words.columns.high, value: (row) => row.high, format: decimal },
  { name: 'lots', title: words.columns.n, value: (row) => row.lots, format: count },
  { name: 'refused', title: words.columns.refused, value: (row) => row.refused, format: count },
];

import { fill, h } from '../page/element.ts';
import { listed } from '../page/format.ts';
import { oneGem } from '../page/one-gem.ts';
import { pricesText } from '../prices/prices-text.ts';
import { describeFilter } from '../search/filter-names.ts';
import { toDay, toNumber } from '../search/typed-values.ts';
import { comparableFilters, type StoneTrait } from '../service/comparable-filters.ts';
import { unquoted } from '../state/list-values.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { type PageState, valuesOf } from '../state/page-state.ts';

const words = pricesText.comparables.stone;

/** The inputs for weight and date, and the traits of the stone from the filters. */
export function createStoneForm() {
  const carat = input('carat', words.caratExample, { required: true, inputmode: 'decimal', maxlength: 30 });
  const asOf = input('as_of', words.asOfExample, { inputmode: 'numeric', maxlength: 30 });
  const traits = h('dl', { class: 'stone-traits' });
  const unused = h('p', { class: 'note' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    carat.value = toNumber(carat.value);
    asOf.value = toDay(asOf.value, 'to');
    const day = asOf.value === '' ? undefined : asOf.value;
    void goTo({ ...currentState(), carat: carat.value, as_of: day });
  };
  const form = h(
    'form',
    { class: 'stone-form', on: { submit } },
    h('div', {}, h('label', { for: 'carat' }, words.carat), carat),
    h('div', {}, h('label', { for: 'as_of' }, words.asOf), asOf),
    h('button', { type: 'submit', class: 'primary' }, words.submit),
  );
  const element = h(
    'section',
    { class: 'stone', 'aria-labelledby': 'stone-title' },
    h('h2', { id: 'stone-title' }, words.title),
    h('p', { class: 'lead' }, words.lead),
    traits,
    unused,
    form,
  );
  return { element, update };

  function update(state: PageState) {
    // The input that has the focus is not overwritten.
    if (document.activeElement !== carat) carat.value = state.carat ?? '';
    if (document.activeElement !== asOf) asOf.value = state.as_of ?? '';
    const { unused: ignored, ambiguous } = comparableFilters(state);
    const describe = (trait: StoneTrait) => {
      if (ambiguous.includes(trait)) return words.several;
      const [value] = valuesOf(state, trait);
      return value === undefined ? words.notDescribed : describeValue(trait, value);
    };
    const names = Object.keys(words.traits) as StoneTrait[];
    fill(
      traits,
      term(words.gem, oneGem(state) ?? ''),
      ...names.map((trait) => term(words.traits[trait], describe(trait))),
    );
    unused.hidden = ignored.length === 0;
    unused.textContent = words.unused(listed(ignored.map(describeFilter)));
  }
}

const describeValue = (trait: StoneTrait, value: string) =>
  trait === 'treatment' ? unquoted(value) : describeFilter([trait, value]);

const term = (name: string, value: string) => h('div', {}, h('dt', {}, name), h('dd', {}, value));

function input(id: string, placeholder: string, attributes: Record<string, string | number | boolean>) {
  return h('input', { id, type: 'text', autocomplete: 'off', placeholder, ...attributes });
}

import { h } from '../page/element.ts';
import { elementsOf } from '../state/list-values.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { toDay, toNumber } from './typed-values.ts';

type Range = 'weight' | 'price' | 'price_per_carat' | 'date';

/** Two inputs for the ends of a range, which apply on Enter or on blur. */
export function createRangeField(range: Range) {
  const names = range === 'date' ? ['date_from', 'date_to'] : [`${range}_min`, `${range}_max`];
  const inputs = names.map((name, index) => box(range, name, index === 0 ? 'from' : 'to'));
  const element = h(
    'fieldset',
    { class: 'filter-range' },
    h('legend', {}, text.filters[range]),
    h('div', { class: 'range-boxes' }, ...inputs),
  );
  return {
    element,
    update(state: PageState) {
      for (const [index, input] of inputs.entries()) {
        const value = valuesOf(state, names[index]!)[0] ?? '';
        if (input.value !== value && document.activeElement !== input) input.value = value;
      }
    },
  };
}

function box(range: Range, name: string, end: 'from' | 'to'): HTMLInputElement {
  const example = range === 'date' ? 'date' : range === 'weight' ? 'weight' : 'price';
  const input = h('input', {
    id: name,
    type: 'text',
    autocomplete: 'off',
    maxlength: 30,
    inputmode: range === 'date' ? 'numeric' : 'decimal',
    'aria-label': `${text.filters[range]}, ${text.filters[end]}`,
    placeholder: end === 'from' ? text.filters.examples[example] : text.filters.to,
    on: { change, keydown: (event) => event.key === 'Enter' && change() },
  });
  return input;

  function change() {
    const typed = input.value.trim();
    const value = range === 'date' ? toDay(typed, end) : toNumber(typed);
    input.value = value;
    const state = currentState();
    if (value === (valuesOf(state, name)[0] ?? '')) return;
    void goTo(withFilter(state, name, value === '' ? [] : [value]));
  }
}

/** One input for a text filter. */
export function createTextField(name: 'treatment' | 'lab') {
  const input = h('input', {
    id: name,
    type: 'text',
    autocomplete: 'off',
    maxlength: 200,
    placeholder: text.filters.examples[name],
    on: { change, keydown: (event) => event.key === 'Enter' && change() },
  });
  return {
    element: h('div', { class: 'filter-text' }, h('label', { for: name }, text.filters[name]), input),
    update(state: PageState) {
      const value = valuesOf(state, name).join(', ');
      if (document.activeElement !== input) input.value = value;
    },
  };

  function change() {
    const values = elementsOf(input.value);
    const state = currentState();
    if (values.join() !== valuesOf(state, name).join()) void goTo(withFilter(state, name, values));
  }
}

import { type Attributes, h } from '../page/element.ts';
import { elementsOf } from '../state/list-values.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { type PageState, valuesOf, withFilter } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import { toDay, toNumber } from './typed-values.ts';

const { filters: words } = text;

/** Two inputs for the ends of a range. */
export function createRangeField(range: 'weight' | 'price' | 'price_per_carat' | 'date') {
  const isDate = range === 'date';
  const example = words.examples[range === 'price_per_carat' ? 'price' : range];
  const ends = (['from', 'to'] as const).map((end) => {
    const name = isDate ? `date_${end}` : `${range}_${end === 'from' ? 'min' : 'max'}`;
    const attributes = {
      inputmode: isDate ? 'numeric' : 'decimal',
      'aria-label': `${words[range]}, ${words[end]}`,
      placeholder: end === 'from' ? example : words.to,
    };
    const read = (typed: string) => (isDate ? toDay(typed, end) : toNumber(typed, range === 'weight'));
    return createInput(name, attributes, (typed) => (typed === '' ? [] : [read(typed)]));
  });
  return {
    element: h(
      'fieldset',
      { class: 'filter-range' },
      h('legend', words[range]),
      h('div', { class: 'range-boxes' }, ...ends.map(({ input }) => input)),
    ),
    update(state: PageState) {
      for (const end of ends) end.update(state);
    },
  };
}

/** One input for a filter with a list of names. */
export function createTextField(name: 'treatment' | 'lab') {
  const { input, update } = createInput(name, { placeholder: words.examples[name] }, elementsOf);
  return {
    element: h('div', { class: 'filter-text' }, h('label', { for: name }, words[name]), input),
    update,
  };
}

/** An input that sets a filter on Enter or on blur. */
function createInput(name: string, attributes: Attributes, read: (typed: string) => string[]) {
  const input = h('input', {
    id: name,
    type: 'text',
    autocomplete: 'off',
    maxlength: 200,
    ...attributes,
    on: { change, keydown: (event) => event.key === 'Enter' && change() },
  });
  return {
    input,
    update(state: PageState) {
      if (document.activeElement !== input) input.value = valuesOf(state, name).join(', ');
    },
  };

  function change() {
    const values = read(input.value.trim());
    input.value = values.join(', ');
    const state = currentState();
    if (values.join() !== valuesOf(state, name).join()) void goTo(withFilter(state, name, values));
  }
}

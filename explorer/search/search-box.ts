import { h } from '../page/element.ts';
import type { PageState } from '../state/page-state.ts';
import { text } from '../text/text.ts';
import type { Combobox } from './combobox.ts';

/** The search box of the header. What it does with words is loaded when it is first used. */
export function createSearchBox() {
  const input = h('input', {
    id: 'search',
    type: 'text',
    role: 'combobox',
    autocomplete: 'off',
    spellcheck: 'false',
    enterkeyhint: 'search',
    maxlength: 100,
    placeholder: text.searchBox.placeholder,
    'aria-label': text.searchBox.label,
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'suggestions',
    on: {
      focus: () => use(() => undefined),
      input: () => use((box) => box.typed()),
      blur: () => use((box) => box.close()),
      keydown: (event) => {
        if (/^Arrow(Up|Down)$/.test(event.key)) event.preventDefault();
        use((box) => box.pressed(event.key));
      },
    },
  });
  const list = h('ul', {
    id: 'suggestions',
    role: 'listbox',
    hidden: true,
    'aria-label': text.searchBox.listLabel,
  });
  const status = h('p', { role: 'status', class: 'visually-hidden' });
  const told = h('div', { class: 'corrections', role: 'status' });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    use((box) => box.submit());
  };
  const button = h('button', { type: 'submit' }, text.searchBox.submit);
  const form = h('form', { class: 'search-box', on: { submit } }, input, button, list, status);
  let combobox: Promise<Combobox> | undefined;

  /** Acts in the order of the events, whether the combobox is loaded or not. */
  function use(act: (box: Combobox) => void) {
    combobox ??= import('./combobox.ts').then(({ createCombobox }) =>
      createCombobox({ input, list, status, told }),
    );
    combobox.then(act, () => {
      // A module that failed to load may load at the next attempt.
      combobox = undefined;
    });
  }

  return {
    element: h('div', {}, form, told),
    /** Shows a state. */
    update: (state: PageState) => void combobox?.then((box) => box.update(state)),
  };
}

import { homeText } from '../home/home-text.ts';
import { fill, h } from '../page/element.ts';
import { describeFilter } from '../search/filter-names.ts';
import { toDay, toNumber } from '../search/typed-values.ts';
import type { AuctionRecord, Facets } from '../service/answers.ts';
import { load } from '../service/load.ts';
import { stoneOptionsUrl } from '../service/requests.ts';
import { noValue, unquoted } from '../state/list-values.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { inPlace, isRealOnly, type PageState, valuesOf, withFilter } from '../state/page-state.ts';

const { form: words } = homeText;

/** The filters that the form sets. A field shows the value of a filter that has exactly one. */
export const formFilters = ['gem_name', 'origin', 'treatment', 'lab'] as const;
type FormFilter = (typeof formFilters)[number];
type Option = readonly [value: string, name: string];

/** The form that describes a stone, on the home page and above its value. A submit changes the address. */
export function createValueForm() {
  const offered: Partial<Record<FormFilter, Option[]>> = {};
  const choices = Object.fromEntries(
    formFilters.map((name) => [name, h('select', { id: `stone-${name}`, required: name === 'gem_name' })]),
  ) as Record<FormFilter, HTMLSelectElement>;
  // A digit above zero: a stone has a weight.
  const carat = input('carat', {
    required: true,
    inputmode: 'decimal',
    pattern: '.*[1-9].*',
    title: words.caratForm,
  });
  const asOf = input('as_of', { inputmode: 'numeric' });
  const { gem_name: gem, ...traits } = choices;
  const controls = { gem_name: gem, carat, ...traits, as_of: asOf };
  const fields = Object.entries(controls).map(([name, control]) =>
    h('div', h('label', { for: control.id }, words.fields[name as keyof typeof controls]), control),
  );
  const button = h('button', { type: 'submit', class: 'primary' }, words.submit);
  const last = h('div', { class: 'value-submit row' }, button);
  const attributes = { class: 'value-form', 'aria-label': words.label, on: { submit } };
  const element = h('form', attributes, ...fields, last);
  const written = new Map<HTMLElement, string>();
  gem.addEventListener('change', offerOfGem);
  for (const name of formFilters) choose(name, '');
  return { element, update, offer };

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    carat.value = toNumber(carat.value, true);
    asOf.value = toDay(asOf.value, 'to');
    const stone = formFilters.reduce(
      (state, name) => {
        const { value } = choices[name];
        // The form cannot show several values. They stay until the visitor chooses one.
        if (value === '' && valuesOf(state, name).length > 1) return state;
        return withFilter(state, name, value === '' ? [] : [value]);
      },
      inPlace(currentState(), 'value'),
    );
    await goTo({ ...stone, carat: carat.value, as_of: asOf.value || undefined });
    // The answer stands above the form.
    scrollTo(0, 0);
  }

  /** Shows the stone of a state. What a visitor changed since the last state stays. */
  function update(state: PageState) {
    const show = (control: HTMLElement, value: string, write: (value: string) => void) => {
      if (written.get(control) !== value) write(value);
      written.set(control, value);
    };
    for (const name of formFilters) {
      const [value = '', ...others] = valuesOf(state, name);
      show(choices[name], others.length > 0 ? '' : value, (one) => choose(name, one));
    }
    for (const [field, value] of [[carat, state.carat] as const, [asOf, state.as_of] as const])
      show(field, value ?? '', (one) => {
        field.value = one;
      });
  }

  /** Offers the values of the facets, and keeps the chosen ones. */
  function offer(facets: Facets | undefined) {
    for (const name of formFilters) {
      const { values = [] } = facets?.[name === 'gem_name' ? 'gem_type' : name] ?? {};
      const options = values.map(({ value, filter }): Option => [filter[name]!, value]);
      offered[name] = options.sort(([, a], [, b]) => a.localeCompare(b));
      choose(name, choices[name].value);
    }
  }

  /** Offers the values of the gem that was chosen. */
  function offerOfGem() {
    const { value } = gem;
    load<AuctionRecord[]>(stoneOptionsUrl(value === '' ? [] : [value], isRealOnly(currentState()))).then(
      ({ meta }) => gem.value === value && offer(meta.facets),
      // The form works with the values of all gems too.
      () => undefined,
    );
  }

  /** Chooses a value, which is shown even if it is not offered. */
  function choose(name: FormFilter, value: string) {
    const none: Option = ['', name === 'gem_name' ? words.chooseGem : words.any];
    const known = [none, ...(offered[name] ?? [])];
    const shown = known.some(([one]) => one === value) ? known : [...known, [value, nameOf(name, value)]];
    fill(choices[name], ...shown.map(([one, shownName]) => h('option', { value: one! }, shownName!)));
    choices[name].value = value;
  }
}

const nameOf = (name: string, value: string) =>
  value === noValue ? describeFilter([name, value]) : unquoted(value);

function input(id: keyof typeof words.examples, attributes: Record<string, string | boolean>) {
  const placeholder = words.examples[id];
  return h('input', {
    id: `stone-${id}`,
    type: 'text',
    autocomplete: 'off',
    maxlength: 30,
    placeholder,
    ...attributes,
  });
}

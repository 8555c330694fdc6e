import { fill, h } from '../page/element.ts';
import { toNumber } from '../search/typed-values.ts';
import type { Facets } from '../service/answers.ts';
import { currentState, goTo } from '../state/navigation.ts';
import { emptyState, type Filter, isRealOnly, withRealOnly } from '../state/page-state.ts';
import { homeText } from './home-text.ts';

const words = homeText.worth;

/** The form "What is my stone worth?", which leads to the comparable sales. */
export function createWorthForm() {
  const gem = h('select', { id: 'worth-gem', required: true });
  const origin = h('select', { id: 'worth-origin' });
  const treatment = h('select', { id: 'worth-treatment' });
  const carat = h('input', {
    ...{ id: 'worth-carat', type: 'text', inputmode: 'decimal', required: true, autocomplete: 'off' },
    ...{ maxlength: 30, placeholder: words.caratExample },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const filters = (
      [
        ['gem_name', gem.value],
        ['origin', origin.value],
        ['treatment', treatment.value],
      ] satisfies Filter[]
    ).filter(([, value]) => value !== '');
    const stone = { ...emptyState, view: 'value' as const, filters, carat: toNumber(carat.value) };
    void goTo({ ...withRealOnly(stone, isRealOnly(currentState())), carat: stone.carat });
  };
  const field = (control: HTMLElement, label: string) =>
    h('div', {}, h('label', { for: control.id }, label), control);
  const element = h(
    'section',
    { class: 'worth', 'aria-labelledby': 'worth-title' },
    h('h2', { id: 'worth-title' }, words.title),
    h('p', { class: 'lead' }, words.lead),
    h(
      'form',
      { class: 'worth-form', on: { submit } },
      field(gem, words.gem),
      field(carat, words.carat),
      field(origin, words.origin),
      field(treatment, words.treatment),
      h('button', { type: 'submit', class: 'primary' }, words.submit),
    ),
  );
  fill(gem, option('', words.chooseGem));
  fill(origin, option('', words.any));
  fill(treatment, option('', words.any), ...words.treatments.map((name) => option(name, name)));
  return {
    element,
    /** Offers the gems and origins of the facets, and keeps the selected ones. */
    update(facets: Facets | undefined) {
      offer(gem, facets?.gem_type?.values.map(({ value, filter }) => [filter.gem_name!, value]) ?? []);
      offer(origin, facets?.origin?.values.map(({ value, filter }) => [filter.origin!, value]) ?? []);
    },
  };
}

function offer(select: HTMLSelectElement, options: (readonly [value: string, name: string])[]): void {
  const chosen = select.value;
  const sorted = [...options].sort(([, a], [, b]) => a.localeCompare(b));
  fill(select, select.options[0]!, ...sorted.map(([value, name]) => option(value, name)));
  select.value = chosen;
}

const option = (value: string, name: string) => h('option', { value }, name);

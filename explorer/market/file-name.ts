import { describeFilter } from '../search/filter-names.ts';
import { dataVersion } from '../service/load.ts';
import { unquoted } from '../state/list-values.ts';
import { isList, type PageState } from '../state/page-state.ts';

/** Maximum length of the filters in a file name, so that file systems accept it. */
const maxFilterLength = 80;

/** The name of a saved file: gem, other filters, figure, price basis and data version. */
export function fileName(state: PageState, figure: string, extension: string): string {
  const isGem = ([name]: readonly [string, string]) => name === 'gem_name';
  const ordered = [...state.filters.filter(isGem), ...state.filters.filter((filter) => !isGem(filter))];

  const filters = ordered.map(([name, value]) =>
    isList(name) ? slug(unquoted(value)) : slug(describeFilter([name, value])),
  );
  const prices = [state.basis, state.dollars === 'real' && (state.month ? `real-${state.month}` : 'real')];
  const parts = [
    filters.filter(Boolean).join('-').slice(0, maxFilterLength) || 'all-lots',
    figure,
    ...prices.map((part) => part && slug(part)),
    slug(dataVersion() ?? ''),
  ];
  return `${parts.filter(Boolean).join('_')}.${extension}`;
}

/** Reduces a name to letters, digits and hyphens, which are safe in file names. */
const slug = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('≥', ' from ')
    .replaceAll('≤', ' to ')
    .replaceAll(/\p{M}|[’']/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');

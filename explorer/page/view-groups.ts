import { type View, views } from '../state/page-state.ts';
import type { HomeText } from '../text/en-home.ts';

export interface ViewGroup {
  name: keyof HomeText['groups'];
  views: View[];
}

/** The navigation in four groups, by the question that a visitor has. Names of views that do not exist are left out. */
const groups: { name: ViewGroup['name']; views: string[] }[] = [
  { name: 'sales', views: ['search', 'rankings', 'records'] },
  { name: 'prices', views: ['market', 'index', 'size-curve'] },
  { name: 'value', views: ['comparables', 'traits', 'estimates'] },
  { name: 'data', views: ['coverage', 'glossary'] },
];

export const viewGroups: ViewGroup[] = groups.map(({ name, views: names }) => ({
  name,
  views: views.filter((view) => names.includes(view)).sort((a, b) => names.indexOf(a) - names.indexOf(b)),
}));

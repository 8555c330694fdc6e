import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../config/project-root.ts';

/** The parts of a page of the documentation, as HTML. */
interface PageParts {
  title: string;
  /** The path of the folder with its styles and scripts. */
  assets: string;
  /** Links to the other pages. */
  navigation: string;
  /** The main element and its neighbors. */
  content: string;
  /** Further styles and scripts. */
  head?: string;
}

/** A page in the explorer's design: header with the way home, navigation and content. */
export const renderPage = (parts: PageParts): string => fillTemplate('page-shell.html', { ...parts });

/** A template of this folder with its parts, by the names in its double braces; a missing one is empty. */
export function fillTemplate(path: string, parts: Readonly<Record<string, string>>): string {
  const template = readFileSync(join(projectRoot, 'api/pages', path), 'utf8');
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => parts[name] ?? '');
}

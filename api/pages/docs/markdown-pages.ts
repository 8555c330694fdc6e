import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/project-root.ts';
import { renderPage } from '../page-shell.ts';
import { escapeHtml, renderMarkdown } from './markdown.ts';
import { type DocsPage, docsPages, docsPath } from './pages.ts';

/**
 * A page of `docs/` as HTML, in the explorer's design.
 * @param assets the path of the folder with the style sheets
 */
export function renderDocsPage(name: DocsPage, assets: string): string {
  const { text, title } = readPage(name);
  return renderPage({
    assets,
    title: escapeHtml(title),
    navigation: renderNavigation(name),
    content: `<main id="content" class="document" tabindex="-1">\n${renderMarkdown(text)}</main>`,
  });
}

/** The title of a page: its first heading. */
export const titleOf = (name: DocsPage): string => readPage(name).title;

function readPage(name: DocsPage): { text: string; title: string } {
  const text = readFileSync(join(projectRoot, `docs/${name}.md`), 'utf8');
  return { text, title: /^# (.+)$/m.exec(text)?.[1] ?? name };
}

/**
 * Links to the reference and to every page.
 * @param current the page on which they are shown; undefined on the reference
 */
export function renderNavigation(current?: DocsPage): string {
  const link = (path: string, title: string, isCurrent: boolean) =>
    `<a href="${path}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
  return [
    link('/docs', 'API reference', current === undefined),
    ...docsPages.map((page) => link(docsPath(page), titleOf(page), page === current)),
  ].join('\n        ');
}

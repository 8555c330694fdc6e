import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../config/project-root.ts';
import { escapeHtml, renderMarkdown, slugOf } from './markdown.ts';
import { type DocsPage, docsGroups, docsPages, docsPath } from './pages.ts';

/** A text as the content of a page. */
interface Text {
  text: string;
  title: string;
}

/**
 * A page of the documentation as HTML, in the explorer's design.
 * @param assets the path of the folder with the style sheets
 * @param current a page of `docs/`; undefined for the reference
 */
export function renderPage({ text, title }: Text, assets: string, current?: DocsPage): string {
  const parts: Record<string, string> = {
    ...{ assets, title: escapeHtml(title), navigation: renderNavigation(current) },
    content: renderMarkdown(text),
  };
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => parts[name]!);
}

const template = readFileSync(join(projectRoot, 'api/pages/docs/page.html'), 'utf8');

/** The title of a page: its first heading. */
export const titleOf = (name: DocsPage): string => readPage(name).title;

/** The text of a page; its links lead to what the service serves. */
export function readPage(name: DocsPage): Text {
  const text = readFileSync(join(projectRoot, `docs/${name}.md`), 'utf8').replaceAll(
    /\]\((?!https?:|#|\/)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_, file, anchor = '') => `](${addressOf(name, file, anchor)})`,
  );
  return { text, title: /^# (.+)$/m.exec(text)?.[1] ?? name };
}

/** Where a link of a file leads on the service; nowhere where the file is not served. */
function addressOf(name: DocsPage, file: string, anchor: string): string {
  const target = join('docs', name, '..', file);
  if (target === 'docs/openapi.json') return '/api/v1/openapi.json';
  const page = docsPages.find((served) => `docs/${served}.md` === target);
  return page ? docsPath(page) + anchor : '';
}

/** The sections of all pages, for the search: each with its address, title and text. */
export const listSections = () =>
  docsPages.flatMap((name) => {
    const { text, title } = readPage(name);
    const [introduction, ...sections] = text.split(/^##+ /m);
    return [
      { address: docsPath(name), title, text: introduction },
      ...sections.map((section) => {
        const [heading] = section.split('\n', 1) as [string];
        return {
          address: `${docsPath(name)}#${slugOf(heading)}`,
          title: `${title}: ${heading}`,
          text: section,
        };
      }),
    ];
  });

/** Links to the reference and to the groups of pages, and to the pages of the current group. */
function renderNavigation(current?: DocsPage): string {
  const link = (path: string, title: string, isCurrent: boolean) =>
    `<a href="${path}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
  const has = (pages: readonly DocsPage[]) => pages.some((page) => page === current);
  const groups = Object.entries(docsGroups);
  const pages = groups.flatMap(([, group]) => (has(group) ? group : []));
  return (
    renderLinks('Documentation', [
      link('/docs', 'API reference', current === undefined),
      ...groups.map(([title, group]) => link(docsPath(group[0]), title, has(group))),
    ]) +
    (current
      ? renderLinks(
          'Pages',
          pages.map((page) => link(docsPath(page), titleOf(page), page === current)),
        )
      : '')
  );
}

const renderLinks = (label: string, links: string[]) =>
  `<nav class="views" aria-label="${label}">${links.join('\n        ')}</nav>\n`;

import { Marked, Renderer, type Tokens } from 'marked';
import { docsPages, docsPath } from './pages.ts';

/** Renders Markdown of this project as HTML. */
export const renderMarkdown = (text: string): string => marked.parse(text, { async: false });

/** Renders one line of Markdown as the content of an element. */
export const renderInline = (text: string): string => marked.parseInline(text, { async: false });

/** Headings get the ids that links in the files name. A page links only to what is served. */
const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }: Tokens.Heading) {
      return `<h${depth} id="${slugOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      return `<a href="${escapeHtml(addressOf(href))}">${text}</a>`;
    },
    // Wide tables and long lines scroll by themselves, with the keyboard too.
    table(token: Tokens.Table) {
      const table = Renderer.prototype.table.call(this, token);
      return `<div class="scrolled" tabindex="0" role="group" aria-label="Table">${table}</div>\n`;
    },
    code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
  },
});

/** The id of a heading, as on GitHub. */
export const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** Where a link of a file leads on the service. */
function addressOf(href: string): string {
  if (/^(https?:|#|\/)/.test(href)) return href;
  const [, file, anchor = ''] = /^([\w./-]+?)(#.*)?$/.exec(href) ?? [];
  if (file === 'openapi.json') return '/api/v1/openapi.json';
  const page = docsPages.find((name) => `${name}.md` === file);
  return page ? docsPath(page) + anchor : href;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text for use in HTML, attributes included. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character]!);
